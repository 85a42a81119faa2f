"""The way of an arrow: through the spaces that are passed where it is seen so, else round what stands between."""

from array import array
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise, product
from math import dist, hypot
from typing import NamedTuple

from maps.board.assets import Board, Box, Space
from maps.board.remembered import Remembered
from maps.overlays.shapes.arrows import (
    HEAD,
    TOUCHED,
    Spot,
    bowed,
    curve,
    head_box,
    outside,
    share_covered,
    with_free_head,
)
from maps.stacks.leading import gap

LEAST = 1.7  # heads; so much of an arrow must be seen
SMALLER = 0.6  # so much smaller an arrow may be where there is little room
AT_ITS_END = 12.0  # pixels; so near to its space an arrow may end beside it
STEP, AROUND = 11.0, 150.0  # pixels between places that are tried, and so far around a name
ENDS, BEGINS, PAIRS = 40, 24, 260  # how many of each are tried, and of both together
BOWS = (0.12, -0.12, 0.35, -0.35)  # how far a line may bow out, as shares of its length
COVERED = 4.0  # a covered pixel of a line weighs so much
BESIDE = 40.0  # what it costs to begin or end beside a space


class Way(NamedTuple):
    """The line of an arrow in pixels of the board, and how large the arrow is."""

    points: list[Spot]
    scale: float


class Ground(NamedTuple):
    """What the way of an arrow depends on, all in pixels of the board where the arrow ends.

    begin, end: what the names and units of its first and last space cover; boxes: what all do; heads: of other arrows.
    """

    board: Board
    picture: Box
    begin: Sequence[Box]
    end: Sequence[Box]
    boxes: Sequence[Box]
    heads: Sequence[Box]

    def is_seen(self, spot: Spot, room: float = 0) -> bool:
        """Whether so much around a spot is in the picture; it may be told a board's width aside."""
        left, top, right, bottom = self.picture
        across = self.board.size[0] if self.board.wraps else 0
        return top + room <= spot[1] < bottom - room and any(
            left + room <= spot[0] + shift < right - room for shift in {0, across, -across}
        )


# From one picture to the next most arrows stay where they are.
_WAYS: Remembered[Way] = Remembered(200)


def way_of(ground: Ground, spots: Sequence[Spot], first: Space, last: Space, scale: float) -> Way:
    """The way of an arrow through spots; smaller where it would not be seen else."""
    ground = _around(ground, spots, AROUND * max(1, scale / 1.5) + HEAD * scale)
    standing = (array("i", chain.from_iterable(boxes)).tobytes() for boxes in ground[2:])
    causes = ground.board.name, ground.picture, *standing, tuple(spots), first.id, last.id, scale
    return _WAYS.recall(causes, lambda: _way_of(ground, spots, first, last, scale))[0]


def _way_of(ground: Ground, spots: Sequence[Spot], first: Space, last: Space, scale: float) -> Way:
    usual: Way | None = None
    for size in dict.fromkeys((scale, max(SMALLER * scale, min(scale, 0.8)))):
        points = outside(curve(spots), ground.begin, ground.end)
        points = with_free_head(points, [*ground.boxes, *ground.heads], size)
        usual = usual or Way(points, scale)
        if not ground.is_seen(spots[-1]) or _is_clear(ground, points, last, size):
            return Way(points, size)
        found = _sought(ground, spots, first, last, size)
        if found:
            return Way(found, size)
    return usual or Way(list(spots), scale)


def _around(ground: Ground, spots: Sequence[Spot], reach: float) -> Ground:
    """The same with what is so near to a way that it may be met."""
    bow = max(map(abs, BOWS)) * dist(spots[0], spots[-1])
    left, right = min(x for x, _ in spots) - reach - bow, max(x for x, _ in spots) + reach + bow
    top, bottom = min(y for _, y in spots) - reach - bow, max(y for _, y in spots) + reach + bow
    near = [b for b in ground.boxes if b[0] < right and b[2] > left and b[1] < bottom and b[3] > top]
    return ground._replace(boxes=near)


def _is_clear(ground: Ground, points: Sequence[Spot], last: Space, scale: float) -> bool:
    """Whether enough of a line is seen, its head is free, and it ends in its space or at what belongs to that."""
    if share_covered(head_box(points, scale), [*ground.boxes, *ground.heads]) > TOUCHED:
        return False
    if _seen_length(points, ground.boxes) < LEAST * HEAD * scale:
        return False
    return _is_near(ground, points[-1], last, ground.end, AT_ITS_END * scale)


def _is_near(ground: Ground, spot: Spot, space: Space, own: Collection[Box], far: float) -> bool:
    at = (int(spot[0]), int(spot[1])) * 2
    return min(gap(at, box) for box in own) <= far or _is_in(ground.board, spot, space)


def _is_in(board: Board, spot: Spot, space: Space) -> bool:
    """Whether a spot is in a territory; for a sea zone, on the water around it."""
    x, y = int(spot[0]) % board.size[0], int(spot[1])
    if not 0 <= y < board.size[1]:
        return False
    if space.is_sea:
        left, top, right, bottom = space.box
        is_inside = top <= y < bottom and (left <= x < right or left <= x + board.size[0] < right)
        return is_inside and board.land_at((x, y)) == 0
    return board.land_at((x, y)) == space.number


class _Place(NamedTuple):
    cost: float
    spot: Spot


def _sought(ground: Ground, spots: Sequence[Spot], first: Space, last: Space, scale: float) -> list[Spot] | None:
    """The best line from a free place of the first space to one of the last; None if it would not be seen either."""
    half = HEAD * scale * 0.3
    ends = _places(ground, spots[-1], last, ground.end, spots[-2], scale, half)[:ENDS]
    begins = _places(ground, spots[0], first, ground.begin, spots[1], scale, 2)
    begins = sorted([*begins, *_at_edges(ground)], key=lambda place: place.cost + dist(place.spot, spots[1]))[:BEGINS]
    least = LEAST * HEAD * scale
    pairs = sorted(
        (begin.cost + end.cost + _length((begin.spot, *spots[1:-1], end.spot)), begin.spot, end.spot)
        for begin, end in product(begins, ends)
        if dist(begin.spot, end.spot) >= least
    )
    best: tuple[float, list[Spot]] | None = None
    taken = [*ground.boxes, *ground.heads]
    for bound, begin, end in pairs[:PAIRS]:
        if best and bound >= best[0]:
            break
        for line, bow in _lines((begin, *spots[1:-1], end)):
            if best and bound + bow > best[0]:
                continue
            cost = _cost(taken, line, scale)
            if cost is not None and (best is None or bound + bow + cost < best[0]):
                best = bound + bow + cost, line
    return best[1] if best else None


def _lines(spots: Sequence[Spot]) -> Iterator[tuple[list[Spot], float]]:
    """Lines through spots, and what their bows cost."""
    if len(spots) > 2:
        yield curve(spots), 0
        return
    for bow in BOWS:
        yield bowed(spots[0], spots[1], bow), abs(bow) * dist(*spots)


def _cost(taken: Sequence[Box], line: Sequence[Spot], scale: float) -> float | None:
    """What it costs that something lies over a line; None where its head or too much of it would not be seen."""
    if share_covered(head_box(line, scale), taken) > TOUCHED:
        return None
    length, seen = _length(line), _seen_length(line, taken)
    return COVERED * (length - seen) if seen >= LEAST * HEAD * scale else None


def _places(
    ground: Ground, middle: Spot, space: Space, own: Sequence[Box], other: Spot, scale: float, half: float
) -> list[_Place]:
    """Places of a space on which nothing stands, the nearest to its own first and towards another."""
    found = []
    for spot in _free_spots(ground, middle, scale, half):
        at = int(spot[0]), int(spot[1])
        away = min(gap(at * 2, box) for box in own)
        is_in = _is_in(ground.board, spot, space)
        if (is_in or away <= AT_ITS_END * scale) and ground.is_seen(spot, half):
            found.append(_Place(away + (0 if is_in else BESIDE), spot))
    return sorted(found, key=lambda place: place.cost + dist(place.spot, other))


def _free_spots(ground: Ground, middle: Spot, scale: float, half: float) -> Iterator[Spot]:
    """The spots of a grid around another on which nothing stands; column by column, as few boxes are in each."""
    reach, step = AROUND * max(1, scale / 1.5), STEP * scale
    at = (int(middle[0]), int(middle[1])) * 2
    near = [box for box in (*ground.boxes, *ground.heads) if gap(at, box) <= 2 * reach]
    steps = [number * step for number in range(-int(reach // step), int(reach // step) + 1)]
    for x in (middle[0] + across for across in steps):
        left, right = int(x) - half, int(x) + half
        spans = [(box[1] - half, box[3] + half) for box in near if box[0] < right and box[2] > left]
        for y in (middle[1] + down for down in steps):
            if not any(top < int(y) < bottom for top, bottom in spans):
                yield x, y


def _at_edges(ground: Ground) -> Iterator[_Place]:
    """Where an arrow may begin at the name and the units of its space."""
    for left, top, right, bottom in ground.begin:
        middle = (left + right) / 2, (top + bottom) / 2
        for x, y in product((left, middle[0], right), (top, middle[1], bottom)):
            if (x, y) != middle:
                yield _Place(0, (float(x), float(y)))


def _length(points: Sequence[Spot]) -> float:
    return sum(dist(a, b) for a, b in pairwise(points))


def _seen_length(points: Sequence[Spot], boxes: Collection[Box]) -> float:
    """How much of a line nothing covers."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    near = [b for b in boxes if b[0] < right and b[2] > left and b[1] < bottom and b[3] > top]
    seen = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        for left, top, right, bottom in near:
            if left < x < right and top < y < bottom:
                break
        else:
            seen += hypot(x1 - x0, y1 - y0)
    return seen
