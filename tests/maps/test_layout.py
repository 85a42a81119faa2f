"""Nothing covers a label, nothing covers another stack, nothing leaves the picture."""

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from maps.board.assets import Board, Box, load_board
from maps.signs.sprites import canal_symbol
from maps.stacks.contents import LARGE, stacks_of
from maps.stacks.placing import place_stacks
from maps.stacks.rows import PlacedStack
from tests.maps.positions import Position, crowded, everywhere, opening

BOARD = "aa1941"

POSITIONS = [opening, crowded, everywhere]


def overlap(a: Box, b: Box) -> bool:
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def placed(position: Position) -> list[PlacedStack]:
    return list(place_stacks(load_board(BOARD), stacks_of(position)).stacks)


def rows(stacks: list[PlacedStack]) -> Iterator[tuple[str, Box]]:
    for stack in stacks:
        for row in stack.rows:
            yield stack.space, row.box


def labels(board: Board) -> list[tuple[str, Box]]:
    return [(space.id, space.label_box) for space in board.spaces.values()]


@pytest.mark.parametrize("position", POSITIONS)
def test_stacks_do_not_overlap(position: Callable[[], Position]) -> None:
    boxes = list(rows(placed(position())))
    assert [(a, b) for (a, x), (b, y) in combinations(boxes, 2) if overlap(x, y)] == []


@pytest.mark.parametrize("position", POSITIONS)
def test_stacks_cover_no_label_and_no_canal(position: Callable[[], Position]) -> None:
    board = load_board(BOARD)
    signs = labels(board)
    for canal in board.canals:
        (x, y), half = canal.at, canal_symbol(canal.closed).width // 2
        signs.append((canal.name, (x - half, y - half, x + half, y + half)))
    found = [(space, sign) for space, box in rows(placed(position())) for sign, other in signs if overlap(box, other)]
    assert found == []


@pytest.mark.parametrize("position", POSITIONS)
def test_everything_stands_inside_the_picture(position: Callable[[], Position]) -> None:
    board = load_board(BOARD)
    for space, (left, top, right, bottom) in [*rows(placed(position())), *labels(board)]:
        assert left >= 0, space
        assert top >= 0, space
        assert right <= board.size[0], space
        assert bottom <= board.size[1], space


def test_labels_do_not_overlap() -> None:
    boxes = labels(load_board(BOARD))
    assert [(a, b) for (a, x), (b, y) in combinations(boxes, 2) if overlap(x, y)] == []


@pytest.mark.parametrize("position", POSITIONS)
def test_every_unit_is_on_exactly_one_plate(position: Callable[[], Position]) -> None:
    wanted = position()
    shown: dict[tuple[str, str, str], int] = {}
    for stack in placed(wanted):
        for row in stack.rows:
            for plate in row.row:
                for cell in plate.cells if plate.power else ():
                    key = stack.space, plate.power, cell.unit
                    shown[key] = shown.get(key, 0) + cell.count
    assert shown == {
        (space, power, unit): count
        for space, powers in wanted["units"].items()
        for power, units in powers.items()
        for unit, count in units.items()
    }


def test_the_opening_position_needs_no_lines_from_spaces_to_stacks_and_hardly_any_small_units() -> None:
    stacks = placed(opening())
    assert [stack.space for stack in stacks if stack.leaders] == []
    assert sum(any(row.scale is not LARGE for row in stack.rows) for stack in stacks) <= 5


def test_a_power_stands_in_one_row_in_the_opening_position_where_there_is_room() -> None:
    split = []
    for stack in placed(opening()):
        powers = [plate.power for row in stack.rows for plate in row.row if plate.power]
        if len(powers) > len(set(powers)):
            split.append(stack.space)
    assert len(split) <= 4


def test_a_stack_away_from_its_space_has_a_line_to_it() -> None:
    board = load_board(BOARD)
    away = [stack for stack in placed(everywhere()) if stack.leaders]
    assert away
    for stack in away:
        space = board.space(stack.space)
        roots = [space.label_box, *(row.box for row in stack.rows), (*space.anchor, *space.anchor)]
        for x, y in (start for start, _ in stack.leaders):
            assert any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in roots)
