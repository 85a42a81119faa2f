"""Lines from spaces to units that stand elsewhere, past names and other units."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import hypot

from maps.board import Box

BENDS = range(-240, 241, 24)  # so far from its middle, across and down, a line may be bent

Point = tuple[int, int]
Line = tuple[Point, Point]


def clearest(lines: Iterable[Line], obstacles: Iterable[Box]) -> tuple[int, tuple[Line, ...]]:
    """The line that runs over the fewest boxes, and over how many; the first of several."""
    best: tuple[int, tuple[Line, ...]] = 0, ()
    for line in lines:
        crossings = _crossings(line, obstacles)
        if not best[1] or crossings < best[0]:
            best = crossings, (line,)
        if not crossings:
            break
    return best


def bent(line: Line, obstacles: Iterable[Box], size: tuple[int, int]) -> tuple[Line, ...]:
    """The shortest way round all boxes in two lines on a board of this size; nothing if there is none."""
    start, end = line
    x, y = middle((*start, *end))
    corners = ((x + across, y + down) for across, down in product(BENDS, BENDS))
    inside = (corner for corner in corners if 0 <= corner[0] < size[0] and 0 <= corner[1] < size[1])
    near = [box for box in obstacles if gap(box, (x, y, x, y)) < BENDS[-1] + length(line)]
    for corner in sorted(inside, key=lambda corner: length((start, corner)) + length((corner, end))):
        ways = (start, corner), (corner, end)
        if not any(_crossings(way, near) for way in ways):
            return ways
    return ()


def length(line: Line) -> float:
    """How long a line is."""
    return hypot(line[1][0] - line[0][0], line[1][1] - line[0][1])


def _crossings(line: Line, obstacles: Iterable[Box]) -> int:
    left, right = sorted((line[0][0], line[1][0]))
    top, bottom = sorted((line[0][1], line[1][1]))
    near = (b for b in obstacles if b[0] < right and b[2] > left and b[1] < bottom and b[3] > top)
    return sum(_meets(line, box) for box in near)


def _meets(line: Line, box: Box) -> bool:
    """Whether a line runs over the inside of a box; the boxes around both overlap."""
    (x0, y0), (x1, y1) = line
    left, top, right, bottom = box
    across, down = x1 - x0, y1 - y0
    sides = [
        across * (y - y0) - down * (x - x0) for x, y in ((left, top), (right, top), (left, bottom), (right, bottom))
    ]
    return min(sides) < 0 < max(sides)


def gap(a: Box, b: Box) -> float:
    """The distance between two boxes."""
    return hypot(max(0, b[0] - a[2], a[0] - b[2]), max(0, b[1] - a[3], a[1] - b[3]))


def nearest(spot: Point, box: Box) -> Point:
    """The point of a box nearest to a spot."""
    return min(max(spot[0], box[0]), box[2]), min(max(spot[1], box[1]), box[3])


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box around others."""
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def middle(box: Box) -> Point:
    """The pixel in the middle of a box."""
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
