"""Free places for a box, the nearest first, in rows of bits: bit x of a row says whether the pixels at x are free."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import blake2b
from heapq import heappop, heappush
from math import hypot
from typing import NamedTuple

from maps.board.assets import BAND, Box
from maps.stacks.leading import Point

BETWEEN_SPOTS = 24  # of the places around a point, one is given in each square of this many pixels
RING = 40  # pixels
EVERY_ROW = 140  # within this many pixels every row is tried, within twice as many every other, and so on
ABOVE = 6  # so much farther may a place below a name be than one above it
ASIDE = 1.4  # so much worse is a place beside a name than one above or below

Size = tuple[int, int]
_Order = Callable[[int, int, int], tuple[tuple[float, float, int], ...]]


class Spot(NamedTuple):
    """A place for a box: its top left corner, and how far it is from where it was wanted."""

    x: int
    y: int
    away: float

    def box(self, size: Size) -> Box:
        """The pixels of a box of this size here."""
        return self.x, self.y, self.x + size[0], self.y + size[1]


class FreeRoom:
    """Rows of free bits, BAND pixels high each, from a left edge and a first row of the board on."""

    def __init__(self, rows: list[int], first: int, left: int = 0) -> None:
        self._first, self._left = first, left
        self._height = len(rows)
        # What begins a free stretch of 2 ** across pixels in 2 ** down rows, from each row on.
        self._stretches = {(0, 0): rows}

    @property
    def fingerprint(self) -> bytes:
        """Another one if anything else is free."""
        rows = self._stretches[0, 0]
        width = -(-max(rows, default=0).bit_length() // 8)
        free = b"".join(row.to_bytes(width, "little") for row in rows)
        return blake2b(free, digest_size=16, person=width.to_bytes(4, "little")).digest()

    def nearest(self, name: Point, size: Size, farthest: float) -> Spot | None:
        """The place whose middle is nearest to a name."""
        width, (x, y) = size[0], name
        wanted = x - width // 2 - self._left
        best: Spot | None = None
        for least, down, row, places in self._rows(_from_the_middle, y, size, farthest):
            if least >= farthest:
                break
            for start in _nearest_bits(places, wanted):
                left = self._left + start
                away = hypot(ASIDE * abs(left + width / 2 - x), down) + least - abs(down)
                if away < farthest:
                    farthest = away
                    best = Spot(left, (self._first + row) * BAND, away)
        return best

    def rings(self, point: Point, size: Size, farthest: float) -> Iterator[list[Spot]]:
        """Some places for a box by the distance of its edges from a point: those less than RING away, and so on."""
        width, (x, y) = size[0], point
        wanted = x - width // 2 - self._left
        told: set[tuple[int, int]] = set()
        waiting: list[tuple[float, int, int]] = []
        ring = RING
        for least, _, row, places in self._rows(_from_the_edges, y, size, farthest):
            while least >= ring:
                yield list(_nearer(ring, waiting, told))
                ring += RING
            for start in _nearest_bits(places, wanted):
                away = hypot(max(0.0, abs(start - wanted) - width / 2), least)
                heappush(waiting, (away, self._left + start, (self._first + row) * BAND))
        while ring < farthest + RING:
            yield list(_nearer(ring, waiting, told))
            ring += RING

    def _rows(self, order: _Order, y: int, size: Size, farthest: float) -> Iterator[tuple[float, float, int, int]]:
        """Rows where a box has places, in an order around a pixel, with what `order` says of each, and the places."""
        width, height = size
        bands = -(-height // BAND)
        across, down = width.bit_length() - 1, bands.bit_length() - 1
        stretch, below, beside = self._stretch(across, down), bands - (1 << down), width - (1 << across)
        middle, last = y // BAND - self._first, self._height - bands
        for least, how_low, row in order(height, y % BAND, int(farthest)):
            here = middle + row
            if 0 <= here <= last:
                free = stretch[here] & stretch[here + below]
                places = free & free >> beside
                if places:
                    yield least, how_low, here, places

    def _stretch(self, across: int, down: int) -> list[int]:
        if (across, down) not in self._stretches:
            if down:
                last = self._stretch(across, down - 1)
                found = [a & b for a, b in zip(last, last[1 << down - 1 :], strict=False)]
            else:
                step = 1 << across - 1
                found = [bits & bits >> step for bits in self._stretch(across - 1, 0)]
            self._stretches[across, down] = found
        return self._stretches[across, down]


@lru_cache(maxsize=256)
def _from_the_middle(height: int, offset: int, farthest: int) -> tuple[tuple[float, float, int], ...]:
    """By how far the middle of a box is below or above a pixel at least, below it, and the row where it begins.

    The pixel is this far from the upper edge of row 0.
    """
    reach = (farthest + height) // BAND + 1
    downs = ((row * BAND + height / 2 - offset, row) for row in range(-reach, reach + 1))
    return tuple(sorted((ABOVE - down if down < 0 else down, down, row) for down, row in downs))


@lru_cache(maxsize=256)
def _from_the_edges(height: int, offset: int, farthest: int) -> tuple[tuple[float, float, int], ...]:
    """The same for the edge of a box that is nearest; far away not every row is named."""
    reach = (farthest + height) // BAND + 1
    downs = ((row * BAND + height / 2 - offset, row) for row in range(-reach, reach + 1))
    found = ((max(0.0, abs(down) - height / 2), down, row) for down, row in downs)
    return tuple(sorted(one for one in found if one[0] < farthest and one[2] % (1 + int(one[0]) // EVERY_ROW) == 0))


def _nearest_bits(bits: int, target: int) -> Iterator[int]:
    """The set bits nearest to a place on either side."""
    target = max(0, target)
    above, below = bits >> target, bits & ((1 << target) - 1)
    if above:
        yield target + (above & -above).bit_length() - 1
    if below:
        yield below.bit_length() - 1


def _nearer(ring: float, waiting: list[tuple[float, int, int]], told: set[tuple[int, int]]) -> Iterator[Spot]:
    """Take the places within a ring, the nearest first; those beside one told are passed over."""
    while waiting and waiting[0][0] < ring:
        away, x, y = heappop(waiting)
        square = x // BETWEEN_SPOTS, y // BETWEEN_SPOTS
        if square not in told:
            told.add(square)
            yield Spot(x, y, away)
