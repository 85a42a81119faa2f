"""Places for the figures of a replay: each space keeps its own through all scenes, so that nothing jumps."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from math import hypot

from maps.board.assets import Box, Space
from maps.replay.figures import Figures, block_size
from maps.replay.stage import Spot, Stage

STEP = 5  # from one place that is tried to the next
FARTHEST = 110
STRANGE = 26  # a place on another land counts as this many pixels farther
COVERING = 20  # something covered weighs so much,
COVERED = 0.6  # and each pixel of it so much more


def steady_spots(stage: Stage, moments: Sequence[Figures], names: Iterable[Box] = ()) -> dict[str, Spot]:
    """The middle of each space's figures in all scenes, as near to its name as may be; names are kept free."""
    largest: dict[str, tuple[int, int]] = {}
    for figures in moments:
        for space, here in figures.items():
            width, height = block_size(here)
            before = largest.get(space, (0, 0))
            largest[space] = max(width, before[0]), max(height, before[1])
    spaces = stage.board.spaces
    smallest_first = sorted(largest, key=lambda space: (_extent(spaces[space]), space))
    taken = list(names)
    spots = {}
    for space in smallest_first:
        spots[space] = _best_spot(stage, spaces[space], largest[space], taken)
        taken.append(box_around(spots[space], largest[space]))
    return spots


def box_around(spot: Spot, size: tuple[int, int]) -> Box:
    """The pixels of a box with its middle at a spot."""
    left, top = round(spot[0] - size[0] / 2), round(spot[1] - size[1] / 2)
    return left, top, left + size[0], top + size[1]


def _extent(space: Space) -> int:
    left, top, right, bottom = space.box
    return (right - left) * (bottom - top)


@lru_cache(maxsize=1)
def _around() -> list[tuple[float, int, int]]:
    """Steps away from a place, the shortest first."""
    reach = range(-FARTHEST, FARTHEST + 1, STEP)
    return sorted((hypot(x, y), x, y) for x in reach for y in reach if hypot(x, y) <= FARTHEST)


def _best_spot(stage: Stage, space: Space, size: tuple[int, int], taken: Collection[Box]) -> Spot:
    x, y = stage.spot(space.label_at)
    room = box_around((x, y), (size[0] + 2 * FARTHEST, size[1] + 2 * FARTHEST))
    if not stage.is_seen(room):
        return x, y
    near = [box for box in taken if _shared(box, room)]
    best: tuple[float, Spot] | None = None
    for away, right, down in _around():
        if best and away >= best[0]:
            break
        spot = x + right, y + down
        box = box_around(spot, size)
        covered = [shared for other in near if (shared := _shared(box, other))]
        cost = away + COVERING * len(covered) + COVERED * sum(covered)
        cost += 0 if stage.is_on(spot, space.id) else STRANGE
        if best is None or cost < best[0]:
            best = cost, spot
    return best[1] if best else (x, y)


def _shared(a: Box, b: Box) -> int:
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))
