"""Pictures: a whole board, a crop of it, and the board of a large battle."""

from __future__ import annotations

import io

from PIL import Image

from engine import describe, new_game
from maps import WHOLE_BOARD, View, draw_board
from maps.battle_board import draw_battle
from maps.encoding import encoded
from tests.bench.measured import Measured, middle, milliseconds
from tests.maps.battle_samples import huge_battle

CROP = (900, 200, 2100, 1100)
TIMES = 7


def measure(setup: str = "aa1941") -> list[Measured]:
    """The budgets of drawing."""
    position = describe(new_game(setup))
    board = new_game(setup).edition.board.board

    def draw(view: View) -> bytes:
        return draw_board(board, position, view).data

    whole = draw(WHOLE_BOARD)
    image = Image.open(io.BytesIO(whole)).convert("RGB")

    crop = View(box=CROP)
    draw(crop)
    drawn = middle([milliseconds(lambda: draw(WHOLE_BOARD)) for _ in range(TIMES)])
    bare = middle([milliseconds(lambda: encoded(image)) for _ in range(TIMES)])
    cropped = middle([milliseconds(lambda: draw(crop)) for _ in range(TIMES)])
    battle = huge_battle()
    fought = middle([milliseconds(lambda: draw_battle(battle)) for _ in range(TIMES)])
    size = f"{image.width} x {image.height}"
    return [
        Measured(f"whole {board} board, {size}, drawn and encoded", drawn, 250, "ms"),
        Measured("the same against the bare encode of that image", drawn / bare, 2, "x"),
        Measured("crop 1200 x 900, drawn and encoded", cropped, 100, "ms"),
        Measured("battle of forty units a side, drawn and encoded", fought, 60, "ms"),
    ]
