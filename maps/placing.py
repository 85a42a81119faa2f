"""Find room for every stack: in its own space if it can be, else in a box nearby with a line to its space.

A stack keeps off all labels and all other stacks. The room that small lands have on the water is also room of the
zone there: lands come first, and every placed box is remembered.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from maps.board import Board, Box, Space, load_board
from maps.ground import Ground, Spot
from maps.sprites import label_box
from maps.stacks import BETWEEN_PLATES, BETWEEN_ROWS, LARGE, SMALL, Plate, Row, Scale, Stack, row_width

FARTHEST = 420  # how far from the name of its space a stack may stand


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
OVER_STACKS = 60  # and one whose line runs over other stacks by so much


@dataclass(frozen=True)
class PlacedRow:
    """A row of plates with its top left corner."""

    row: Row
    scale: Scale
    x: int
    y: int

    @property
    def box(self) -> Box:
        """The pixels it covers."""
        return self.x, self.y, self.x + row_width(self.row, self.scale), self.y + self.scale.height

    def plates(self) -> Iterator[tuple[Plate, int]]:
        """Yield each plate with its left edge."""
        x = self.x
        for plate in self.row:
            yield plate, x
            x += plate.width(self.scale) + BETWEEN_PLATES


@dataclass(frozen=True)
class PlacedStack:
    """The rows of a stack; `leader` runs from the space to the stack if that stands elsewhere."""

    space: str
    rows: tuple[PlacedRow, ...]
    leader: tuple[tuple[int, int], tuple[int, int]] | None = None

    @property
    def box(self) -> Box:
        """The smallest box around all rows."""
        boxes = [row.box for row in self.rows]
        return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def place_stacks(board: Board, stacks: Mapping[str, Stack]) -> list[PlacedStack]:
    """Place all stacks of a board. The same stacks always get the same places."""
    return list(_placed(board.name, tuple(stacks.values())))


def place_badges(board: Board, placed: Iterable[PlacedStack], badges: Iterable[Stack]) -> list[PlacedStack]:
    """Place what overlays add to spaces, in the room that names and the stacks placed before have left."""
    placing = _Placing(board)
    for stack in placed:
        for row in stack.rows:
            placing.ground.take(row.box, board.space(stack.space))
    return list(placing.place(badges))


@lru_cache(maxsize=32)
def _placed(board: str, stacks: tuple[Stack, ...]) -> tuple[PlacedStack, ...]:
    shown = load_board(board)
    lands_first = sorted(stacks, key=lambda stack: (shown.spaces[stack.space].is_sea, stack.space))
    return _Placing(shown).place(lands_first)


@dataclass(frozen=True)
class _Layout:
    """One way to set a stack: the signs in the first row, or apart from the rows of units."""

    scale: Scale
    rows: tuple[Row, ...]
    signs: Row = ()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the rows as a block."""
        height = len(self.rows) * self.scale.height + (len(self.rows) - 1) * BETWEEN_ROWS
        return max(row_width(row, self.scale) for row in self.rows), height


def _layouts(stack: Stack, scale: Scale) -> Iterator[_Layout]:
    """All ways to set a stack in a scale, the nicest first: one row per power, then more and shorter rows."""
    seen = set()
    for longest in (99, *range(min(stack.most_cells - 1, 6), 0, -1)):
        rows = tuple(stack.rows(longest))
        if len(rows) in seen:
            continue
        seen.add(len(rows))
        yield _Layout(scale, rows)
        if stack.signs and stack.plates:
            yield _Layout(scale, (rows[0][len(stack.signs) :], *rows[1:]), stack.signs)


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
        home = self.board.space(stack.space)
        for way in WAYS:
            for layout in _layouts(stack, way.scale):
                if len(layout.rows) > max(1, len(stack.plates)) and not way.split:
                    break
                placed = self._set(home, layout, way)
                if placed:
                    at_home = PlacedStack(stack.space, placed)
                    return at_home if home.is_sea else self._with_leader(at_home, home)
        return None

    def _set(self, home: Space, layout: _Layout, way: _Way) -> tuple[PlacedRow, ...] | None:
        """Set a layout in its space, its rows as one block or each where it fits best; None if there is no room."""
        rows = tuple(_Layout(layout.scale, (row,)) for row in layout.rows) if way.apart else (layout,)
        signs = (_Layout(layout.scale, (layout.signs,)),) if layout.signs else ()
        placed: list[PlacedRow] = []
        boxes: list[Box] = []
        for part in (*rows, *signs):
            spot = self.ground.spot(home, home, part.size, home.label_at, way.farthest)
            if spot is None:
                self.ground.leave(boxes)
                return None
            boxes.append(spot.box(part.size))
            self.ground.take(boxes[-1], home)
            placed += _rows_at(part, spot)
        return tuple(placed)

    def _with_leader(self, stack: PlacedStack, home: Space) -> PlacedStack:
        """Add a line to a stack that stands neither on its space nor close to its name."""
        if _gap(stack.box, label_box(home)) <= CLOSE or self._is_on(stack.box, home):
            return stack
        return replace(stack, leader=_leader(home.anchor, stack.rows))

    def _is_on(self, box: Box, home: Space) -> bool:
        middle = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
        return self.board.land.getpixel(middle) == home.number

    def _elsewhere(self, stack: Stack) -> PlacedStack:
        """Set a stack in the nearest room of other spaces."""
        home = self.board.space(stack.space)
        anywhere = list(self.board.spaces.values()), float(self.board.size[0])
        for hosts, farthest in ((self._near(home), float(FARTHEST)), anywhere):
            best = self._best_elsewhere(stack, home, hosts, farthest)
            if best:
                layout, spot = best
                self.ground.take(spot.box(layout.size), home)
                return self._with_leader(PlacedStack(stack.space, _rows_at(layout, spot)), home)
        raise NoRoomError(f"The board {self.board.name} is too full to show the units in {home.name}.")

    def _best_elsewhere(
        self, stack: Stack, home: Space, hosts: list[Space], farthest: float
    ) -> tuple[_Layout, Spot] | None:
        """Layout and place; more or smaller rows must be worth it by being nearer."""
        best: tuple[float, _Layout, Spot] | None = None
        for scale, price in ((LARGE, 0), (SMALL, WORTH)):
            for rank, layout in enumerate(layout for layout in _layouts(stack, scale) if not layout.signs):
                for host in hosts:
                    spot = self.ground.spot(home, host, layout.size, home.anchor, farthest, by_gap=True)
                    if spot is None:
                        continue
                    cost = spot.away + price + WORTH * rank + (0 if host.is_sea else ON_STRANGE_LAND)
                    if best and cost >= best[0]:
                        continue
                    end = _nearest(home.anchor, spot.box(layout.size))
                    cost += OVER_STACKS if self.ground.is_crossed(home.anchor, end) else 0
                    if best is None or cost < best[0]:
                        best = cost, layout, spot
        return best[1:] if best else None

    def _near(self, home: Space) -> list[Space]:
        """Spaces within two steps whose names are not far off."""
        first = self.board.neighbours[home.id]
        near = first | {other for space in first for other in self.board.neighbours[space]}
        spaces = (self.board.spaces[space] for space in sorted(near - {home.id}))
        x, y = home.label_at
        return [space for space in spaces if hypot(space.label_at[0] - x, space.label_at[1] - y) < 2 * FARTHEST]


def _rows_at(layout: _Layout, spot: Spot) -> tuple[PlacedRow, ...]:
    """The rows of a block at a place, below one another and centred."""
    width, step = layout.size[0], layout.scale.height + BETWEEN_ROWS
    return tuple(
        PlacedRow(row, layout.scale, spot.x + (width - row_width(row, layout.scale)) // 2, spot.y + i * step)
        for i, row in enumerate(layout.rows)
    )


def _gap(a: Box, b: Box) -> float:
    """The distance between two boxes."""
    return hypot(max(0, b[0] - a[2], a[0] - b[2]), max(0, b[1] - a[3], a[1] - b[3]))


def _nearest(spot: tuple[int, int], box: Box) -> tuple[int, int]:
    """The point of a box nearest to a spot."""
    return min(max(spot[0], box[0]), box[2]), min(max(spot[1], box[1]), box[3])


def _leader(anchor: tuple[int, int], rows: Iterable[PlacedRow]) -> tuple[tuple[int, int], tuple[int, int]]:
    """A line from a space to the nearest point of a stack's rows."""
    ends = [_nearest(anchor, row.box) for row in rows]
    return anchor, min(ends, key=lambda end: hypot(end[0] - anchor[0], end[1] - anchor[1]))
