"""Find room for every stack: in its own space if it can be, else nearby with lines to its space, in one piece or more.

A stack keeps off all labels and all other stacks. The room that small lands have on the water is also room of the
zone there: lands come first, and every placed box is remembered.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from maps.board import BAND, Board, Box, Space, load_board
from maps.ground import Ground
from maps.leading import Line, around, clearest, gap, led_around, length, middle, nearest
from maps.rows import Layout, PlacedRow, layouts, parts_of, rows_at
from maps.sprites import label_box
from maps.stacks import LARGE, SMALL, Scale, Stack

NEAR, FARTHEST = 140, 420  # how far from the name of its space a stack may stand


class NoRoomError(RuntimeError):
    """No free room is left on the whole board; it would take several times as many units as the games have."""


class _Way(NamedTuple):
    """A way to set a stack at home."""

    scale: Scale
    farthest: int  # from the name of its space
    apart: bool = False  # each row where it fits best
    split: bool = False  # plates go over several rows


# The nicest way first.
WAYS = (
    _Way(LARGE, 170),
    _Way(LARGE, 120, apart=True),
    _Way(LARGE, 120, split=True),
    _Way(SMALL, 170),
    _Way(SMALL, 110, apart=True),
    _Way(SMALL, 170, split=True),
    _Way(SMALL, 200, apart=True),
    _Way(LARGE, FARTHEST, split=True),
    _Way(SMALL, FARTHEST, split=True),
)
CLOSE = 14  # a stack this close to the name needs no line to its space
WORTH = 22  # one row more must bring a stack so many pixels nearer
ON_STRANGE_LAND = 120  # a box over another territory is the worse choice by so much
BENT = 100  # a bent line costs so much
CROSSED = 1000  # and one by so much for every name or stack under its line
ONE_PIECE = 150  # a stack whose place costs more than this is tried in pieces
ANOTHER_PIECE = 50  # what each piece beyond the first costs


@dataclass(frozen=True)
class PlacedStack:
    """The rows of a stack; `leaders` run from the space to those of its pieces that stand elsewhere."""

    space: str
    rows: tuple[PlacedRow, ...]
    leaders: tuple[Line, ...] = ()

    @property
    def box(self) -> Box:
        """The smallest box around all rows."""
        return around([row.box for row in self.rows])


def place_stacks(board: Board, stacks: Mapping[str, Stack]) -> list[PlacedStack]:
    """Place all stacks of a board. The same stacks always get the same places."""
    return list(_placed(board.name, tuple(stacks.values())))


def place_badges(board: Board, placed: Iterable[PlacedStack], badges: Iterable[Stack]) -> list[PlacedStack]:
    """Place what overlays add to spaces, in the room that names and the stacks placed before have left."""
    placing = _Placing(board)
    for stack in placed:
        for row in stack.rows:
            placing.ground.take(row.box, board.space(stack.space))
        for line in stack.leaders:
            placing.ground.take_line(line)
    return list(placing.place(badges))


@lru_cache(maxsize=32)
def _placed(board: str, stacks: tuple[Stack, ...]) -> tuple[PlacedStack, ...]:
    shown = load_board(board)
    lands_first = sorted(stacks, key=lambda stack: (shown.spaces[stack.space].is_sea, stack.space))
    return _Placing(shown).place(lands_first)


class _Found(NamedTuple):
    """A place for one piece of a stack, and how far from good it is."""

    cost: float
    rows: tuple[PlacedRow, ...]
    leaders: tuple[Line, ...]
    crossings: int = 0


class _Placing:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.ground = Ground(board)

    def place(self, stacks: Iterable[Stack]) -> tuple[PlacedStack, ...]:
        """Place all that have room at home, then the others around them."""
        homeless: list[Stack] = []
        placed: list[PlacedStack] = []
        for stack in stacks:
            at_home = self._at_home(stack)
            if at_home:
                placed.append(at_home)
            else:
                homeless.append(stack)
        return (*placed, *(self._elsewhere(stack) for stack in homeless))

    def _at_home(self, stack: Stack) -> PlacedStack | None:
        """Set a stack in the room of its space; the nicest way without a line is better than all ways with one."""
        home = self.board.space(stack.space)
        before = self.ground.snapshot()
        with_line: _Found | None = None
        for way in WAYS:
            for layout in layouts(stack, way.scale):
                if len(layout.rows) > max(1, len(stack.plates)) and not way.split:
                    break
                rows = self._set(home, layout, way)
                if rows is None:
                    continue
                lines = [] if home.is_sea else self._lines(rows, home)
                crossings, leaders = clearest(lines, self.ground.obstacles(home, FARTHEST) if lines else ())
                if not leaders:
                    return self._stood([_Found(0.0, rows, ())], home)
                self.ground.restore(before)
                if not crossings:
                    with_line = with_line or _Found(0.0, rows, leaders)
        if with_line is None:
            return None
        for row in with_line.rows:
            self.ground.take(row.box, home)
        return self._stood([with_line], home)

    def _set(self, home: Space, layout: Layout, way: _Way) -> tuple[PlacedRow, ...] | None:
        """Set a layout in its space, its rows as one block or each where it fits best; None if there is no room."""
        parts = [Layout(layout.scale, (row,)) for row in layout.rows] if way.apart else [layout]
        parts += [Layout(layout.scale, (layout.signs,))] if layout.signs else []
        placed: list[PlacedRow] = []
        before = self.ground.snapshot()
        for part in parts:
            spot = self.ground.at_home(home, part.size, way.farthest)
            if spot is None:
                self.ground.restore(before)
                return None
            self.ground.take(spot.box(part.size), home)
            placed += rows_at(part, spot)
        return tuple(placed)

    def _stood(self, pieces: Iterable[_Found], home: Space) -> PlacedStack:
        """The stack that pieces make, their lines now taken."""
        rows: list[PlacedRow] = []
        leaders: list[Line] = []
        for piece in pieces:
            rows += piece.rows
            leaders += piece.leaders
        for line in leaders:
            self.ground.take_line(line)
        return PlacedStack(home.id, tuple(rows), tuple(leaders))

    def _lines(self, rows: Iterable[PlacedRow], home: Space, others: Sequence[Box] = ()) -> list[Line]:
        """Lines that may lead to rows, the shortest first; none to those at home or close to the name of their space.

        They begin at the name, at the land itself, or at other pieces of the stack.
        """
        boxes = [row.box for row in rows]
        whole = around(boxes)
        roots = [label_box(home), *others]
        if any(gap(whole, root) <= CLOSE for root in roots) or self._is_at_home(whole, home):
            return []
        starts = [nearest(middle(whole), root) for root in roots] + ([] if home.is_sea else [home.anchor])
        lines = [(start, nearest(start, box)) for start in starts for box in boxes]
        return sorted(lines, key=length)

    def _is_at_home(self, box: Box, home: Space) -> bool:
        return _holds(home, box) if home.is_sea else self.board.land.getpixel(middle(box)) == home.number

    def _elsewhere(self, stack: Stack) -> PlacedStack:
        """Set a stack in the nearest room there is, in one piece or in several."""
        home = self.board.space(stack.space)
        for farthest in (FARTHEST, self.board.size[0]):
            pieces = self._pieces(stack, home, farthest)
            if pieces:
                return self._stood(pieces, home)
        raise NoRoomError(f"The board {self.board.name} is too full to show the units in {home.name}.")

    def _pieces(self, stack: Stack, home: Space, farthest: float, others: Sequence[_Found] = ()) -> list[_Found]:
        """Set a stack in one piece, or in more where that is better; none if there is no room."""
        whole = self._found(stack, home, farthest, [row.box for piece in others for row in piece.rows])
        if whole is None or whole.cost > ONE_PIECE:
            before = self.ground.snapshot()
            pieces = self._in_parts(stack, home, farthest, others)
            if pieces and (whole is None or _cost(pieces) < whole.cost):
                return pieces
            self.ground.restore(before)
        if whole is None:
            return []
        for row in whole.rows:
            self.ground.take(row.box, home)
        return [whole]

    def _in_parts(self, stack: Stack, home: Space, farthest: float, others: Sequence[_Found]) -> list[_Found]:
        pieces: list[_Found] = []
        for part in parts_of(stack):
            found = self._pieces(part, home, farthest, [*others, *pieces])
            if not found:
                return []
            pieces += found
        return pieces

    def _found(self, stack: Stack, home: Space, farthest: float, others: Sequence[Box]) -> _Found | None:
        """The best place for a stack as a block; it is sought near by first, as that takes much less time."""
        near = self._best(stack, home, NEAR, others)
        if near and near.cost <= NEAR:
            return near
        best = self._best(stack, home, farthest, others)
        if best is None or not best.crossings:
            return best
        obstacles = self.ground.obstacles(home, farthest)
        way = led_around(self._lines(best.rows, home, others), obstacles, self.board.size)
        return _Found(best.cost - CROSSED * best.crossings + BENT, best.rows, way) if way else best

    def _best(self, stack: Stack, home: Space, farthest: float, others: Sequence[Box]) -> _Found | None:
        """The best place within a distance; more or smaller rows must be worth it by being nearer."""
        obstacles = self.ground.obstacles(home, farthest)
        best: _Found | None = None
        for scale, price in ((LARGE, 0), (SMALL, WORTH)):
            for rank, layout in enumerate(layout for layout in layouts(stack, scale) if not layout.signs):
                least = price + WORTH * rank
                if best and least >= best.cost:
                    continue
                nearer = min(farthest, best.cost - least) if best else farthest
                for spot in self.ground.around(home, layout.size, nearer):
                    if best and least + spot.away >= best.cost:
                        break
                    rows = rows_at(layout, spot)
                    crossings, leaders = clearest(self._lines(rows, home, others), obstacles)
                    cost = least + spot.away + self._disorder(rows, home) + CROSSED * crossings
                    if best is None or cost < best.cost:
                        best = _Found(cost, rows, leaders, crossings)
        return best

    def _disorder(self, rows: Sequence[PlacedRow], home: Space) -> float:
        """What it costs that rows stand on another territory."""
        under = self.board.land.getpixel(middle(around([row.box for row in rows])))
        return ON_STRANGE_LAND if under and (home.is_sea or under != home.number) else 0


def _cost(pieces: Sequence[_Found]) -> float:
    return sum(piece.cost for piece in pieces) + ANOTHER_PIECE * (len(pieces) - 1)


def _holds(space: Space, box: Box) -> bool:
    """Whether a box lies within the room of a space."""
    first, last = (box[1] - space.room_top) // BAND, -(-(box[3] - space.room_top) // BAND)
    inside = (1 << box[2]) - (1 << box[0])
    return first >= 0 and last <= len(space.room) and all(row & inside == inside for row in space.room[first:last])
