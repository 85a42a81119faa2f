"""What every overlay can add to the picture of a position; each adds only what it needs."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from maps.board.assets import Board
from maps.board.canvas import Canvas
from maps.stacks.contents import Plate, Scale, Stack

Position = Mapping[str, Any]


class Badge(Plate, ABC):
    """A plate that an overlay puts beside the units of a space, and that draws itself."""

    @abstractmethod
    def sprite(self, scale: Scale) -> Image.Image:
        """The badge, as wide as `width` and as high as the scale says."""


@dataclass(frozen=True)
class LegendEntry:
    """What a sign of an overlay looks like, and what it means. The sample is as high as the legend's letters."""

    sample: Image.Image
    meaning: str


class Overlay:
    """Something that is shown over a position. `rank` is its place among the words: the lower, the earlier.

    is_laid_under_borders: all else of what it paints on is painted before, coasts and borders after it.
    """

    rank = 9
    is_laid_under_borders = False

    def spaces(self) -> Iterable[str]:
        """All spaces that it names."""
        return ()

    def tint(self, canvas: Canvas) -> None:
        """Paint on the ground."""

    def draw(self, canvas: Canvas) -> None:
        """Draw over the ground, under names and units."""

    def badges(self, _board: Board, _position: Position, /) -> Sequence[Stack]:
        """What is to stand beside the units, space by space."""
        return ()

    def write(self, canvas: Canvas) -> None:
        """Write where all else has left room."""

    def legend(self, _board: Board, _position: Position, _height: int, /) -> Sequence[LegendEntry]:
        """What its signs mean; the samples are to be as many pixels high as is said."""
        return ()

    def sentences(self, _board: Board, _position: Position, _seen: Collection[str], /) -> Sequence[str]:
        """The same in words, of the spaces that are seen."""
        return ()


def check_spaces(board: Board, overlays: Iterable[Overlay]) -> None:
    """Raises UnknownPlace where an overlay names a space that the board does not have."""
    for overlay in overlays:
        for space in overlay.spaces():
            board.space(space)
