"""Paths that orders mean, and those that are offered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine import GameState, ScriptedDice, apply, new_game
from engine.ask import destinations, is_legal, range_left
from engine.facts.board import MOST_FLIGHTS
from engine.movement.paths import flights, paths_for
from engine.table.pieces import Piece
from tests.engine.random_positions import scattered


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


@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
@pytest.mark.parametrize("setup", ["revised", "pacific_1940"])
def test_a_ship_is_offered_every_zone_to_which_any_way_leads(setup: str, phase: str) -> None:
    start = new_game(setup)
    for seed in range(8):
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


def test_tables_of_distances_are_kept_in_bounds() -> None:
    board = new_game("global_1940").edition.board
    plain = board.flight_distances("sz6")
    for number, space in enumerate(board.neighbours):
        for other in list(board.neighbours)[: 1 + MOST_FLIGHTS // len(board.neighbours)]:
            assert board.flight_distances(space, not_over=frozenset({other, f"{number}"}))[space] == 0
    assert len(board._flights) <= MOST_FLIGHTS
    assert board.flight_distances("sz6") == plain
