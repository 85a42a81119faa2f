"""A board that is painted anew only where it changed hands looks as if it were painted from the beginning."""

from itertools import product
from typing import Any

import pytest
from PIL import Image

from maps import View, draw_board, front_view
from maps.board.assets import Box, load_board
from maps.board.canvas import Canvas
from maps.board.painted import is_kept, painted
from maps.board.territories import paint_borders, painted_land, stripe
from tests.maps.positions import opening
from tests.published import BOARDS


def whole(board: str) -> Box:
    return (0, 0, *load_board(board).size)


def bare_canvas(board: str, owners: dict[str, Any], box: Box) -> Canvas:
    shown = load_board(board)
    return Canvas(shown, {"owners": owners}, box, (), painted_land(shown, owners, box))


def from_the_beginning(board: str, owners: dict[str, Any], box: Box) -> Image.Image:
    canvas = bare_canvas(board, owners, box)
    paint_borders(canvas)
    return canvas.image


def with_others(owners: dict[str, Any]) -> dict[str, Any]:
    """Every seventh territory held by another power, and one at each edge by nobody."""
    held = sorted(owners)
    changed = {space: "japan" if owners[space] != "japan" else "germany" for space in held[::7]}
    return owners | changed | {held[1]: None}


@pytest.mark.parametrize("board", BOARDS)
def test_what_changed_hands_is_painted_anew_and_nothing_else_differs(board: str) -> None:
    shown, owners = load_board(board), dict(opening(board)["owners"])
    for held in (owners, owners, with_others(owners), owners):
        image = painted(shown, held, whole(board))
        assert image.tobytes() == from_the_beginning(board, held, whole(board)).tobytes()


@pytest.mark.parametrize("board", BOARDS)
def test_a_part_of_a_painted_board_is_that_part_as_it_would_be_painted(board: str) -> None:
    shown, held = load_board(board), dict(opening(board)["owners"])
    width = shown.size[0]
    boxes = [(200, 100, 1200, 900)] + ([(width - 400, 100, width + 600, 900)] if shown.wraps else [])
    for _ in range(2):
        painted(shown, held, whole(board))
    for box, owners in product(boxes, (with_others(held), dict.fromkeys(held, "japan"))):
        part = painted(shown, owners, box)
        assert part.tobytes() == from_the_beginning(board, owners, box).tobytes()


@pytest.mark.parametrize("board", BOARDS)
def test_stripes_lie_under_the_borders_of_a_painted_board(board: str) -> None:
    shown, owners = load_board(board), dict(opening(board)["owners"])
    for box in (whole(board), (100, 100, 1400, 1100)):
        bare, kept = bare_canvas(board, owners, box), painted(shown, owners, box)
        over_all = Canvas(shown, {"owners": owners}, box, (), kept, is_painted=True)
        for space in sorted(owners)[::3]:
            stripe(bare, shown.space(space))
            stripe(over_all, shown.space(space))
        paint_borders(bare)
        assert over_all.image.tobytes() == bare.image.tobytes()


def test_a_picture_drawn_over_a_painted_board_leaves_that_as_it_is() -> None:
    view = front_view("aa1941", ["west_russia"])
    before = draw_board("aa1941", opening(), view).data
    draw_board("aa1941", opening())
    draw_board("aa1941", opening())
    draw_board("aa1941", opening(), View((900, 200, 2100, 1100)))
    assert draw_board("aa1941", opening(), view).data == before


def test_the_board_that_is_painted_whole_twice_takes_the_place_of_the_one_that_was() -> None:
    last = ""
    for name in ("revised", "global_1940", "aa1941"):  # the first, so that it doesn't matter what was painted before
        board, owners = load_board(name), opening(name)["owners"]
        painted(board, owners, whole(name))
        assert not last or not is_kept(board)
        painted(board, owners, whole(name))
        assert is_kept(board)
        assert not last or not is_kept(load_board(last))
        last = name
