"""The visible part of a board while it is drawn: where pixels of the board lie in the picture, and what is taken."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

from PIL import Image, ImageDraw

from maps.board.assets import Board, Box, Space, cut
from maps.board.powers import DARK, PAPER
from maps.looks.reading import Colour
from maps.stacks.contents import Plate
from maps.stacks.layout import Kind, Layout, Leader, Point
from maps.stacks.leading import Line
from maps.stacks.rows import PlacedStack

BESIDE_BADGES = 2  # pixels that are kept free around them
USUAL_WIDTH = 1500  # lines and patterns of wider pictures are drawn larger, because they are looked at smaller

T = TypeVar("T")


class Canvas:
    """A picture in the making. Boxes and spots are pixels of the board unless "picture" is said."""

    def __init__(
        self,
        board: Board,
        position: Mapping[str, Any],
        box: Box,
        stacks: Iterable[PlacedStack],
        image: Image.Image,
        *,
        is_painted: bool = False,
    ) -> None:
        """The image shows sea and land, and coasts and borders too where it is painted."""
        self.board, self.position = board, position
        self.left, self.top, self.right, self.bottom = box
        self.stacks = {stack.space: stack for stack in stacks}
        self.badges: Sequence[PlacedStack] = ()  # of overlays, as soon as they have their places
        self.layout = Layout()
        self._known: dict[Hashable, Any] = {}
        self._shifts = (-board.size[0], 0, board.size[0]) if board.wraps else (0,)
        self.image, self.is_painted = image, is_painted

    def once(self, what: Hashable, find: Callable[[], T]) -> T:
        """What is found once for this picture, however often it is asked for."""
        if what not in self._known:
            self._known[what] = find()
        found: T = self._known[what]
        return found

    @cached_property
    def ground(self) -> Image.Image:
        """The visible part of the ground: labels of the land, and shades of the sea beyond all of these."""
        return self.cut(self.board.ground)

    @cached_property
    def sea_numbers(self) -> Image.Image:
        """The visible part of the labels of the sea zones."""
        return self.cut(self.board.sea)

    @cached_property
    def ink(self) -> Image.Image:
        """The visible part of the ink of coasts and borders."""
        return self.cut(self.board.ink)

    @property
    def scale(self) -> float:
        """How much larger than usual lines and patterns are drawn, so that they are seen on a phone."""
        return max(1.0, self.image.width / USUAL_WIDTH)

    def cut(self, whole: Image.Image) -> Image.Image:
        """The visible part of one of the board's images; all of it is the shared image itself."""
        box = self.left, self.top, self.right, self.bottom
        return whole if box == (0, 0, *self.board.size) else cut(whole, box)

    def owner(self, space: Space) -> str:
        """Who controls a territory, or nothing."""
        return self.position.get("owners", {}).get(space.id) or ""

    def shifts(self) -> tuple[int, ...]:
        """Where the board is repeated in this picture."""
        return self._shifts

    def sees(self, box: Box) -> bool:
        """Whether a part of a box is in the picture."""
        if box[3] <= self.top or self.bottom <= box[1]:
            return False
        return any(self.left < box[2] + shift and box[0] + shift < self.right for shift in self._shifts)

    def paste(
        self,
        sprite: Image.Image,
        spot: tuple[int, int],
        kind: Kind,
        about: str,
        *,
        rim: int = 0,
        least: float = 0,
        plate: Plate | None = None,
    ) -> None:
        """Put a sprite with its top left corner at a spot, wherever at least such a share of it is seen.

        Its rim may be covered.
        """
        (width, height), (most_right, most_down) = sprite.size, self.image.size
        top = spot[1] - self.top
        bottom = top + height
        down = min(bottom, most_down) - max(0, top)
        if down <= 0:
            return
        for shift in self._shifts:
            left = spot[0] + shift - self.left
            right = left + width
            across = min(right, most_right) - max(0, left)
            if across > 0 and across * down >= least * width * height:
                self.image.paste(sprite, (left, top), sprite)
                self.layout.add(kind, about, (left + rim, top + rim, right - rim, bottom - rim), plate)

    def write(self, sprite: Image.Image, text: str, box: Box) -> None:
        """Put words where there is room for them; the box is one of the picture."""
        self.layout.add("words", text, box)
        self.image.paste(sprite, box[:2], sprite)

    def join(self, words: str, stroke: Sequence[Point], colour: Colour, scale: float) -> Sequence[Leader]:
        """Draw a stroke from words to what they are about, with a dot at its end; spots are pixels of the picture."""
        draw, (x, y) = ImageDraw.Draw(self.image), stroke[-1]
        for fill, thick in ((PAPER, 5 * scale), (colour, 2 * scale)):
            around = thick / 2 + 2 * scale
            draw.line(list(stroke), fill=fill, width=round(thick), joint="curve")
            draw.ellipse((x - around, y - around, x + around, y + around), fill=fill)
        lines = [Leader(words, start, end) for start, end in pairwise(stroke)]
        self.layout.leaders += lines
        return lines

    def lead(self, space: str, lines: Sequence[Line]) -> None:
        """Draw lines from a space to what stands elsewhere: a dot where one begins, none where it bends."""
        if not lines:
            return
        draw = ImageDraw.Draw(self.image)
        bends = {end for _, end in lines}
        for shift in self.shifts():
            moved = [[(x + shift - self.left, y - self.top) for x, y in line] for line in lines]
            self.layout.leaders += [Leader(space, start, end) for start, end in moved]
            for colour, width, radius in ((PAPER, 5, 5), (DARK, 2, 3)):
                for line, (start, end) in zip(lines, moved, strict=True):
                    around = width // 2 if line[0] in bends else radius
                    draw.line([start, end], fill=colour, width=width)
                    draw.ellipse(
                        [start[0] - around, start[1] - around, start[0] + around, start[1] + around], fill=colour
                    )

    def boxes(self, space: str, shift: int = 0) -> list[Box]:
        """What the name and the units of a space cover, so far to the right."""
        boxes = [self.board.space(space).label_box]
        boxes += [row.box for row in self.stacks[space].rows] if space in self.stacks else []
        return [(box[0] + shift, box[1], box[2] + shift, box[3]) for box in boxes]

    def all_boxes(self, shift: int = 0) -> list[Box]:
        """What all names, units and badges cover, so far to the right."""
        return self.once(("boxes", shift), lambda: list(self._each_box(shift)))

    def _each_box(self, shift: int) -> Iterator[Box]:
        for space in self.board.spaces:
            yield from self.boxes(space, shift)
        for left, top, right, bottom in (row.box for badge in self.badges for row in badge.rows):
            yield (
                left + shift - BESIDE_BADGES,
                top - BESIDE_BADGES,
                right + shift + BESIDE_BADGES,
                bottom + BESIDE_BADGES,
            )

    def in_picture(self, points: Sequence[tuple[float, float]]) -> list[list[tuple[float, float]]]:
        """A line in pixels of the picture; twice where it runs over the edge of the board."""
        shifts = [shift for shift in self.shifts() if any(self.left <= x + shift < self.right for x, _ in points)]
        return [[(x + shift - self.left, y - self.top) for x, y in points] for shift in shifts]
