"""What is still free on a board while stacks are being placed, and the best free place for a box."""

from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

from maps.board import Board, Box, Interval, Space

CLEARANCE = 3  # between two stacks
APART = 10  # between a stack of a land and one of a zone
ABOVE = 6  # so much farther may a place below a name be than one above it


class Spot(NamedTuple):
    """A place for a box: its top left corner, and how far it is from where it was wanted."""

    x: int
    y: int
    away: float

    def box(self, size: tuple[int, int]) -> Box:
        """The pixels of a box of this size here."""
        return self.x, self.y, self.x + size[0], self.y + size[1]


class _Taken(NamedTuple):
    box: Box
    by_fleet: bool


class Ground:
    """The free room of a board. The room of a small land on the water is also room of the zone there."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._taken: dict[str, list[_Taken]] = {space: [] for space in board.spaces}

    def take(self, box: Box, home: Space) -> None:
        """A stack of a space now stands in a box."""
        for space in self.board.spaces.values():
            if overlap(box, space.room_box):
                self._taken[space.id].append(_Taken(box, home.is_sea))

    def leave(self, boxes: Iterable[Box]) -> None:
        """Nothing stands in these boxes any more."""
        gone = set(boxes)
        for space, taken in self._taken.items():
            self._taken[space] = [entry for entry in taken if entry.box not in gone]

    def is_crossed(self, start: tuple[int, int], end: tuple[int, int]) -> bool:
        """Whether a line runs over a stack."""
        shares = [step / 40 for step in range(40)]
        line = [(start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t) for t in shares]
        boxes = {entry.box for taken in self._taken.values() for entry in taken}
        return any(b[0] < x < b[2] and b[1] < y < b[3] for b in boxes for x, y in line)

    def spot(
        self,
        home: Space,
        host: Space,
        size: tuple[int, int],
        target: tuple[int, int],
        farthest: float,
        *,
        by_gap: bool = False,
    ) -> Spot | None:
        """The free place in a host for a box of another space (or its own) that is nearest to a target.

        The distance is that of the box's middle, or of its nearest edge (`by_gap`).
        """
        width, height = size
        taken = self._kept_free(host, home)
        best: Spot | None = None
        for top, intervals in self.board.room_for(host.id, height):
            down = top + height / 2 - target[1]
            if by_gap:
                down = max(0.0, abs(down) - height / 2)
            if abs(down) >= (best.away if best else farthest):
                continue
            for left, right in _without(intervals, taken, top, top + height):
                if right - left < width:
                    continue
                x = min(max(left, target[0] - width // 2), right - width)
                beside = abs(x + width / 2 - target[0])
                # Above or below a name is nicer than beside it, below a little nicer than above.
                aside = max(0.0, beside - width / 2) if by_gap else 1.4 * beside
                away = hypot(aside, down) + (ABOVE if down < 0 else 0)
                if away < (best.away if best else farthest):
                    best = Spot(x, top, away)
        return best

    def _kept_free(self, host: Space, home: Space) -> list[Box]:
        """The taken boxes in a host's room, grown by the clearance that a stack of `home` keeps."""
        grown = []
        for box, by_fleet in self._taken[host.id]:
            by = CLEARANCE if by_fleet == home.is_sea else APART
            grown.append((box[0] - by, box[1] - by, box[2] + by, box[3] + by))
        return grown


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share a pixel."""
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def _without(intervals: Iterable[Interval], taken: Iterable[Box], top: int, bottom: int) -> list[Interval]:
    """The intervals less what boxes at this height take."""
    free = list(intervals)
    for box in taken:
        if box[1] < bottom and box[3] > top:
            free = [part for a, b in free for part in ((a, min(b, box[0])), (max(a, box[2]), b)) if part[0] < part[1]]
    return free
