"""Words beside a line where nothing else stands, and a stroke to the line where they stand apart from it."""

from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from math import dist, hypot
from typing import Any, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from maps.board.assets import Box
from maps.board.remembered import Remembered
from maps.stacks.layout import Layout, Leader

TOUCHING = 6  # pixels; words that are so near to their line need no stroke
LINE = 9  # pixels; so wide a line is kept free of words
CLEAR = 7  # pixels; so wide a stroke must meet nothing
STROKES = 3  # how many are tried from a place
GRID = 4  # pixels between the points over which bent strokes lead, and from them to what stands
STEPS = 12  # how many pixels of a stroke are checked before all of them are
Spot = tuple[float, float]
Stroke = tuple[Spot, Spot]
Ways = tuple[Sequence[float], Sequence[int], Sequence[int]]  # shares of a line, sides, pixels down
NEAR: Ways = (0.3, 0.5, 0.4, 0.2, 0.65, 0.8), (0, -1, 1), (0, -30, 30, -60, 60, -90, 90)
FARTHER: Ways = (0.5, 0.1, 0.9, 0.3, 0.7), (0, -1, 1, -2, 2), range(-300, 301, 26)


class Placed(NamedTuple):
    """Where words stand, and the spots of the stroke from them to their line if there is one."""

    box: Box
    stroke: tuple[Spot, ...] = ()


# From one picture to the next most words stay where they are.
_BESIDE: Remembered[Placed | None] = Remembered(200)


class Taken:
    """The pixels of a picture on which something stands, and those over which lines lead."""

    def __init__(self, layout: Layout, size: tuple[int, int]) -> None:
        self.size = size
        self.boxes: list[Box] = []
        self._lines: list[tuple[Spot, Spot]] = []
        self._free_points: tuple[bytes, int] | None = None  # until something else stands somewhere
        self._stood_on, self._used = Image.new("L", size), Image.new("L", size)
        self._draw_stood_on, self._draw_used = ImageDraw.Draw(self._stood_on), ImageDraw.Draw(self._used)
        # Their pixels one by one, as they are whenever one is asked for.
        self._pixel_stood_on: Any = self._stood_on.load()
        self._pixel_used: Any = self._used.load()
        for item in layout.items:
            self.add(item.box)
        for head in layout.heads:
            self.add(head.box)
        for line in layout.leaders:
            self.add_line(line)

    def add(self, box: Box) -> None:
        """Something now stands in a box."""
        self.boxes.append(box)
        self._free_points = None
        left, top, right, bottom = box
        if right > left and bottom > top:
            for draw in (self._draw_stood_on, self._draw_used):
                draw.rectangle((left, top, right - 1, bottom - 1), fill=255)

    def add_line(self, line: Leader) -> None:
        """A line now leads from here to there."""
        self._lines.append((line.start, line.end))
        self._draw_used.line([line.start, line.end], fill=255, width=LINE)

    def within(self, box: Box) -> Hashable:
        """Another value if anything else stands in a box or leads over it."""
        left, top, right, bottom = box
        boxes = (b for b in self.boxes if b[0] < right and b[2] > left and b[1] < bottom and b[3] > top)
        lines = (
            (start, end)
            for start, end in self._lines
            if min(start[0], end[0]) - LINE < right
            and max(start[0], end[0]) + LINE > left
            and min(start[1], end[1]) - LINE < bottom
            and max(start[1], end[1]) + LINE > top
        )
        return array("i", chain.from_iterable(boxes)).tobytes(), tuple(lines)

    def covers(self, spot: Spot) -> bool:
        """Whether something stands on a pixel of the picture."""
        return bool(self._pixel_stood_on[int(spot[0]), int(spot[1])])

    def inside(self, points: Iterable[Spot]) -> list[Spot]:
        """The spots of a line that are in the picture."""
        return [(x, y) for x, y in points if 0 <= x < self.size[0] and 0 <= y < self.size[1]]

    def seen(self, inside: list[Spot]) -> list[Spot]:
        """Those of these spots that nothing covers; all where that is none."""
        return [spot for spot in inside if not self.covers(spot)] or inside

    def meets(self, box: Box) -> bool:
        """Whether something stands in a box, or a line leads over it."""
        left, top, right, bottom = box
        used = self._pixel_used
        for x in ((left + right) // 2, left, right - 1):
            if used[x, (top + bottom) // 2] or used[x, top] or used[x, bottom - 1]:
                return True
        return self._used.crop(box).getbbox() is not None

    def free_points(self) -> tuple[bytes, int]:
        """For each point of a grid, row by row, other than 0 where nothing stands around it, and how many are in a row.

        The points at the edges are never free.
        """
        if self._free_points is None:
            self._free_points = self._found_free()
        return self._free_points

    def _found_free(self) -> tuple[bytes, int]:
        squares = self._stood_on.reduce(GRID).point([255, *[0] * 255])
        framed = Image.new("L", (squares.width + 2, squares.height + 2), 0)
        framed.paste(squares, (1, 1))
        for across, down in ((1, 0), (0, 1)):
            framed = ImageChops.darker(framed, ImageChops.offset(framed, across, down))
        return framed.tobytes(), framed.width

    def meets_stroke(self, start: Spot, end: Spot) -> bool:
        """Whether something stands in the way from one spot to another; lines may be crossed."""
        (x0, y0), (x1, y1) = start, end
        covered = self._pixel_stood_on
        for step in range(STEPS + 1):
            if covered[int(x0 + (x1 - x0) * step / STEPS), int(y0 + (y1 - y0) * step / STEPS)]:
                return True
        left, top = (int(min(a, b)) - CLEAR for a, b in zip(start, end, strict=True))
        right, bottom = (int(max(a, b)) + CLEAR for a, b in zip(start, end, strict=True))
        way = Image.new("L", (right - left, bottom - top))
        ends = [(x - left, y - top) for x, y in (start, end)]
        ImageDraw.Draw(way).line(ends, fill=255, width=CLEAR)
        return ImageChops.darker(way, self._stood_on.crop((left, top, right, bottom))).getbbox() is not None


def place_beside(
    size: tuple[int, int],
    points: Sequence[Spot],
    taken: Taken,
    *,
    others: Sequence[Spot] = (),
    best: float = 0.5,
) -> Placed | None:
    """The place for words by a line that is nearest to a share of it; None if there is none, or the line is not seen.

    others: where other lines begin: words nearer to one of these than to the beginning of their own would be taken for
    its words, so they stand there only where there is no other room.
    """
    inside = taken.inside(points)
    if not inside:
        return None
    around = _tried_around(size, inside)
    causes = size, tuple(inside), tuple(others), best, taken.size, taken.within(around)
    return _BESIDE.recall(causes, lambda: _place_beside(size, inside, taken, others, best))[0]


def _place_beside(
    size: tuple[int, int], inside: list[Spot], taken: Taken, others: Sequence[Spot], best: float
) -> Placed | None:
    seen = taken.seen(inside)
    spare: Placed | None = None
    for box in free_places(size, inside, taken, best):
        is_rivals = _is_nearer(box, others, inside[0])
        if spare and is_rivals:
            continue
        placed = _joined(box, seen, taken)
        if placed and not is_rivals:
            return placed
        spare = spare or placed
    return spare


def free_places(size: tuple[int, int], inside: Sequence[Spot], taken: Taken, best: float) -> Iterator[Box]:
    """Where words could stand by a line of these spots, the nearest to a share of it first."""
    for ways in (NEAR, FARTHER) if inside else ():
        yield from (box for box in _places(size, inside, taken.size, ways, best) if not taken.meets(box))


def _tried_around(size: tuple[int, int], line: Sequence[Spot]) -> Box:
    """All around a line on which it depends where its words stand: no place for them, and no stroke, is beyond it."""
    across = max(map(abs, FARTHER[1])) * (size[0] / 2 + 16) + size[0] / 2 + LINE + CLEAR
    down = max(map(abs, FARTHER[2])) + size[1] / 2 + LINE + CLEAR
    left, top = (int(min(spot[k] for spot in line) - far) for k, far in ((0, across), (1, down)))
    right, bottom = (int(max(spot[k] for spot in line) + far) + 1 for k, far in ((0, across), (1, down)))
    return left, top, right, bottom


def _joined(box: Box, seen: Sequence[Spot], taken: Taken) -> Placed | None:
    """Words in a free box, if they are beside their line or a stroke from them to it meets nothing either."""
    strokes = _strokes(box, seen)
    if dist(*strokes[0]) <= TOUCHING:
        return Placed(box)
    clear = next((stroke for stroke in strokes if not taken.meets_stroke(*stroke)), None)
    return Placed(box, clear) if clear else None


def _is_nearer(box: Box, rivals: Iterable[Spot], own: Spot) -> bool:
    """Whether words in a box are nearer to the beginning of another line than to that of their own."""
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    away = dist(own, middle)
    return any(dist(rival, middle) < away for rival in rivals)


def _places(
    size: tuple[int, int], points: Sequence[Spot], picture: tuple[int, int], ways: Ways, best: float
) -> Iterator[Box]:
    """All places that are tried, the nearest first."""
    width, height = size
    last_left, last_top = picture[0] - width - 2, picture[1] - height - 2
    spots = {share: points[round((len(points) - 1) * share)] for share in ways[0]}
    for share, aside, down in _ways_beside(size, ways, best):
        x, y = spots[share]
        left, top = min(max(2, int(x + aside)), last_left), min(max(2, int(y + down)), last_top)
        yield left, top, left + width, top + height


@lru_cache(maxsize=256)
def _ways_beside(size: tuple[int, int], ways: Ways, best: float) -> Sequence[tuple[float, float, float]]:
    """Shares of a line, and how far aside and down of there words of a size begin, the nearest first."""
    width, height = size
    shares, sides, downs = ways
    offsets = [(side * (width / 2 + 16), down) for side, down in product(sides, downs)]
    steps = [(aside - width / 2, down - height / 2, 0.3 * hypot(aside, down)) for aside, down in offsets]
    found = [
        (farther + 40 * abs(share - best), share, aside, down) for share in shares for aside, down, farther in steps
    ]
    return [(share, aside, down) for _, share, aside, down in sorted(found, key=lambda way: way[0])]


def _strokes(box: Box, line: Sequence[Spot]) -> list[Stroke]:
    """From a box the shortest straight ways to a line."""
    left, top, right, bottom = box
    ends = [((min(max(x, left), right), min(max(y, top), bottom)), (x, y)) for x, y in line]
    return sorted(ends, key=lambda stroke: dist(*stroke))[:STROKES]
