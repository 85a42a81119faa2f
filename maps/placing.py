"""Find room for every stack: in its own space if it can be, else in a box nearby with a line to its space.

A stack keeps off all labels and all other stacks: free room of different spaces never overlaps, and within a space
every placed box is remembered.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from maps.board import Board, Box, Interval, Space, load_board
from maps.sprites import label_box
from maps.stacks import BETWEEN_PLATES, BETWEEN_ROWS, LARGE, SMALL, Plate, Row, Scale, Stack, row_width

CLEARANCE = 3  # between two stacks
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
ABOVE = 6  # so much farther may a place below a name be than one above it
ON_STRANGE_LAND = 60  # a box over another territory is the worse choice by so much
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
    return list(_placed(board.name, tuple(stacks[space] for space in sorted(stacks))))


@lru_cache(maxsize=32)
def _placed(board: str, stacks: tuple[Stack, ...]) -> tuple[PlacedStack, ...]:
    return _Placing(load_board(board)).place(stacks)


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
        self.taken: dict[str, list[Box]] = {}

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
        before = list(self.taken.get(home.id, ()))
        rows = tuple(_Layout(layout.scale, (row,)) for row in layout.rows) if way.apart else (layout,)
        signs = (_Layout(layout.scale, (layout.signs,)),) if layout.signs else ()
        placed: list[PlacedRow] = []
        for part in (*rows, *signs):
            spot = self._spot(home, part.size, home.label_at, way.farthest)
            if spot is None:
                self.taken[home.id] = before
                return None
            placed += self._settle(home, part, spot[0], spot[1])
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
                host, layout, x, y = best
                return self._with_leader(PlacedStack(stack.space, self._settle(host, layout, x, y)), home)
        raise NoRoomError(f"The board {self.board.name} is too full to show the units in {home.name}.")

    def _best_elsewhere(
        self, stack: Stack, home: Space, hosts: list[Space], farthest: float
    ) -> tuple[Space, _Layout, int, int] | None:
        """Host, layout, left and top; more or smaller rows must be worth it by being nearer."""
        best: tuple[float, Space, _Layout, int, int] | None = None
        for scale, price in ((LARGE, 0), (SMALL, WORTH)):
            for rank, layout in enumerate(layout for layout in _layouts(stack, scale) if not layout.signs):
                for host in hosts:
                    spot = self._spot(host, layout.size, home.anchor, farthest, by_gap=True)
                    if spot is None:
                        continue
                    cost = spot[2] + price + WORTH * rank + (0 if host.is_sea else ON_STRANGE_LAND)
                    if best and cost >= best[0]:
                        continue
                    cost += OVER_STACKS if self._is_crossed(home.anchor, spot, layout.size) else 0
                    if best is None or cost < best[0]:
                        best = cost, host, layout, spot[0], spot[1]
        return best[1:] if best else None

    def _is_crossed(self, anchor: tuple[int, int], spot: tuple[int, int, float], size: tuple[int, int]) -> bool:
        """Whether a line from a space to a box would run over another stack."""
        end = _nearest(anchor, (spot[0], spot[1], spot[0] + size[0], spot[1] + size[1]))
        shares = [step / 40 for step in range(40)]
        line = [(anchor[0] + (end[0] - anchor[0]) * t, anchor[1] + (end[1] - anchor[1]) * t) for t in shares]
        boxes = (box for boxes in self.taken.values() for box in boxes)
        return any(b[0] < x < b[2] and b[1] < y < b[3] for b in boxes for x, y in line)

    def _near(self, home: Space) -> list[Space]:
        """Spaces within two steps whose names are not far off."""
        first = self.board.neighbours[home.id]
        near = first | {other for space in first for other in self.board.neighbours[space]}
        spaces = (self.board.spaces[space] for space in sorted(near - {home.id}))
        x, y = home.label_at
        return [space for space in spaces if hypot(space.label_at[0] - x, space.label_at[1] - y) < 2 * FARTHEST]

    def _settle(self, host: Space, layout: _Layout, x: int, y: int) -> tuple[PlacedRow, ...]:
        """Set the rows of a block below one another, centred, and remember the box."""
        width, height = layout.size
        self.taken.setdefault(host.id, []).append((x, y, x + width, y + height))
        step = layout.scale.height + BETWEEN_ROWS
        return tuple(
            PlacedRow(row, layout.scale, x + (width - row_width(row, layout.scale)) // 2, y + i * step)
            for i, row in enumerate(layout.rows)
        )

    def _spot(
        self, host: Space, size: tuple[int, int], target: tuple[int, int], farthest: float, *, by_gap: bool = False
    ) -> tuple[int, int, float] | None:
        """The free place for a box nearest to a target: (left, top, distance).

        The distance is that of the box's middle, or of its nearest edge (`by_gap`).
        """
        width, height = size
        taken = self.taken.get(host.id, ())
        best: tuple[float, int, int] | None = None
        for top, intervals in self.board.room_for(host.id, height):
            down = top + height / 2 - target[1]
            if by_gap:
                down = max(0.0, abs(down) - height / 2)
            if abs(down) >= (best[0] if best else farthest):
                continue
            for left, right in _without(intervals, taken, top, top + height):
                if right - left < width:
                    continue
                x = min(max(left, target[0] - width // 2), right - width)
                beside = abs(x + width / 2 - target[0])
                # Above or below a name is nicer than beside it, below a little nicer than above.
                aside = max(0.0, beside - width / 2) if by_gap else 1.4 * beside
                away = hypot(aside, down) + (ABOVE if down < 0 else 0)
                if away < (best[0] if best else farthest):
                    best = away, x, top
        return (best[1], best[2], best[0]) if best else None


def _without(intervals: Iterable[Interval], taken: Iterable[Box], top: int, bottom: int) -> list[Interval]:
    """The intervals less what boxes at this height take."""
    free = list(intervals)
    for box in taken:
        if box[1] - CLEARANCE < bottom and box[3] + CLEARANCE > top:
            left, right = box[0] - CLEARANCE, box[2] + CLEARANCE
            free = [part for a, b in free for part in ((a, min(b, left)), (max(a, right), b)) if part[0] < part[1]]
    return free


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
