"""The labels of a board: what is written on them is kept in a file since the board was compiled, because writing all of
it takes longer than all else that a first picture draws. Those drawn last are kept here, too, so never draw on them.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from maps.board.assets import Board, Box, Space, load_image
from maps.board.remembered import Remembered
from maps.signs.printed import Sign
from maps.signs.sprites import HALO, land_words, signed, with_income, zone_label

FILE = "labels.png"
WIDTH = 1000  # of the picture in that file
MANY = 12  # so many labels are written as soon as all are read

Words = dict[tuple[str, bool], Image.Image]  # by space and whether that is a capital

_LABELS: Remembered[Image.Image] = Remembered(1024)


class Label(NamedTuple):
    """The label of a space: its number, or who holds it, name, city or capital, and income."""

    space: str
    sign: Sign
    is_capital: bool


def drawn_labels(board: Board, wanted: Sequence[Label]) -> Iterator[Image.Image]:
    """The labels that are wanted on a board, one after the other."""
    new = sum((board.name, label) not in _LABELS for label in wanted)
    words = all_kept(board) if new > MANY else {}
    for label in wanted:
        yield _LABELS.recall((board.name, label), partial(_drawn, board, label, words))[0]


def _drawn(board: Board, label: Label, words: Words) -> Image.Image:
    space = board.space(label.space)
    is_capital = label.is_capital and bool(space.city)
    written = words.get((space.id, is_capital)) or words_on(space, is_capital)
    return written if space.is_sea else signed(written, space.lines, bool(space.value), label.sign)


def all_words(board: Board) -> Image.Image:
    """What is written on all labels of a board, drawn now, in one picture."""
    whole = Image.new("RGBA", _size(board))
    for space, is_capital, box in _boxes(board):
        whole.paste(words_on(space, is_capital), box[:2])
    return whole


def words_on(space: Space, is_capital: bool) -> Image.Image:
    """What is written on a label, drawn now."""
    if space.is_sea:
        return zone_label(space.lines[0], space.symbols)
    words = land_words(space.lines, space.city, bool(space.value), space.closed, is_capital)
    return with_income(words, space.lines, space.value)


def all_kept(board: Board) -> Words:
    """What is written on each label; nothing where the file was made by another version."""
    whole = load_image(board.name, FILE, "RGBA")
    if whole.size != _size(board):
        return {}
    return {(space.id, is_capital): whole.crop(box) for space, is_capital, box in _boxes(board)}


def _size(board: Board) -> tuple[int, int]:
    return WIDTH, max(box[3] for *_, box in _boxes(board))


def _boxes(board: Board) -> Iterator[tuple[Space, bool, Box]]:
    """Where in the picture each label is: in rows, the lowest first, a city's as a capital once more."""
    left = top = below = 0
    for space, is_capital, (width, height) in sorted(_sizes(board), key=lambda label: label[2][1]):
        if left + width > WIDTH:
            left, top = 0, below
        yield space, is_capital, (left, top, left + width, top + height)
        left, below = left + width, top + height


def _sizes(board: Board) -> Iterator[tuple[Space, bool, tuple[int, int]]]:
    for space in board.spaces.values():
        width, height = space.label_size
        rim = 0 if space.is_sea else 2 * HALO
        for is_capital in (False, True) if space.city else (False,):
            yield space, is_capital, (width + rim, height + rim)
