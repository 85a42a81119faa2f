"""What stands where in a picture, so that nothing is put over what is there already."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from maps.board import Box
from maps.stacks import Plate

Kind = Literal["name", "units", "sign", "letter", "words", "badge", "title"]
Point = tuple[float, float]


@dataclass(frozen=True)
class Item:
    """Text or a sprite in a picture; its box in pixels of the picture goes beyond the edge where it is cut there."""

    kind: Kind
    about: str  # the space, or the words themselves
    box: Box
    plate: Plate | None = None  # what a plate of units shows
    is_cut: bool = False  # by the upper edge of the board, below a title


@dataclass(frozen=True)
class Leader:
    """A line from a space to its units standing elsewhere."""

    space: str
    start: Point
    end: Point


@dataclass
class Layout:
    """All text and sprites of a picture in the order in which they are drawn, and the lines that lead to them."""

    items: list[Item] = field(default_factory=list)
    leaders: list[Leader] = field(default_factory=list)

    def add(self, kind: Kind, about: str, box: Box, plate: Plate | None = None) -> None:
        """Something now stands in a box."""
        self.items.append(Item(kind, about, box, plate))

    def boxes(self) -> Iterator[Box]:
        """What is taken."""
        return (item.box for item in self.items)

    def move_down(self, by: int) -> None:
        """The picture got a strip of this height above it."""
        self.items = [_moved_down(item, by) for item in self.items]
        self.leaders = [
            Leader(line.space, (line.start[0], line.start[1] + by), (line.end[0], line.end[1] + by))
            for line in self.leaders
        ]


def _moved_down(item: Item, by: int) -> Item:
    left, top, right, bottom = item.box
    return replace(item, box=(left, max(0, top) + by, right, bottom + by), is_cut=top < 0)
