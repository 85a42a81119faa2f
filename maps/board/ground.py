"""What is still free on a board while stacks are being placed."""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from maps.board.assets import BAND, Board, Box, Canal, Space
from maps.signs.sprites import canal_symbol
from maps.stacks.fitting import FreeRoom
from maps.stacks.leading import Line

CLEARANCE = 3  # between two stacks
APART = 10  # between a stack of a land and one of a zone
BESIDE_LINES = 3
ROOMS_KEPT = 8
WIDEST, HIGHEST = 400, 200  # stacks and labels


class Snapshot(NamedTuple):
    """What was taken at some moment."""

    for_lands: list[int]
    for_fleets: list[int]
    stacks: tuple[tuple[str, Box], ...]
    moment: object


class Ground:
    """The free room of a board. The room of a small land on the water is also room of the zone there."""

    def __init__(self, board: Board) -> None:
        self.board = board
        # Bits that a stack or a line took; of stacks of the other kind one keeps farther away.
        self._for_lands, self._for_fleets = ([0] * board.bands for _ in range(2))
        # Boxes whose bits are taken when somebody asks for them, and how far around each lands and fleets keep.
        self._not_yet: list[tuple[Box, int, int]] = []
        self._canals = [(canal.name, _canal_box(canal)) for canal in board.canals]
        self._told: list[int] | None = None  # bits of what is asked for
        self.taken: list[tuple[str, Box]] = []  # boxes by the space whose stack stands there
        self._moment = object()  # another one as soon as something else is free
        self._rooms: OrderedDict[tuple[object, str, float], FreeRoom] = OrderedDict()

    def take(self, box: Box, home: Space) -> None:
        """A stack of a space now stands in a box."""
        self._moment = object()
        self.taken.append((home.id, box))
        self._not_yet.append((box, APART, CLEARANCE) if home.is_sea else (box, CLEARANCE, APART))

    def take_line(self, line: Line) -> None:
        """A line now runs here, and no stack may cover it."""
        self._moment = object()
        self._not_yet += [(box, BESIDE_LINES, BESIDE_LINES) for box in _boxes_along(line)]

    def keep_to(self, box: Box | None) -> None:
        """Tell only what is free within a box, which may go beyond the right edge of a board that wraps, or all."""
        self._moment = object()
        self._told = None
        if box:
            across = (1 << box[2]) - (1 << box[0])
            across |= across >> self.board.size[0]
            tops = range(0, self.board.bands * BAND, BAND)
            self._told = [across if box[1] <= top and top + BAND <= box[3] else 0 for top in tops]

    def snapshot(self) -> Snapshot:
        """Remember what is taken."""
        self._take_all()
        return Snapshot(list(self._for_lands), list(self._for_fleets), tuple(self.taken), self._moment)

    def restore(self, before: Snapshot) -> None:
        """Take back all that was taken since."""
        self._for_lands, self._for_fleets = list(before.for_lands), list(before.for_fleets)
        self.taken, self._moment = list(before.stacks), before.moment
        self._not_yet.clear()

    def obstacles(self, home: Space, farthest: float) -> list[Box]:
        """Canals, and names and stacks of other spaces that a line from a space may meet."""
        x, y = home.anchor
        left, top, right, bottom = x - farthest, y - farthest, x + farthest, y + farthest
        edges = self.board.label_edges
        near = slice(bisect_left(edges, left - WIDEST), bisect_left(edges, right))
        return [
            box
            for space, box in chain(self.board.labels[near], self._canals, self.taken)
            if space != home.id and box[0] < right and box[2] > left and box[1] < bottom and box[3] > top
        ]

    def at_home(self, home: Space) -> FreeRoom:
        """What is free in a space's own room."""
        first, left = home.room_top // BAND, home.room_left

        def free() -> FreeRoom:
            rows = self._free(home, home.room, first)
            return FreeRoom([row >> left for row in rows], first, left)

        return self._kept(home, 0, free)

    def around(self, home: Space, farthest: float) -> FreeRoom:
        """What is free around a space, whosever room it is."""
        x, y = home.anchor
        first, left = max(0, int(y - farthest - HIGHEST) // BAND), max(0, int(x - farthest - WIDEST))
        last = min(self.board.bands, int(y + farthest + HIGHEST) // BAND + 1)

        def free() -> FreeRoom:
            seen = (1 << int(2 * (farthest + WIDEST))) - 1
            rows = self._free(home, self.board.room[first:last], first)
            return FreeRoom([row >> left & seen for row in rows], first, left)

        return self._kept(home, farthest, free)

    def _kept(self, home: Space, farthest: float, free: Callable[[], FreeRoom]) -> FreeRoom:
        """What was found free before, if nothing was taken since; else it is found now."""
        key = self._moment, home.id, farthest
        if key not in self._rooms:
            self._rooms[key] = free()
            if len(self._rooms) > ROOMS_KEPT:
                self._rooms.popitem(last=False)
        return self._rooms[key]

    def _take_all(self) -> None:
        for box, from_lands, from_fleets in self._not_yet:
            _take(self._for_lands, box, from_lands)
            _take(self._for_fleets, box, from_fleets)
        self._not_yet.clear()

    def _free(self, home: Space, room: Sequence[int], first: int) -> Iterator[int]:
        """What is left of some room from a row of the board on."""
        self._take_all()
        rows = slice(first, first + len(room))
        taken = (self._for_fleets if home.is_sea else self._for_lands)[rows]
        told = room if self._told is None else [a & b for a, b in zip(room, self._told[rows], strict=True)]
        return (bits ^ (bits & row) for bits, row in zip(told, taken, strict=True))


@lru_cache(maxsize=512)
def _boxes_along(line: Line) -> Sequence[Box]:
    """Boxes that together cover a line; from one picture to the next most lines stay where they are."""
    (x0, y0), (x1, y1) = line
    steps = max(1, abs(y1 - y0) // BAND)
    spots = [(x0 + (x1 - x0) * i // steps, y0 + (y1 - y0) * i // steps) for i in range(steps + 1)]
    return [(min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y)) for (x, y), (to_x, to_y) in pairwise(spots)]


def _canal_box(canal: Canal) -> Box:
    (x, y), half = canal.at, canal_symbol(canal.closed).width // 2
    return x - half, y - half, x + half, y + half


def _take(taken: list[int], box: Box, around: int) -> None:
    """Take a box and so much around it."""
    left, top, right, bottom = box
    bits = (1 << right + around) - (1 << max(0, left - around))
    for band in range(max(0, (top - around) // BAND), min(len(taken), -(-(bottom + around) // BAND))):
        taken[band] |= bits
