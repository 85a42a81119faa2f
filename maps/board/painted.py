"""The painted board that was drawn last; only what changed hands is painted again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from threading import Lock

from PIL import Image

from maps.board.assets import Board, Box, Space, cut
from maps.board.powers import DARK
from maps.board.territories import land_colour, land_palette, strips
from maps.looks.reading import Colour

MOST_PIXELS = 6_000_000
MOST_ANEW = 40  # of more lands that changed hands all are painted

Owners = Mapping[str, str | None]


@dataclass
class _Painted:
    board: Board
    image: Image.Image
    colours: dict[str, Colour]


_last: list[_Painted] = []
_lock = Lock()


def painted(board: Board, owners: Owners, box: Box) -> Image.Image | None:
    """Sea, land, coasts and borders of a part of a board; None for a part of one that is not kept painted.

    The largest boards are not kept, because their pictures take all the memory there is.
    """
    with _lock:
        if board.size[0] * board.size[1] > MOST_PIXELS:
            _last.clear()
            return None
        if not _last or _last[0].board is not board:
            if box != (0, 0, *board.size):
                return None
            _last.clear()  # before another is made, so that there are never two
            _last.append(_Painted(board, Image.new("RGB", board.size), {}))
        kept = _last[0]
        _paint(kept, owners)
        return kept.image.copy() if box == (0, 0, *board.size) else cut(kept.image, box)


def _paint(kept: _Painted, owners: Owners) -> None:
    """Paint what has other colours than before."""
    board = kept.board
    lands = [space for space in board.spaces.values() if not space.is_sea]
    colours = {space.id: land_colour(space, owners.get(space.id) or "") for space in lands}
    changed = [space for space in lands if kept.colours.get(space.id) != colours[space.id]]
    is_bare = not kept.colours  # then land that no space has is painted, too
    by_strips = is_bare or len(changed) > MOST_ANEW
    boxes = strips(board.size) if by_strips else (box for space in changed for box in _boxes(board, space))
    palette = land_palette(board, owners)
    for box in boxes:
        kept.image.paste(_part(board, palette, box), box[:2])
    kept.colours = colours


def _part(board: Board, palette: list[int], box: Box) -> Image.Image:
    colours = board.ground.crop(box)
    colours.putpalette(palette)
    part = colours.convert("RGB")
    part.paste(Image.new("RGB", part.size, DARK), (0, 0), board.ink.crop(box))
    return part


def _boxes(board: Board, space: Space) -> Iterator[Box]:
    """Where a land is: in two parts if it goes on at the other edge."""
    (left, top, right, bottom), width = space.box, board.size[0]
    yield left, top, min(right, width), bottom
    if right > width:
        yield 0, top, right - width, bottom
