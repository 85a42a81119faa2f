"""What stands where in a picture, so that nothing is put over what is there already."""

from dataclasses import dataclass, field, replace
from typing import Literal

from maps.board.assets import Box
from maps.stacks.contents import Plate

Kind = Literal["name", "units", "sign", "letter", "words", "badge", "title"]
Point = tuple[float, float]


@dataclass(frozen=True)
class Item:
    """Text or a sprite, and its box in pixels of the picture."""

    kind: Kind
    about: str  # the space, or the words themselves
    box: Box
    plate: Plate | None = None  # what a plate of units shows
    is_cut: bool = False  # it goes on beyond the edge


@dataclass(frozen=True)
class Leader:
    """A line from a space to its units standing elsewhere."""

    space: str
    start: Point
    end: Point


@dataclass(frozen=True)
class Head:
    """The head of an arrow: the space that it points at, and where the middle of the head is."""

    space: str
    box: Box


@dataclass
class Layout:
    """All text and sprites of a picture in the order in which they are drawn, the lines that lead to them, and the
    heads of arrows.
    """

    items: list[Item] = field(default_factory=list)
    leaders: list[Leader] = field(default_factory=list)
    heads: list[Head] = field(default_factory=list)

    def add(self, kind: Kind, about: str, box: Box, plate: Plate | None = None) -> None:
        """Something now stands in a box."""
        self.items.append(Item(kind, about, box, plate))

    def cut(self, size: tuple[int, int]) -> None:
        """All that was drawn so far ends at the edge of a picture of this size."""
        self.items = [_cut(item, size) for item in self.items]

    def move_down(self, by: int) -> None:
        """The picture got a strip of this height above it."""
        self.items = [replace(item, box=_lower(item.box, by)) for item in self.items]
        self.heads = [replace(head, box=_lower(head.box, by)) for head in self.heads]
        self.leaders = [
            Leader(line.space, (line.start[0], line.start[1] + by), (line.end[0], line.end[1] + by))
            for line in self.leaders
        ]


def _cut(item: Item, size: tuple[int, int]) -> Item:
    left, top, right, bottom = item.box
    if left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]:
        return item
    inside = max(0, left), max(0, top), min(size[0], right), min(size[1], bottom)
    return replace(item, box=inside, is_cut=True)


def _lower(box: Box, by: int) -> Box:
    return box[0], box[1] + by, box[2], box[3] + by
