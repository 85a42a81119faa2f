"""Lines from spaces to units that stand elsewhere, past names and other units."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import product
from math import hypot

from maps.board.assets import Box

STEP = 3  # pixels; stacks stand so far apart that a line can pass between them
STEPS = [(x, y, hypot(x, y)) for x, y in product((-STEP, 0, STEP), repeat=2) if x or y]
EAGER = 2  # a way is found sooner if it may be longer by so much
DETOUR = 300  # so much farther than its length a bent line may lead
MOST_LOOKED_AT = 10_000  # points of the grid; a tenth of a second

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


def led_around(lines: Sequence[Line], obstacles: Iterable[Box], size: Point) -> tuple[Line, ...]:
    """A way round all boxes from one of the beginnings to the end of the first line; nothing if there is none."""
    end = lines[0][1]
    reach = length(lines[0]) + DETOUR
    near = [box for box in obstacles if gap(box, (*end, *end)) < reach]
    way = _way([line[0] for line in lines], end, near, size, reach)
    found: list[Line] = []
    while len(way) > 1:
        # As far as can be seen from here.
        seen = next(i for i in range(len(way) - 1, 0, -1) if i == 1 or not _crossings((way[0], way[i]), near))
        found.append((way[0], way[seen]))
        way = way[seen:]
    return tuple(found) if found and not any(_crossings(part, near) for part in found) else ()


def _way(starts: Iterable[Point], end: Point, obstacles: Iterable[Box], size: Point, reach: float) -> list[Point]:
    """The way from a start to the end by steps past all boxes, found by A*; empty if it finds none soon."""
    closed = _covered(obstacles, size[1])
    beyond = -1  # no step leads off the board
    (x1, y1), (width, _) = end, size
    came_from: dict[Point, Point] = {}
    waiting = [(length((start, end)), 0.0, _on_grid(start), start) for start in starts]
    heapify(waiting)
    while waiting and len(came_from) < MOST_LOOKED_AT:
        _, walked, here, before = heappop(waiting)
        if here in came_from:
            continue
        came_from[here] = before
        if length((here, end)) <= 1.5 * STEP:
            return [*_back(here, came_from), end]
        x, y = here
        row = closed.get(y, beyond)
        for across, down, far in STEPS:
            there = x + across, y + down
            next_row = closed.get(y + down, beyond)
            if there in came_from or not 0 <= there[0] < width or next_row >> there[0] & 1:
                continue
            if across and down and (row >> there[0] & 1 or next_row >> x & 1):
                continue  # It would cut the corner of a box.
            left = hypot(x1 - x - across, y1 - y - down)
            if left < reach:
                heappush(waiting, (walked + far + EAGER * left, walked + far, there, here))
    return []


def _covered(boxes: Iterable[Box], height: int) -> dict[int, int]:
    """For each row of the grid on a board of this height the bits of all pixels within a box."""
    rows = dict.fromkeys(range(0, height, STEP), 0)
    for left, top, right, bottom in boxes:
        covered = (1 << max(0, right)) - (1 << max(0, left + 1))
        for y in range(max(0, top // STEP * STEP + STEP), min(bottom, height), STEP):
            rows[y] |= covered
    return rows


def _on_grid(point: Point) -> Point:
    return round(point[0] / STEP) * STEP, round(point[1] / STEP) * STEP


def _back(here: Point, came_from: Mapping[Point, Point]) -> list[Point]:
    way = [here]
    while way[-1] in came_from and came_from[way[-1]] != way[-1]:
        way.append(came_from[way[-1]])
    return way[::-1]


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
