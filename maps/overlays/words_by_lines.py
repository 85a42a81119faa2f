"""Words beside a line where nothing else stands, and a stroke to the line where they stand apart from it."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import hypot
from typing import NamedTuple

from maps.board import Box
from maps.layout import overlap

SHARES = (0.5, 0.35, 0.65, 0.2, 0.8)
DOWN = (0, -30, 30, -60, 60, -90, 90)
SIDES = (0, -1, 1)
FARTHER_SHARES = (0.5, 0.1, 0.9, 0.3, 0.7)
FARTHER_DOWN = tuple(range(-300, 301, 26))
FARTHER_SIDES = (0, -1, 1, -2, 2)
TOUCHING = 6  # pixels; words that are so near to their line need no stroke
STEP, CLEAR = 4, 3  # pixels between the spots of a stroke that are looked at, and from them to what stands there
Spot = tuple[float, float]


class Placed(NamedTuple):
    """Where words stand, and the stroke from them to their line if there is one."""

    box: Box
    stroke: tuple[Spot, Spot] | None


def place_beside(
    size: tuple[int, int], points: Sequence[Spot], taken: Sequence[Box], picture: tuple[int, int]
) -> Placed | None:
    """The place for words by a line that is nearest to its middle; None if there is none, or the line is not seen."""
    inside = [(x, y) for x, y in points if 0 <= x < picture[0] and 0 <= y < picture[1]]
    if not inside:
        return None
    near = _first_free(size, inside, taken, picture, (SHARES, SIDES, DOWN))
    return near or _first_free(size, inside, taken, picture, (FARTHER_SHARES, FARTHER_SIDES, FARTHER_DOWN))


def _first_free(
    size: tuple[int, int],
    points: Sequence[Spot],
    taken: Sequence[Box],
    picture: tuple[int, int],
    ways: tuple[Sequence[float], Sequence[int], Sequence[int]],
) -> Placed | None:
    """The free place that is least far off, if a stroke from it meets nothing either."""
    width, height = size
    _, sides, downs = ways
    across, down = max(sides) * (width // 2 + 16) + width, max(downs) + height
    left, top = min(x for x, _ in points) - across, min(y for _, y in points) - down
    right, bottom = max(x for x, _ in points) + across, max(y for _, y in points) + down
    near = [box for box in taken if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top]
    seen = [spot for spot in points if not _is_covered(spot, near)] or points
    for box in _places(size, points, picture, ways):
        if any(overlap(box, other) for other in near):
            continue
        stroke = _stroke(box, seen)
        if stroke is None or not any(_is_covered(spot, near, CLEAR) for spot in _along(*stroke)):
            return Placed(box, stroke)
    return None


def _places(
    size: tuple[int, int],
    points: Sequence[Spot],
    picture: tuple[int, int],
    ways: tuple[Sequence[float], Sequence[int], Sequence[int]],
) -> Iterable[Box]:
    """All places that are tried, the nearest first."""
    width, height = size
    found: list[tuple[float, Box]] = []
    for share, side, down in product(*ways):
        x, y = points[round((len(points) - 1) * share)]
        aside = side * (width / 2 + 16)
        left = int(min(max(2, x + aside - width / 2), picture[0] - width - 2))
        top = int(min(max(2, y + down - height / 2), picture[1] - height - 2))
        away = 0.3 * hypot(aside, down) + 40 * abs(share - 0.5)
        found.append((away, (left, top, left + width, top + height)))
    return (box for _, box in sorted(found, key=lambda place: place[0]))


def _stroke(box: Box, line: Sequence[Spot]) -> tuple[Spot, Spot] | None:
    """From a box the shortest way to a line; None where they touch."""
    ends = [((min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])), (x, y)) for x, y in line]
    length, stroke = min((hypot(end[0] - start[0], end[1] - start[1]), (start, end)) for start, end in ends)
    return stroke if length > TOUCHING else None


def _along(start: Spot, end: Spot) -> Iterable[Spot]:
    steps = int(hypot(end[0] - start[0], end[1] - start[1]) // STEP) + 1
    return (
        (start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps)
        for i in range(steps + 1)
    )


def _is_covered(spot: Spot, boxes: Sequence[Box], rim: int = 0) -> bool:
    x, y = spot
    return any(box[0] - rim < x < box[2] + rim and box[1] - rim < y < box[3] + rim for box in boxes)
