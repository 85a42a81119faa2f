"""Every name and every unit has its room on every board."""

from itertools import combinations
from math import hypot

import pytest

from maps.board.assets import load_board
from maps.signs.sprites import canal_symbol
from maps.stacks.contents import Cell, Plate, Stack, stacks_of
from maps.stacks.placing import forget_places, place_stacks
from tests.gallery.overlaid import late
from tests.maps.test_layout import overlap
from tests.published import BOARDS
from tests.samples import Sample

NEAR = 170  # pixels of a line, less than the width of most spaces


@pytest.mark.parametrize("name", BOARDS)
def test_names_and_canals_keep_off_each_other_and_lie_inside_the_board(name: str) -> None:
    board = load_board(name)
    boxes = [(space.id, space.label_box) for space in board.spaces.values()]
    for canal in board.canals:
        (x, y), half = canal.at, canal_symbol(canal.closed).width // 2
        boxes.append((canal.name, (x - half, y - half, x + half, y + half)))
    assert [(a, b) for (a, x), (b, y) in combinations(boxes, 2) if overlap(x, y)] == []
    width, height = board.size
    assert [a for a, (left, top, right, bottom) in boxes if min(left, top, width - right, height - bottom) < 0] == []


@pytest.mark.sampled
@pytest.mark.parametrize("name", BOARDS)
def test_units_get_the_same_places_whatever_was_drawn_before(name: str, sample: Sample[Stack]) -> None:
    board, stacks = load_board(name), stacks_of(late(name))
    others = [stack for stack in stacks.values() if stack.plates]
    for left_out in sample(others[:: len(others) // 2 + 1], 2):
        fewer = {space: stack for space, stack in stacks.items() if stack is not left_out}
        after_others = place_stacks(board, fewer)
        forget_places()
        assert place_stacks(board, fewer).stacks == after_others.stacks


@pytest.mark.parametrize("name", BOARDS)
def test_two_kinds_of_units_alone_stand_in_their_space_or_near_it(name: str) -> None:
    board = load_board(name)
    far = []
    for space in board.spaces.values():
        if not space.closed:
            units = ("submarine", "destroyer") if space.is_sea else ("infantry", "tank")
            stack = Stack(space.id, (), (Plate("japan", tuple(Cell(unit, 2) for unit in units)),))
            leaders = place_stacks(board, {space.id: stack}).stacks[0].leaders
            far += [space.id for start, end in leaders if hypot(end[0] - start[0], end[1] - start[1]) > NEAR]
    assert far == []
