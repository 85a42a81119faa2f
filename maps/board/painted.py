"""The painted board that was drawn last; only what changed hands is painted again."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock

from PIL import Image

from maps.board.assets import Board, Box, Space, cut
from maps.board.territories import Owners, darken, land_colour, land_palette, painted_land
from maps.looks.reading import Colour

MOST_ANEW = 40  # of more lands that changed hands all are painted


@dataclass
class _Painted:
    board: Board
    image: Image.Image
    colours: dict[str, Colour]


_last: list[_Painted] = []
_whole: list[Board] = []
_lock = Lock()


def painted(board: Board, owners: Owners, box: Box) -> Image.Image:
    """Sea, land, coasts and borders of a part of a board.

    A board is kept from the second time on that all of it is painted: the first picture need not wait for a copy.
    """
    with _lock:
        is_whole = box == (0, 0, *board.size)
        if not is_kept(board) and not (is_whole and _is_second(board)):
            return painted_land(board, owners, box, with_borders=True)
        colours = _colours(board, owners)
        last = _last[0].colours if is_kept(board) else colours
        changed = [space for space, colour in colours.items() if last[space] != colour]
        if not is_kept(board) or len(changed) > MOST_ANEW:
            _last.clear()  # before another is made, so that there are never two
            _last.append(_Painted(board, painted_land(board, owners, (0, 0, *board.size), with_borders=True), colours))
            changed = []
        kept, palette = _last[0], land_palette(board, owners)
        for part in (part for space in changed for part in _boxes(board, board.spaces[space])):
            kept.image.paste(_part(board, palette, part), part[:2])
        kept.colours = colours
        return kept.image.copy() if is_whole else cut(kept.image, box)


def is_kept(board: Board) -> bool:
    """Whether only what changes is painted on that board."""
    return bool(_last) and _last[0].board is board


def _is_second(board: Board) -> bool:
    """Whether that board is the one that was painted whole the last time."""
    is_second = bool(_whole) and _whole[0] is board
    _whole[:] = [board]
    return is_second


def _colours(board: Board, owners: Owners) -> dict[str, Colour]:
    lands = (space for space in board.spaces.values() if not space.is_sea)
    return {space.id: land_colour(space, owners.get(space.id) or "") for space in lands}


def _part(board: Board, palette: list[int], box: Box) -> Image.Image:
    colours = board.ground.crop(box)
    colours.putpalette(palette)
    part = colours.convert("RGB")
    darken(part, board.ink.crop(box))
    return part


def _boxes(board: Board, space: Space) -> Iterator[Box]:
    """Where a land is: in two parts if it goes on at the other edge."""
    (left, top, right, bottom), width = space.box, board.size[0]
    yield left, top, min(right, width), bottom
    if right > width:
        yield 0, top, right - width, bottom
