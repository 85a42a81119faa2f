"""Words beside a line, where they cover least of what is there."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import hypot

from maps.board import Box
from maps.layout import overlap

SHARES = (0.5, 0.35, 0.65, 0.2, 0.8)
DOWN = (0, -30, 30, -60, 60, -90, 90)
FARTHER_SHARES = (0.5, 0.1, 0.9, 0.3, 0.7)
FARTHER_DOWN = tuple(range(-300, 301, 26))
Spot = tuple[float, float]


def place_beside(
    size: tuple[int, int], points: Sequence[Spot], taken: Iterable[Box], picture: tuple[int, int]
) -> Box | None:
    """The place for words by a line that is nearest to its middle; None if there is none, or the line is not seen."""
    seen = [(x, y) for x, y in points if 0 <= x < picture[0] and 0 <= y < picture[1]]
    if not seen:
        return None
    boxes = list(taken)
    near = _nearest(size, seen, boxes, picture, SHARES, DOWN, (0, -1, 1))
    return near or _nearest(size, seen, boxes, picture, FARTHER_SHARES, FARTHER_DOWN, (0, -1, 1, -2, 2))


def _nearest(
    size: tuple[int, int],
    seen: Sequence[Spot],
    taken: Sequence[Box],
    picture: tuple[int, int],
    shares: Sequence[float],
    downs: Sequence[int],
    sides: Sequence[int],
) -> Box | None:
    """The free place that is least far off."""
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
    best: tuple[float, Box] | None = None
    for share, side, down in product(shares, sides, downs):
        x, y = seen[round((len(seen) - 1) * share)]
        aside = side * (width / 2 + 16)
        left = int(min(max(2, x + aside - width / 2), picture[0] - width - 2))
        top = int(min(max(2, y + down - height / 2), picture[1] - height - 2))
        box = left, top, left + width, top + height
        away = 0.3 * hypot(aside, down) + 40 * abs(share - 0.5)
        if (best is None or away < best[0]) and not any(overlap(box, other) for other in near):
            best = away, box
    return best[1] if best else None
