"""Whatever stands on a map is found from its space, and where a move ends is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine import GameState, ScriptedDice, apply, describe, new_game, setup_names
from engine.ask import destinations, is_legal, movable
from engine.events import Event
from gamemaster.story import Timeline, clashes_ahead, phase_report
from maps import WHOLE_BOARD, Battles, Moves, draw_board, front_view
from maps.board import Board, Box, board_names, load_board
from maps.leading import around, gap, middle
from maps.placing import PlacedStack, farthest_row, place_badges, place_stacks
from maps.sprites import label_box
from maps.stacks import stacks_of
from maps.view import visible_box
from tests.maps.positions import Position, crowd_of_forty, late_war

FARTHEST = 200
BESIDE = 24  # pixels between a name and what is seen to belong to it, over water or its own land
COVERED = 0.3  # so much of the middle of a head may be under names and units where there is no more room
ORDERS = 10

CROWDS = [crowd_of_forty, late_war]


@pytest.mark.parametrize("crowd", CROWDS)
@pytest.mark.parametrize("name", board_names())
def test_in_a_crowd_no_stack_stands_countries_away(name: str, crowd: Callable[[str], Position]) -> None:
    board = load_board(name)
    placed = place_stacks(board, stacks_of(crowd(name))).stacks
    assert [(s.space, farthest_row(board, s)) for s in placed if farthest_row(board, s) > FARTHEST] == []
    assert [each for stack in placed for each in lost(board, stack)] == []


@pytest.mark.parametrize("setup", setup_names())
def test_units_and_badges_stand_in_or_beside_their_space_or_have_a_line_to_it(setup: str) -> None:
    state, overlays = attack(setup, seed=1)
    board, shown = load_board(state.edition.board.board), describe(state)
    placed = place_stacks(board, stacks_of(shown))
    badges = [badge for overlay in overlays for badge in overlay.badges(board, shown)]
    assert badges
    around_them = place_badges(board, placed, badges, visible_box(board, WHOLE_BOARD))
    assert [each for stack in (*placed.stacks, *around_them) for each in lost(board, stack)] == []


def lost(board: Board, stack: PlacedStack) -> Iterator[tuple[str, Box]]:
    """Rows that stand together and could belong anywhere: not at home, by the name, or at the end of a line."""
    home = board.space(stack.space)
    name, own = label_box(home), board.sea if home.is_sea else board.land
    for rows in together([row.box for row in stack.rows]):
        whole = around(rows)
        under, under_name = (board.land.getpixel(in_board(board, box)) for box in (whole, name))
        is_home = own.getpixel(in_board(board, whole)) == home.number
        is_beside = min(gap(box, name) for box in rows) <= BESIDE and under in (0, under_name)
        is_led_to = any(gap((*end, *end), box) <= 3 for _, end in stack.leaders for box in rows)
        if not (is_home or is_beside or is_led_to):
            yield stack.space, whole


def in_board(board: Board, box: Box) -> tuple[int, int]:
    """The pixel in the middle of a box that may go beyond the edge of a board that wraps."""
    x, y = middle(box)
    return x % board.size[0], y


def together(boxes: list[Box]) -> list[list[Box]]:
    """Boxes by those that stand side by side."""
    groups: list[list[Box]] = []
    for box in boxes:
        near = [group for group in groups if any(gap(box, other) <= 14 for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([box, *(other for group in near for other in group)])
    return groups


def attack(setup: str, seed: int) -> tuple[GameState, list[Battles | Moves]]:
    """The first combat move of a game with some orders of a player without a plan, and what is drawn of it."""
    rng, state = Random(f"{setup} {seed}"), new_game(setup)
    while state.phase != "combat_move":
        state = apply(state, {"type": "end_phase", "phase": state.phase}, ScriptedDice((1,) * 50)).state
    start, events = state, list[Event]()
    while len(state.undo) < ORDERS:
        group = rng.choice([each for each in movable(state) if each.owner == state.power])
        ends = destinations(state, group.space, group.unit)
        path = list(rng.choice(ends).path) if ends else []
        order = {"type": "move", "units": {group.unit: rng.randint(1, group.count)}, "path": path}
        if ends and is_legal(state, order):
            outcome = apply(state, order, ScriptedDice(()))
            state, events = outcome.state, [*events, *outcome.events]
    arrows = phase_report(Timeline.of(start, tuple(events))).arrows
    return state, [Battles(clashes_ahead(state)), Moves(arrows)]


@pytest.mark.parametrize("setup", setup_names())
def test_no_badge_and_no_words_cover_where_a_move_ends(setup: str) -> None:
    state, overlays = attack(setup, seed=1)
    assert_ends_are_seen(state, overlays)


def assert_ends_are_seen(state: GameState, overlays: list[Battles | Moves]) -> None:
    """On the whole board and on its front."""
    board = state.edition.board.board
    spaces = [space for overlay in overlays for space in overlay.spaces()]
    for view in (WHOLE_BOARD, front_view(board, spaces)):
        layout = draw_board(board, describe(state), view, overlays=overlays).layout
        assert layout.heads
        for head in layout.heads:
            covers = [(item, share(head.box, item.box)) for item in layout.items]
            assert [item for item, part in covers if item.kind in ("badge", "words") and part > 0] == [], head
            assert sum(part for _, part in covers) <= COVERED, (head, [item for item, part in covers if part])


def share(box: Box, other: Box) -> float:
    """How much of a box another covers."""
    width, height = min(box[2], other[2]) - max(box[0], other[0]), min(box[3], other[3]) - max(box[1], other[1])
    return max(0, width) * max(0, height) / ((box[2] - box[0]) * (box[3] - box[1]))


def test_the_first_attack_of_the_soviet_union_in_1941_is_read_at_a_glance() -> None:
    state = apply(new_game("aa1941"), {"type": "end_phase", "phase": "purchase"}, ScriptedDice(())).state
    start, events = state, list[Event]()
    for start_space, units in (
        ("russia", {"infantry": 6, "tank": 1, "fighter": 1}),
        ("caucasus", {"infantry": 3, "tank": 1}),
        ("karelia", {"infantry": 3}),
    ):
        order = {"type": "move", "units": units, "path": [start_space, "west_russia"]}
        outcome = apply(state, order, ScriptedDice(()))
        state, events = outcome.state, [*events, *outcome.events]
    arrows = phase_report(Timeline.of(start, tuple(events))).arrows
    assert_ends_are_seen(state, [Battles(clashes_ahead(state)), Moves(arrows)])
