"""Whatever stands on a map is found from its space, and where a move ends is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import inf
from random import Random

import pytest

from engine import GameState, ScriptedDice, apply, describe, new_game
from engine.ask import destinations, is_legal, movable
from engine.events import Event
from gamemaster.narration import Timeline, clashes_ahead, phase_report
from maps import WHOLE_BOARD, Battles, Moves, draw_board, front_view
from maps.board.assets import Board, Box, load_board
from maps.board.canvas import USUAL_WIDTH
from maps.board.view import visible_box
from maps.stacks.contents import stacks_of
from maps.stacks.layout import Head, Layout
from maps.stacks.leading import around, gap, middle
from maps.stacks.placing import farthest_row, place_badges, place_stacks
from maps.stacks.rows import PlacedStack
from tests.maps.positions import Position, crowd_of_forty, late_war
from tests.published import BOARDS, SETUPS

FARTHEST = 200
BESIDE = 24  # pixels between a name and what is seen to belong to it, over water or its own land
COVERED = 0.3  # so much of the middle of a head may be under names and units where there is no more room
ORDERS = 10


@pytest.fixture(autouse=True)
def _nobody_looks_at_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands where is known before a picture is encoded."""
    monkeypatch.setattr("maps.board.draw.encoded", lambda _image: b"")


@dataclass(frozen=True)
class Attack:
    """A position after orders, and what is drawn of them."""

    state: GameState
    overlays: list[Battles | Moves]

    @cached_property
    def drawn(self) -> list[tuple[Box, Layout]]:
        """The whole board and its front: what is seen of the board, and what stands where."""
        board, spaces = self.state.edition.board.board, [space for each in self.overlays for space in each.spaces()]
        return [
            (
                visible_box(load_board(board), view),
                draw_board(board, describe(self.state), view, overlays=self.overlays).layout,
            )
            for view in (WHOLE_BOARD, front_view(board, spaces))
        ]


@pytest.mark.parametrize("crowd", [pytest.param(crowd_of_forty, marks=pytest.mark.whole), late_war])
@pytest.mark.parametrize("name", BOARDS)
def test_in_a_crowd_no_stack_stands_countries_away(name: str, crowd: Callable[[str], Position]) -> None:
    board = load_board(name)
    placed = place_stacks(board, stacks_of(crowd(name))).stacks
    assert [(s.space, farthest_row(board, s)) for s in placed if farthest_row(board, s) > FARTHEST] == []
    assert [each for stack in placed for each in lost(board, stack)] == []


@pytest.mark.parametrize("setup", SETUPS)
def test_units_and_badges_stand_in_or_beside_their_space_or_have_a_line_to_it(setup: str) -> None:
    state, overlays = attack(setup).state, attack(setup).overlays
    board, shown = load_board(state.edition.board.board), describe(state)
    placed = place_stacks(board, stacks_of(shown))
    badges = [badge for overlay in overlays for badge in overlay.badges(board, shown)]
    assert badges
    around_them = place_badges(board, placed, badges, visible_box(board, WHOLE_BOARD))
    assert [each for stack in (*placed.stacks, *around_them) for each in lost(board, stack)] == []


def lost(board: Board, stack: PlacedStack) -> Iterator[tuple[str, Box]]:
    """Rows that stand together and could belong anywhere: not at home, by the name, or at the end of a line."""
    home = board.space(stack.space)
    name, own = home.label_box, board.sea if home.is_sea else board.ground
    for rows in together([row.box for row in stack.rows]):
        whole = around(rows)
        under, under_name = (board.land_at(in_board(board, box)) for box in (whole, name))
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


@cache
def attack(setup: str) -> Attack:
    """The first combat move of a game with some orders of a player without a plan."""
    rng, state = Random(f"{setup} 1"), new_game(setup)
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
    return Attack(state, [Battles(clashes_ahead(state)), Moves(arrows)])


@pytest.mark.parametrize("setup", SETUPS)
def test_no_badge_and_no_words_cover_where_a_move_ends(setup: str) -> None:
    assert_ends_are_seen(attack(setup))


@pytest.mark.parametrize("setup", SETUPS)
def test_each_move_is_told_beside_its_arrow_which_points_into_its_space(setup: str) -> None:
    assert_moves_are_read(attack(setup))


def test_the_attack_of_germany_over_poland_is_read_at_a_glance() -> None:
    ordered = barbarossa()
    assert_ends_are_seen(ordered)
    assert_moves_are_read(ordered)


def barbarossa() -> Attack:
    """Into Eastern Poland from a neighbour whose units left it hardly any room, and over that neighbour."""
    state = new_game("global_1940")
    while state.phase != "combat_move":
        state = apply(state, {"type": "end_phase", "phase": state.phase}, ScriptedDice(())).state
    return after(
        state,
        {"type": "declare_war", "on": ["soviet_union"]},
        moved({"infantry": 3, "tank": 1}, "poland", "eastern_poland"),
        moved({"tactical_bomber": 1}, "poland", "eastern_poland"),
        moved({"strategic_bomber": 1}, "germany", "poland", "eastern_poland"),
        moved({"infantry": 2, "tank": 1}, "slovakia_hungary", "eastern_poland"),
        moved({"infantry": 2, "tank": 1}, "romania", "bessarabia"),
    )


def moved(units: dict[str, int], *path: str) -> dict[str, object]:
    return {"type": "move", "units": units, "path": list(path)}


def after(state: GameState, *orders: dict[str, object]) -> Attack:
    """What orders lead to."""
    start, events = state, list[Event]()
    for order in orders:
        outcome = apply(state, order, ScriptedDice(()))
        state, events = outcome.state, [*events, *outcome.events]
    arrows = phase_report(Timeline.of(start, tuple(events))).arrows
    return Attack(state, [Battles(clashes_ahead(state)), Moves(arrows)])


def assert_moves_are_read(ordered: Attack) -> None:
    """On the whole board and on its front."""
    board = load_board(ordered.state.edition.board.board)
    moves = [arrow for overlay in ordered.overlays if isinstance(overlay, Moves) for arrow in overlay.arrows]
    for box, layout in ordered.drawn:
        words = Counter(item.about for item in layout.items if item.kind == "words")
        assert words == Counter(arrow.label for arrow in moves)
        for head in layout.heads:
            own = [item.box for item in layout.items if item.about == head.space]
            away = min((gap(head.box, other) for other in own), default=inf)
            assert is_into(board, box, head) or away <= BESIDE * max(1, (box[2] - box[0]) / USUAL_WIDTH), head


def is_into(board: Board, view: Box, head: Head) -> bool:
    """Whether a head, twice as long as its middle, touches the space at which it points."""
    home, (left, top, right, bottom) = board.space(head.space), head.box
    labels, half = board.sea if home.is_sea else board.ground, (right - left) // 2
    spots = product(range(left - half, right + half), range(top - half, bottom + half))
    inside = [((x + view[0]) % board.size[0], y + view[1]) for x, y in spots if 0 <= y + view[1] < board.size[1]]
    return any(labels.getpixel(spot) == home.number for spot in inside)


@pytest.mark.parametrize("setup", SETUPS)
def test_units_away_from_home_do_not_stand_by_the_name_of_another_land(setup: str) -> None:
    board = load_board(new_game(setup).edition.board.board)
    for shown in (describe(new_game(setup)), describe(attack(setup).state)):
        placed = place_stacks(board, stacks_of(shown)).stacks
        assert [each for stack in placed for each in misread(board, stack)] == []


def misread(board: Board, stack: PlacedStack) -> Iterator[tuple[str, str]]:
    """Names of lands by which rows of a land stand that are not at home, nearer than by their own."""
    home = board.space(stack.space)
    for rows in together([row.box for row in stack.rows]):
        if home.is_sea or board.land_at(in_board(board, around(rows))) == home.number:
            continue
        own = min(gap(box, home.label_box) for box in rows)
        for other in board.spaces.values():
            if not other.is_sea and min(gap(box, other.label_box) for box in rows) < min(own, BESIDE):
                yield stack.space, other.id


def assert_ends_are_seen(ordered: Attack) -> None:
    """On the whole board and on its front."""
    for _, layout in ordered.drawn:
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
    start = apply(new_game("aa1941"), {"type": "end_phase", "phase": "purchase"}, ScriptedDice(())).state
    ordered = after(
        start,
        moved({"infantry": 6, "tank": 1, "fighter": 1}, "russia", "west_russia"),
        moved({"infantry": 3, "tank": 1}, "caucasus", "west_russia"),
        moved({"infantry": 3}, "karelia", "west_russia"),
    )
    assert_ends_are_seen(ordered)
    assert_moves_are_read(ordered)
