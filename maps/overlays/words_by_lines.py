"""Words beside a line, where they cover least of what is there."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import hypot

from maps.board import Box

FARTHEST = 100
SHARES = (0.5, 0.35, 0.65, 0.2, 0.8)
DOWN = (0, -30, 30, -60, 60, -90, 90)
FARTHER_SHARES = (0.5, 0.1, 0.9, 0.3, 0.7)
FARTHER_DOWN = tuple(range(-300, 301, 26))
Spot = tuple[float, float]


def place_beside(
    size: tuple[int, int], points: Sequence[Spot], taken: Iterable[Box], picture: tuple[int, int]
) -> Box | None:
    """The place for words by a line that is nearest to its middle and free; None if the line is not seen.

    Where none is free, the place that covers least.
    """
    seen = [(x, y) for x, y in points if 0 <= x < picture[0] and 0 <= y < picture[1]]
    if not seen:
        return None
    boxes = list(taken)
    near = _best(size, seen, boxes, picture, SHARES, DOWN, (0, -1, 1))
    if near[0] == 0:
        return near[2]
    far = _best(size, seen, boxes, picture, FARTHER_SHARES, FARTHER_DOWN, (0, -1, 1, -2, 2))
    return min(near, far)[2]


def _best(
    size: tuple[int, int],
    seen: Sequence[Spot],
    taken: Sequence[Box],
    picture: tuple[int, int],
    shares: Sequence[float],
    downs: Sequence[int],
    sides: Sequence[int],
) -> tuple[int, float, Box]:
    """(pixels covered, how far off, the place) of the best place."""
    width, height = size
    reach = (max(map(abs, sides)) * (width // 2 + 16) + width, max(map(abs, downs)) + height)
    edges = [min(x for x, _ in seen), min(y for _, y in seen), max(x for x, _ in seen), max(y for _, y in seen)]
    near = [
        box
        for box in taken
        if box[2] > edges[0] - reach[0]
        and box[0] < edges[2] + reach[0]
        and box[3] > edges[1] - reach[1]
        and box[1] < edges[3] + reach[1]
    ]
    best: tuple[int, float, Box] | None = None
    for share, side, down in product(shares, sides, downs):
        x, y = seen[round((len(seen) - 1) * share)]
        aside = side * (width / 2 + 16)
        left = int(min(max(2, x + aside - width / 2), picture[0] - width - 2))
        top = int(min(max(2, y + down - height / 2), picture[1] - height - 2))
        box = left, top, left + width, top + height
        away = 0.3 * hypot(aside, down) + 40 * abs(share - 0.5)
        if best is not None and best[0] == 0 and away >= best[1]:
            continue
        found = sum(_overlap(box, other) for other in near), away, box
        if best is None or found[:2] < best[:2]:
            best = found
    if best is None:
        raise AssertionError("there is always some place")
    return best


def _overlap(a: Box, b: Box) -> int:
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))
