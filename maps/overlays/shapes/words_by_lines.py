"""Words beside a line where nothing else stands, and a stroke to the line where they stand apart from it.

Where no straight stroke leads to any line, one leads round what is in its way.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush, nsmallest
from itertools import product
from math import dist, hypot
from typing import Any, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from maps.board.assets import Box
from maps.stacks.layout import Layout, Leader
from maps.stacks.leading import gap

TOUCHING = 6  # pixels; words that are so near to their line need no stroke
LINE = 9  # pixels; so wide a line is kept free of words
CLEAR = 7  # pixels; so wide a stroke must meet nothing
STROKES = 3  # so many are tried from a place
BENT = 24  # where no straight stroke meets nothing, one of so many places is sought with a bent one
STEP = 4  # pixels; a bent stroke leads over points so far from each other, and keeps so far from what stands
NEIGHBOURS = [(x, y, STEP * hypot(x, y)) for x, y in product((-1, 0, 1), repeat=2) if x or y]
MOST_POINTS = 5_000  # are looked at for it
EAGER = 2  # a way is found sooner if it may be longer by so much
STEPS = 12  # so many pixels of a stroke are looked at before all of them are
Spot = tuple[float, float]
Stroke = tuple[Spot, Spot]
Ways = tuple[Sequence[float], Sequence[int], Sequence[int]]  # shares of a line, sides, pixels down
NEAR: Ways = (0.3, 0.5, 0.4, 0.2, 0.65, 0.8), (0, -1, 1), (0, -30, 30, -60, 60, -90, 90)
FARTHER: Ways = (0.5, 0.1, 0.9, 0.3, 0.7), (0, -1, 1, -2, 2), range(-300, 301, 26)


class Placed(NamedTuple):
    """Where words stand, and the spots of the stroke from them to their line if there is one."""

    box: Box
    stroke: tuple[Spot, ...] = ()


class Taken:
    """The pixels of a picture on which something stands, and those over which lines lead."""

    def __init__(self, layout: Layout, size: tuple[int, int]) -> None:
        self.size = size
        self.boxes: list[Box] = []
        self._stood_on, self._used = Image.new("L", size), Image.new("L", size)
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
        for pixels in (self._stood_on, self._used):
            _fill(pixels, box)

    def add_line(self, line: Leader) -> None:
        """A line now leads from here to there."""
        ImageDraw.Draw(self._used).line([line.start, line.end], fill=255, width=LINE)

    def covers(self, spot: Spot) -> bool:
        """Whether something stands on a pixel of the picture."""
        return bool(self._pixel_stood_on[int(spot[0]), int(spot[1])])

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
        squares = self._stood_on.reduce(STEP).point([255, *[0] * 255])
        framed = Image.new("L", (squares.width + 2, squares.height + 2), 0)
        framed.paste(squares, (1, 1))
        for across, down in ((1, 0), (0, 1)):
            framed = ImageChops.darker(framed, ImageChops.offset(framed, across, down))
        return framed.tobytes(), framed.width

    def meets_stroke(self, start: Spot, end: Spot) -> bool:
        """Whether something stands in the way from one spot to another; lines may be crossed."""
        (x0, y0), (x1, y1) = start, end
        steps = range(STEPS + 1)
        if any(self.covers((x0 + (x1 - x0) * step / STEPS, y0 + (y1 - y0) * step / STEPS)) for step in steps):
            return True
        left, top = (int(min(a, b)) - CLEAR for a, b in zip(start, end, strict=True))
        right, bottom = (int(max(a, b)) + CLEAR for a, b in zip(start, end, strict=True))
        way = Image.new("L", (right - left, bottom - top))
        ends = [(x - left, y - top) for x, y in (start, end)]
        ImageDraw.Draw(way).line(ends, fill=255, width=CLEAR)
        return ImageChops.darker(way, self._stood_on.crop((left, top, right, bottom))).getbbox() is not None


def _fill(pixels: Image.Image, box: Box) -> None:
    left, top, right, bottom = box
    if right > left and bottom > top:
        ImageDraw.Draw(pixels).rectangle((left, top, right - 1, bottom - 1), fill=255)


def place_beside(
    size: tuple[int, int],
    points: Sequence[Spot],
    taken: Taken,
    *,
    others: Sequence[Spot] = (),
    best: float = 0.5,
    may_bend: bool = True,
) -> Placed | None:
    """The place for words by a line that is nearest to a share of it; None if there is none, or the line is not seen.

    may_bend: whether to look for a bent stroke where no straight one meets nothing.
    others: where other lines begin: words nearer to one of these than to the beginning of their own would be taken for
    its words, so they stand there only where there is no other room.
    """
    inside = [(x, y) for x, y in points if 0 <= x < taken.size[0] and 0 <= y < taken.size[1]]
    if not inside:
        return None
    seen = [spot for spot in inside if not taken.covers(spot)] or inside
    spare: Placed | None = None
    free: list[Box] = []
    for ways in (NEAR, FARTHER):
        for box in _places(size, inside, taken.size, ways, best):
            if taken.meets(box):
                continue
            is_rivals = _is_nearer(box, others, inside[0])
            if spare and is_rivals:
                continue
            placed = _joined(box, seen, taken)
            if placed and not is_rivals:
                return placed
            spare = spare or placed
            free.append(box)
    if spare or not free or not may_bend:
        return spare
    return _led_to(free[:BENT], _clearest(seen, taken), taken)


def _joined(box: Box, seen: Sequence[Spot], taken: Taken) -> Placed | None:
    """Words in a free box, if they are beside their line or a stroke from them to it meets nothing either."""
    strokes = _strokes(box, seen)
    if dist(*strokes[0]) <= TOUCHING:
        return Placed(box)
    clear = next((stroke for stroke in strokes if not taken.meets_stroke(*stroke)), None)
    return Placed(box, clear) if clear else None


def _led_to(boxes: Sequence[Box], ends: Iterable[Spot], taken: Taken) -> Placed | None:
    """Words in the first of free boxes to which a way leads from one of the spots of their line, past all that stands.

    It is sought from all these spots at once, point by point of a grid and towards the first box.
    """
    free, across = taken.free_points()
    starts = {_point(end, across): end for end in ends}
    goals = {point: box for box in reversed(boxes) for point in _points(box, across)}
    aim = (boxes[0][0] + boxes[0][2]) / 2, (boxes[0][1] + boxes[0][3]) / 2
    came_from: dict[int, int] = {}
    waiting = [(0.0, 0.0, point, point) for point in starts if free[point]]
    while waiting and len(came_from) < MOST_POINTS:
        _, walked, here, before = heappop(waiting)
        if here in came_from:
            continue
        came_from[here] = before
        if here in goals:
            way = _followed(here, came_from)
            return _straightened(goals[here], [_spot(point, across) for point in way], starts[way[-1]], taken)
        for aside, down, far in NEIGHBOURS:
            there = here + aside + down * across
            if free[there] and there not in came_from and free[here + aside] and free[here + down * across]:
                x, y = _spot(there, across)
                left = hypot(x - aim[0], y - aim[1])
                heappush(waiting, (walked + far + EAGER * left, walked + far, there, here))
    return None


def _point(spot: Spot, across: int) -> int:
    return round(spot[0] / STEP) + 1 + (round(spot[1] / STEP) + 1) * across


def _spot(point: int, across: int) -> Spot:
    down, aside = divmod(point, across)
    return (aside - 1) * STEP, (down - 1) * STEP


def _points(box: Box, across: int) -> Iterator[int]:
    """The points of a box."""
    left, top, right, bottom = box
    for y, x in product(range(top, bottom, STEP), range(left, right, STEP)):
        yield _point((x, y), across)


def _followed(here: int, came_from: Mapping[int, int]) -> list[int]:
    way = [here]
    while came_from[way[-1]] != way[-1]:
        way.append(came_from[way[-1]])
    return way


def _straightened(box: Box, way: Sequence[Spot], end: Spot, taken: Taken) -> Placed | None:
    """Words in a box, and the way from it with as few bends as there can be."""
    (x, y), (left, top, right, bottom) = way[0], box
    spots: list[Spot] = [(min(max(x, left), right), min(max(y, top), bottom)), *way[1:], end]
    stroke = [spots[0]]
    while spots[1:]:
        far = next((i for i in range(len(spots) - 1, 0, -1) if not taken.meets_stroke(spots[0], spots[i])), None)
        if far is None:
            return None
        spots = spots[far:]
        stroke.append(spots[0])
    return Placed(box, tuple(stroke))


def _clearest(line: Sequence[Spot], taken: Taken) -> list[Spot]:
    """The spots of a line that are farthest from all else."""
    points: list[Spot] = [(int(x), int(y)) for x, y in line]
    away = {
        spot: min((gap((int(spot[0]), int(spot[1])) * 2, box) for box in taken.boxes), default=0.0) for spot in points
    }
    return sorted(points, key=lambda spot: -away[spot])[:STROKES]


def _is_nearer(box: Box, rivals: Iterable[Spot], own: Spot) -> bool:
    """Whether words in a box are nearer to the beginning of another line than to that of their own."""
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    away = dist(own, middle)
    return any(dist(rival, middle) < away for rival in rivals)


def _places(
    size: tuple[int, int], points: Sequence[Spot], picture: tuple[int, int], ways: Ways, best: float
) -> Sequence[Box]:
    """All places that are tried, the nearest first."""
    width, height = size
    last_left, last_top = picture[0] - width - 2, picture[1] - height - 2
    shares, sides, downs = ways
    offsets = [(side * (width / 2 + 16), down) for side, down in product(sides, downs)]
    steps = [(aside - width / 2, down - height / 2, 0.3 * hypot(aside, down)) for aside, down in offsets]
    found: list[tuple[float, Box]] = []
    for share in shares:
        x, y = points[round((len(points) - 1) * share)]
        away = 40 * abs(share - best)
        for aside, down, farther in steps:
            left = int(min(max(2, x + aside), last_left))
            top = int(min(max(2, y + down), last_top))
            found.append((farther + away, (left, top, left + width, top + height)))
    return [box for _, box in sorted(found, key=lambda place: place[0])]


def _strokes(box: Box, line: Sequence[Spot]) -> list[Stroke]:
    """From a box the shortest straight ways to a line."""
    ends = [((min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])), (x, y)) for x, y in line]
    return nsmallest(STROKES, ends, key=lambda stroke: dist(*stroke))
