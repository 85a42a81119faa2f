"""A space and what is around it: where units that have no room at home can stand, and what leads to them."""

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from math import inf
from typing import NamedTuple

from maps.board.assets import BAND, Board, Box, Space
from maps.board.ground import Ground
from maps.stacks.contents import LARGE, SMALL, TINY, Scale, Stack
from maps.stacks.fitting import RING, Spot
from maps.stacks.leading import Line, around, clearest, gap, led_around, length, middle, nearest
from maps.stacks.rows import PlacedRow, RowLayout, layouts, parts_of, rows_at

CLOSE = 14  # a stack this close to the name needs no line to its space
WORTH = 22  # one more row must bring a stack this many pixels nearer
PRICES = {LARGE: 0, SMALL: WORTH, TINY: 3 * WORTH}  # what it costs that units are small
BY_A_NAME, MISREAD = 30, 60  # what it costs to stand so near to another name, and nearer than to one's own
ON_STRANGE_LAND = 120  # a box over another territory is the worse choice by so much
BENT = 100  # a bent line costs so much
CROSSED = 1000  # and one by so much for every name or stack under its line
ONE_PIECE = 150  # a stack whose place costs more than this is tried in pieces
ANOTHER_PIECE = 50  # what each piece beyond the first costs


class Found(NamedTuple):
    """A place for one piece of a stack, and how far from good it is."""

    cost: float
    rows: tuple[PlacedRow, ...]
    leaders: tuple[Line, ...]
    crossings: int = 0


class Surroundings:
    """What is around a space before its units are placed, as far as these may stand."""

    def __init__(
        self,
        board: Board,
        ground: Ground,
        home: Space,
        farthest: float,
        scales: Sequence[Scale] = (LARGE, SMALL),
        is_crowded: bool = False,
    ) -> None:
        self.board, self.ground, self.home, self.farthest = board, ground, home, farthest
        self._scales, self._is_crowded = scales, is_crowded
        self._name = home.label_box
        self.looked = 0.0  # how far around one has looked for places

    @cached_property
    def obstacles(self) -> list[Box]:
        """What lines should not run over."""
        return self.ground.obstacles(self.home, self.farthest)

    @property
    def fingerprint(self) -> bytes:
        """Another one if anything else is in the way of lines."""
        return array("i", chain.from_iterable(self.obstacles)).tobytes()

    def lines(self, rows: Iterable[PlacedRow], others: Sequence[Box] = ()) -> list[Line]:
        """Lines that may lead to rows, the shortest first; none to those at home or close to the name of their space,
        unless that is in another land.

        They begin at the name, at the land itself, or at other pieces of the stack.
        """
        boxes = [row.box for row in rows]
        whole = around(boxes)
        roots = [self._name, *others]
        is_close = any(gap(whole, root) <= CLOSE for root in roots) and not self._is_abroad(whole)
        if is_close or self._is_at_home(whole):
            return []
        starts = [nearest(middle(whole), root) for root in roots] + ([] if self.home.is_sea else [self.home.anchor])
        lines = [(start, nearest(start, box)) for start in starts for box in boxes]
        return sorted(lines, key=length)

    def _is_at_home(self, box: Box) -> bool:
        if self.home.is_sea:
            return _holds(self.home, box)
        return self._land_under(box) == self.home.number

    def _is_abroad(self, box: Box) -> bool:
        """Whether a box stands on land of another space where the name does not stand."""
        under = self._land_under(box)
        return under not in (0, self.home.number if not self.home.is_sea else 0, self._land_under(self._name))

    def _land_under(self, box: Box) -> int:
        """The number of the territory in the middle of a box; 0 is water."""
        return self.board.land_at(middle(box))

    def pieces(self, stack: Stack, others: Sequence[Found] = (), most: float = inf) -> list[Found]:
        """Set a stack in one piece, or in more where that costs less; none if it cannot be done for under `most`."""
        if most <= 0:
            return []
        whole = self._found(stack, [row.box for piece in others for row in piece.rows], most)
        if whole is None or whole.cost > ONE_PIECE:
            before = self.ground.snapshot()
            pieces = self._in_parts(stack, others, whole.cost if whole else most)
            if pieces:
                return pieces
            self.ground.restore(before)
        if whole is None:
            return []
        for row in whole.rows:
            self.ground.take(row.box, self.home)
        return [whole]

    def _in_parts(self, stack: Stack, others: Sequence[Found], most: float) -> list[Found]:
        pieces: list[Found] = []
        parts = parts_of(stack)
        for number, part in enumerate(parts, 1):
            more = len(pieces) + len(parts) - number
            left = most - sum(piece.cost for piece in pieces) - ANOTHER_PIECE * more
            found = self.pieces(part, [*others, *pieces], left)
            if not found:
                return []
            pieces += found
        return pieces

    def _found(self, stack: Stack, others: Sequence[Box], most: float) -> Found | None:
        """The best place for a stack as a block; what leads to it goes round what is in its way, if it can."""
        ways = [
            (PRICES[scale] + WORTH * rank, layout)
            for scale in self._scales
            for rank, layout in enumerate(layout for layout in layouts(stack, scale) if not layout.signs)
        ]
        best = self._best(ways, others, most)
        if best and best.crossings:
            cost = best.cost - CROSSED * best.crossings + BENT
            lines = self.lines(best.rows, others)
            self.looked = self.farthest
            way = led_around(lines, self.obstacles, self.board.size) if cost < most else ()
            best = Found(cost, best.rows, way) if way else best
        return best if best and best.cost < most else None

    def _best(self, ways: Sequence[tuple[float, RowLayout]], others: Sequence[Box], most: float) -> Found | None:
        """The best place; more or smaller rows, which cost more, must be worth it by being nearer."""
        room = self.ground.around(self.home, self.farthest)
        seekers = [(least, layout, room.rings(self.home.anchor, layout.size, self.farthest)) for least, layout in ways]
        best: Found | None = None
        most_of_a_box = max((max(layout.size) for _, layout in ways), default=0)
        for away in range(0, int(self.farthest), RING):
            bound = min(most, best.cost) if best else most
            seekers = [seeker for seeker in seekers if seeker[0] + away < bound]
            if not seekers:
                break
            self.looked = max(self.looked, away + RING + most_of_a_box)
            for least, layout, rings in seekers:
                for spot in next(rings):
                    if least + spot.away < (min(most, best.cost) if best else most):
                        best = self._better(best, layout, spot, least, others)
        return best

    def _better(
        self, best: Found | None, layout: RowLayout, spot: Spot, least: float, others: Sequence[Box]
    ) -> Found | None:
        """This place for a layout, or what was the best before it."""
        rows = rows_at(layout, spot)
        crossings, leaders = clearest(self.lines(rows, others), self.obstacles)
        cost = least + spot.away + self._disorder(rows) + CROSSED * crossings
        return Found(cost, rows, leaders, crossings) if best is None or cost < best.cost else best

    def _disorder(self, rows: Sequence[PlacedRow]) -> float:
        """What it costs that rows stand on another territory, or by its name as if they were its own."""
        whole = around([row.box for row in rows])
        under = self._land_under(whole)
        if under == self.home.number and not self.home.is_sea:
            return 0
        cost = ON_STRANGE_LAND if under else 0
        if self._is_crowded:
            return cost
        nearest_name = min(gap(whole, name) for name in self._other_names)
        return cost + (MISREAD if nearest_name < min(BY_A_NAME, gap(whole, self._name)) else 0)

    @cached_property
    def _other_names(self) -> list[Box]:
        """The names around."""
        (x, y), reach = self.home.anchor, self.farthest + 2 * BY_A_NAME
        boxes = [space.label_box for space in self.board.spaces.values() if space is not self.home]
        return [box for box in boxes if gap(box, (x, y, x, y)) < reach] or boxes[:1]


def _holds(space: Space, box: Box) -> bool:
    """Whether a box lies within the room of a space."""
    first, last = (box[1] - space.room_top) // BAND, -(-(box[3] - space.room_top) // BAND)
    inside = (1 << box[2]) - (1 << box[0])
    return first >= 0 and last <= len(space.room) and all(row & inside == inside for row in space.room[first:last])
