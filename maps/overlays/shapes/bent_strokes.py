"""Words apart from a line, and a bent stroke to it that leads round what is in its way."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import islice, product
from math import hypot, inf

from maps.board.assets import Box
from maps.board.remembered import Remembered
from maps.overlays.shapes.words_by_lines import GRID, Placed, Spot, Taken, free_places

MOST_PLACES, MOST_ENDS = 24, 3  # for words, and of a stroke at their line, are tried
NEIGHBOURS = [(x, y, GRID * hypot(x, y)) for x, y in product((-1, 0, 1), repeat=2) if x or y]
MOST_POINTS = 2_000  # of the grid are looked at
EAGER = 2  # a way is found sooner if it may be longer by so much

_APART: Remembered[Placed | None] = Remembered(50)


def place_apart(size: tuple[int, int], points: Sequence[Spot], taken: Taken, *, best: float = 0.5) -> Placed | None:
    """The place for words whose bent stroke to a line is short; None if there is none, or the line is not seen."""
    inside = taken.inside(points)
    causes = size, tuple(inside), best, taken.size, taken.within((0, 0, *taken.size))
    return _APART.recall(causes, lambda: _place_apart(size, inside, taken, best))[0]


def _place_apart(size: tuple[int, int], inside: list[Spot], taken: Taken, best: float) -> Placed | None:
    boxes = list(islice(free_places(size, inside, taken, best), MOST_PLACES))
    return _led_to(boxes, _clearest(taken.seen(inside), taken), taken) if boxes else None


def _led_to(boxes: Sequence[Box], ends: Iterable[Spot], taken: Taken) -> Placed | None:
    """Words in the first of free boxes to which a way leads from one of the spots of their line, past all that stands.

    It is sought from all these spots at once, point by point of a grid and towards the first box.
    """
    free, across = taken.free_points()
    starts = {_point(end, across): end for end in ends}
    goals = _goals(boxes, across)
    aim_x, aim_y = (boxes[0][0] + boxes[0][2]) / 2, (boxes[0][1] + boxes[0][3]) / 2
    came_from: dict[int, int] = {}
    shortest: dict[int, float] = {}
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
            if free[there] and free[here + aside] and free[here + down * across]:
                farther = walked + far
                if farther < shortest.get(there, inf):
                    shortest[there] = farther
                    row, column = divmod(there, across)
                    left = hypot((column - 1) * GRID - aim_x, (row - 1) * GRID - aim_y)
                    heappush(waiting, (farther + EAGER * left, farther, there, here))
    return None


def _point(spot: Spot, across: int) -> int:
    return round(spot[0] / GRID) + 1 + (round(spot[1] / GRID) + 1) * across


def _spot(point: int, across: int) -> Spot:
    down, aside = divmod(point, across)
    return (aside - 1) * GRID, (down - 1) * GRID


def _goals(boxes: Sequence[Box], across: int) -> dict[int, Box]:
    """The points of boxes, each with the first box in which it is."""
    goals: dict[int, Box] = {}
    for box in reversed(boxes):
        left, top, right, bottom = box
        for y in range(top, bottom, GRID):
            row = range(_point((left, y), across), _point((right - 1, y), across) + 1)
            goals.update(dict.fromkeys(row, box))
    return goals


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


def _clearest(line: Sequence[Spot], taken: Taken) -> Sequence[Spot]:
    """The spots of a line that are farthest from all else."""
    points = dict.fromkeys((int(x), int(y)) for x, y in line)
    away = {spot: _room(spot, taken.boxes) for spot in points}
    return sorted(points, key=lambda spot: -away[spot])[:MOST_ENDS]


def _room(spot: tuple[int, int], boxes: Iterable[Box]) -> int:
    """The square of the distance from a spot to the nearest box."""
    x, y = spot
    least: int | None = None
    for left, top, right, bottom in boxes:
        across = left - x if left > x else x - right if x > right else 0
        down = top - y if top > y else y - bottom if y > bottom else 0
        far = across * across + down * down
        if least is None or far < least:
            least = far
    return least or 0
