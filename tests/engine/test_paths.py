"""Paths that orders mean, and those that are offered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine import GameState, ScriptedDice, apply, new_game
from engine.ask import destinations, is_legal, range_left
from engine.facts import board as board_module
from engine.facts.board import MOST_FLIGHTS, MOST_STEPS
from engine.movement.paths import Path, flights, paths_for
from engine.politics.standing import at_war, is_closed
from engine.state.pieces import Piece
from tests.engine.random_positions import scattered
from tests.samples import Sample


@pytest.mark.parametrize("setup", ["aa1941", "revised"])
def test_the_best_flight_to_a_space_is_the_one_that_an_order_without_a_way_means(setup: str) -> None:
    state = new_game(setup)
    board = state.edition.board
    bomber = state.edition.unit["bomber"]
    for start in ("germany", "japan", "eastern_united_states"):
        for end, path in flights(state, start, bomber).items():
            if end != start:
                assert path == next(paths_for(state, (start, end), (bomber,)))
                assert len(path) - 1 == board.flight_distances(start)[end]


def every_voyage(state: GameState, ship: Piece) -> Iterator[tuple[str, ...]]:
    """All ways by sea in a ship's range that come nowhere twice."""
    board = state.edition.board
    fringe: list[tuple[str, ...]] = [(ship.space,)]
    for _ in range(range_left(state, ship)):
        steps = ((path, zone) for path in fringe for zone in board.neighbours[path[-1]])
        fringe = [(*path, zone) for path, zone in steps if board.is_sea(zone) and zone not in path]
        yield from fringe


@pytest.mark.sampled
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
@pytest.mark.parametrize("setup", ["revised", "pacific_1940"])
def test_a_ship_is_offered_every_zone_to_which_any_way_leads(setup: str, phase: str, sample: Sample[int]) -> None:
    start = new_game(setup)
    for seed in sample(range(8), 2):
        position = scattered(start.edition, Random(seed))
        position["turn"] |= {"phase": phase}
        state = apply(start, position, ScriptedDice(())).state
        ships = {(p.space, p.unit): p for p in state.pieces.values() if state.type_of(p).domain == "sea"}
        own = [ship for ship in ships.values() if ship.power == state.power]
        for ship in Random(seed).sample(own, min(4, len(own))):
            ways = {way.space: way.path for way in destinations(state, ship.space, ship.unit)}
            order = {"type": "move", "units": {ship.unit: 1}}
            legal = [path for path in every_voyage(state, ship) if is_legal(state, {**order, "path": path})]
            assert set(ways) == {path[-1] for path in legal}
            assert all(path in legal for path in ways.values())
            far = (end for end in ways if not state.edition.board.are_adjacent(ship.space, end))
            assert [end for end in far if not is_legal(state, {**order, "path": [ship.space, end]})] == []


def every_shortest_way(state: GameState, start: str, end: str, domains: set[str], around: frozenset[str]) -> list[Path]:
    """All ways of fewest steps, found by taking every step from each way that has not come to the end."""
    board = state.edition.board

    def is_open(space: str) -> bool:
        by_element = board.is_sea(space) or "sea" not in domains, board.is_land(space) or "land" not in domains
        return space == end or (all(by_element) and space not in around and not is_closed(state, space))

    ways: list[Path] = [(start,)]
    seen = {start}
    while ways and ways[0][-1] != end:
        steps = ((*way, space) for way in ways for space in board.neighbours[way[-1]])
        ways = [way for way in steps if way[-1] not in seen and is_open(way[-1])]
        seen.update(way[-1] for way in ways)
        ways = [way for way in ways if way[-1] == end] or ways
    return ways


@pytest.mark.parametrize("setup", ["revised", "global_1940"])
@pytest.mark.parametrize("unit", ["destroyer", "infantry", "fighter"])
def test_a_way_is_the_shortest_then_the_one_under_least_fire_then_the_first_in_the_alphabet(
    setup: str, unit: str
) -> None:
    rng = Random(f"{setup} {unit}")
    state = new_game(setup)
    board, line = state.edition.board, state.edition.unit[unit]
    spaces = sorted(
        board.sea_zone if unit == "destroyer" else board.territory if unit == "infantry" else board.neighbours
    )
    guns = {gun.space for gun in state.guns if at_war(state, gun.power, state.power)}
    fire = guns if setup == "revised" and unit == "fighter" else set()
    for _ in range(150):
        start, end = rng.sample(spaces, 2)
        around = frozenset(rng.sample(spaces, rng.choice((0, 3, 12)))) - {start}
        expected = every_shortest_way(state, start, end, {line.domain}, around)
        if is_closed(state, start) or board.are_adjacent(start, end) or len(expected) not in range(1, 2000):
            continue
        found = list(paths_for(state, (start, end), [line], around))
        expected.sort(key=lambda way: (sum(space in fire for space in way[1:]), way))
        assert found == (expected[:1] if unit == "fighter" else expected)


def test_tables_of_distances_are_kept_in_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    flights, steps = 100, 400  # that it takes less time to fill them
    assert (flights, steps) < (MOST_FLIGHTS, MOST_STEPS)
    monkeypatch.setattr(board_module, "MOST_FLIGHTS", flights)
    monkeypatch.setattr(board_module, "MOST_STEPS", steps)
    board = new_game("global_1940").edition.board
    plain = board.flight_distances("sz6")
    ways = board.steps_to("sz6", by_land=False, by_sea=True, around=frozenset())
    for number, space in enumerate(board.neighbours):
        for other in list(board.neighbours)[: 1 + steps // len(board.neighbours)]:
            around = frozenset({other, f"{number}"})
            assert board.flight_distances(space, not_over=around)[space] == 0
            assert board.steps_to(space, by_land=True, by_sea=True, around=around)[board.number_of[space]] == 0
    assert len(board._flights) <= flights
    assert len(board._steps) <= steps
    assert board.steps_to("sz6", by_land=False, by_sea=True, around=frozenset()) == ways
    assert board.flight_distances("sz6") == plain
