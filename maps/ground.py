"""What is still free on a board while stacks are being placed, and the free places for a box.

A row of the board, BAND pixels high, is one whole number: bit x says whether the pixels at x are free.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import hypot
from typing import NamedTuple

from maps.board import BAND, Board, Box, Canal, Space
from maps.leading import Line, Point
from maps.sprites import canal_symbol, label_box

CLEARANCE = 3  # between two stacks
APART = 10  # between a stack of a land and one of a zone
BESIDE_LINES = 3
BETWEEN_SPOTS = 24  # of the places around a space one is told in each square of so many pixels
MARGIN = 400  # as wide as the widest stacks
EVERY_ROW = 140  # within so many pixels every row is tried, within twice as many every other, and so on
ABOVE = 6  # so much farther may a place below a name be than one above it
ASIDE = 1.4  # so much worse is a place beside a name than one above or below


class Spot(NamedTuple):
    """A place for a box: its top left corner, and how far it is from where it was wanted."""

    x: int
    y: int
    away: float

    def box(self, size: tuple[int, int]) -> Box:
        """The pixels of a box of this size here."""
        return self.x, self.y, self.x + size[0], self.y + size[1]


class Snapshot(NamedTuple):
    """What was taken at some moment."""

    for_lands: list[int]
    for_fleets: list[int]
    stacks: int


class Ground:
    """The free room of a board. The room of a small land on the water is also room of the zone there."""

    def __init__(self, board: Board) -> None:
        self.board = board
        everything = (1 << board.size[0]) - 1
        # Bits that no stack and no line took; of stacks of the other kind one keeps farther away.
        self._for_lands, self._for_fleets = ([everything] * len(board.room) for _ in range(2))
        self._names = [(space.id, label_box(space)) for space in board.spaces.values()]
        self._names += [(canal.name, _canal_box(canal)) for canal in board.canals]
        self._stacks: list[tuple[str, Box]] = []

    def take(self, box: Box, home: Space) -> None:
        """A stack of a space now stands in a box."""
        self._stacks.append((home.id, box))
        _clear(self._for_fleets, box, CLEARANCE if home.is_sea else APART)
        _clear(self._for_lands, box, APART if home.is_sea else CLEARANCE)

    def take_line(self, line: Line) -> None:
        """A line now runs here, and no stack may cover it."""
        (x0, y0), (x1, y1) = line
        steps = max(1, abs(y1 - y0) // BAND)
        for i in range(steps):
            left, right = sorted((x0 + (x1 - x0) * i // steps, x0 + (x1 - x0) * (i + 1) // steps))
            top, bottom = sorted((y0 + (y1 - y0) * i // steps, y0 + (y1 - y0) * (i + 1) // steps))
            for free in (self._for_lands, self._for_fleets):
                _clear(free, (left, top, right, bottom), BESIDE_LINES)

    def snapshot(self) -> Snapshot:
        """Remember what is taken."""
        return Snapshot(list(self._for_lands), list(self._for_fleets), len(self._stacks))

    def restore(self, before: Snapshot) -> None:
        """Take back all that was taken since."""
        self._for_lands, self._for_fleets = list(before.for_lands), list(before.for_fleets)
        del self._stacks[before.stacks :]

    def obstacles(self, home: Space, farthest: float) -> list[Box]:
        """Canals, and names and stacks of other spaces that a line from a space may meet."""
        x, y = home.anchor
        left, top, right, bottom = x - farthest, y - farthest, x + farthest, y + farthest
        return [
            box
            for space, box in chain(self._names, self._stacks)
            if space != home.id and box[0] < right and box[2] > left and box[1] < bottom and box[3] > top
        ]

    def at_home(self, home: Space, size: tuple[int, int], farthest: float) -> Spot | None:
        """The place in a space's own room whose middle is nearest to its name."""
        first, room = home.room_top // BAND, home.room
        free = self._free(home)[first : first + len(room)]
        (width, height), (x, y) = size, home.label_at
        best: Spot | None = None
        for band, fits in enumerate(_fits([a & b for a, b in zip(room, free, strict=True)], size), first):
            down = band * BAND + height / 2 - y
            if not fits or abs(down) >= (best.away if best else farthest):
                continue
            for left in _nearest_bits(fits, x - width // 2):
                away = hypot(ASIDE * abs(left + width / 2 - x), down) + (ABOVE if down < 0 else 0)
                if away < (best.away if best else farthest):
                    best = Spot(left, band * BAND, away)
        return best

    def window(self, home: Space, farthest: float) -> "Window":
        """What is free around a space."""
        x, y = home.anchor
        top, left = max(0, int(y - farthest - MARGIN) // BAND), max(0, int(x - farthest - MARGIN))
        bottom = min(len(self.board.room), int(y + farthest + MARGIN) // BAND + 1)
        seen = (1 << int(2 * (farthest + MARGIN))) - 1
        rows = zip(self.board.room[top:bottom], self._free(home)[top:bottom], strict=True)
        return Window(home.anchor, left, top, [(a & b) >> left & seen for a, b in rows])

    def _free(self, home: Space) -> list[int]:
        return self._for_fleets if home.is_sea else self._for_lands


class Window:
    """The free room around a point, whosever it is: rows of bits from a left edge and a band on."""

    def __init__(self, middle: Point, left: int, top: int, rows: list[int]) -> None:
        self._middle, self._left, self._top, self._rows = middle, left, top, rows

    def spots(self, size: tuple[int, int], farthest: float) -> list[Spot]:
        """Places for a box whose edges are not farther than this: some, the nearest first."""
        (width, height), (x, y) = size, self._middle
        first = max(0, int(y - farthest - height) // BAND - self._top)
        last = int(y + farthest + height) // BAND + 1 - self._top
        spots = []
        step = max(1, int(farthest) // EVERY_ROW)
        for number, fits in enumerate(_fits(self._rows[first:last], size, step)):
            if fits:
                band = self._top + first + number * step
                down = max(0.0, abs(band * BAND + height / 2 - y) - height / 2)
                for start in _nearest_bits(fits, x - width // 2 - self._left):
                    left = start + self._left
                    spots.append(Spot(left, band * BAND, hypot(max(0.0, abs(left + width / 2 - x) - width / 2), down)))
        return _scattered(spot for spot in spots if spot.away < farthest)


def _canal_box(canal: Canal) -> Box:
    (x, y), half = canal.at, canal_symbol(canal.closed).width // 2
    return x - half, y - half, x + half, y + half


def _clear(free: list[int], box: Box, around: int) -> None:
    """Take a box and so much around it."""
    left, top, right, bottom = max(0, box[0] - around), box[1] - around, box[2] + around, box[3] + around
    taken = (1 << right) - (1 << left)
    for band in range(max(0, top // BAND), min(len(free), -(-bottom // BAND))):
        free[band] &= ~taken


def _fits(rows: Sequence[int], size: tuple[int, int], step: int = 1) -> list[int]:
    """For each row, or some, the leftmost pixels of all places for a box whose upper edge is there."""
    for down in _steps(-(-size[1] // BAND)):
        rows = [a & b for a, b in zip(rows, rows[down:], strict=False)]
    across = _steps(size[0])
    return [_wide_enough(row, across) if row else 0 for row in rows[::step]]


def _wide_enough(row: int, steps: Sequence[int]) -> int:
    for step in steps:
        row &= row >> step
    return row


@lru_cache(maxsize=512)
def _steps(length: int) -> tuple[int, ...]:
    """Steps that make a stretch of one as long as this, each at most as long as what is there."""
    steps = []
    reached = 1
    while reached < length:
        steps.append(min(reached, length - reached))
        reached += steps[-1]
    return tuple(steps)


def _scattered(spots: Iterable[Spot]) -> list[Spot]:
    """The nearest of spots that are not beside one another."""
    kept: dict[tuple[int, int], Spot] = {}
    for spot in sorted(spots, key=lambda spot: spot.away):
        kept.setdefault((spot.x // BETWEEN_SPOTS, spot.y // BETWEEN_SPOTS), spot)
    return list(kept.values())


def _nearest_bits(bits: int, target: int) -> Iterator[int]:
    """The set bit nearest to a place on either side."""
    target = max(0, target)
    above, below = bits >> target, bits & ((1 << target) - 1)
    if above:
        yield target + (above & -above).bit_length() - 1
    if below:
        yield below.bit_length() - 1
