"""The labels of a board: what is written on them is kept in a picture since the board was compiled, because writing all
of it takes longer than all else that a first picture draws. All are kept here, too, so never draw on them.
"""

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from maps.board.assets import Board, Box, Space, load_board, load_image
from maps.signs.printed import Sign
from maps.signs.sprites import HALO, land_words, signed, zone_label

FILE = "labels.png"


@lru_cache(maxsize=1024)
def label_of(board: str, space: str, sign: Sign, is_capital: bool) -> Image.Image:
    """The label of a space: its number, or who holds it, name, city or capital, and income."""
    place = load_board(board).space(space)
    words = _words_of(board)[space, is_capital and bool(place.city)]
    return words if place.is_sea else signed(words, place.lines, place.value, sign)


def all_words(board: Board) -> Image.Image:
    """What is written on all labels of a board, drawn now, in one picture."""
    boxes = list(_boxes(board))
    whole = Image.new("RGBA", (max(box[2] for *_, box in boxes), max(box[3] for *_, box in boxes)))
    for space, is_capital, box in boxes:
        whole.paste(words_on(space, is_capital), box[:2])
    return whole


def words_on(space: Space, is_capital: bool) -> Image.Image:
    """What is written on a label, drawn now."""
    if space.is_sea:
        return zone_label(space.lines[0], space.symbols)
    return land_words(space.lines, space.city, bool(space.value), space.closed, is_capital)


@lru_cache(maxsize=2)
def _words_of(board: str) -> dict[tuple[str, bool], Image.Image]:
    """What is written on each label, by space and whether that is a capital."""
    whole = load_image(board, FILE, "RGBA")
    return {(space.id, is_capital): whole.crop(box) for space, is_capital, box in _boxes(load_board(board))}


def _boxes(board: Board) -> Iterator[tuple[Space, bool, Box]]:
    """Where in the picture each label is: one below the other, a city's as a capital once more."""
    top = 0
    for space in board.spaces.values():
        width, height = space.label_size
        rim = 0 if space.is_sea else 2 * HALO
        for is_capital in (False, True) if space.city else (False,):
            yield space, is_capital, (0, top, width + rim, top + height + rim)
            top += height + rim
