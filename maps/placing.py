"""Find room for every stack: in its own space if it can be, else in a box nearby with a line to its space.

A stack keeps off all labels and all other stacks: free room of different spaces never overlaps, and within a space
every placed box is remembered.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import hypot

from maps.board import Board, Box, Interval, Space
from maps.stacks import BETWEEN_ROWS, LARGE, SMALL, Plate, Row, Scale, Stack, row_width

CLEARANCE = 3  # between two stacks
FARTHEST = 420  # how far from its space a box may stand


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
            x += plate.width(self.scale) + 3


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
    return _Placing(board).place(stacks)


def _layouts(stack: Stack) -> Iterator[tuple[Scale, list[Row]]]:
    """All ways to set a stack, the nicest first: one row per power, more rows, then the same smaller."""
    seen = set()
    for scale in (LARGE, SMALL):
        for longest in (99, *range(min(stack.most_cells - 1, 6), 0, -1)):
            rows = stack.rows(longest)
            if (scale, len(rows)) not in seen:
                seen.add((scale, len(rows)))
                yield scale, rows


class _Placing:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.taken: dict[str, list[Box]] = {}

    def place(self, stacks: Mapping[str, Stack]) -> list[PlacedStack]:
        homeless: list[Stack] = []
        placed: list[PlacedStack] = []
        for space in sorted(stacks):
            at_home = self._at_home(stacks[space])
            if at_home:
                placed.append(at_home)
            else:
                homeless.append(stacks[space])
        placed += [self._elsewhere(stack) for stack in homeless]
        return placed

    def _at_home(self, stack: Stack) -> PlacedStack | None:
        home = self.board.space(stack.space)
        for scale, rows in _layouts(stack):
            placed = self._as_block(home, scale, rows, home.label_at) or self._row_by_row(home, scale, rows)
            if placed:
                return PlacedStack(stack.space, placed)
        return None

    def _elsewhere(self, stack: Stack) -> PlacedStack:
        home = self.board.space(stack.space)
        target = _middle_of(home, self.board.size[0])
        hosts = self._hosts(home, target)
        for scale, rows in _layouts(stack):
            size = _block_size(scale, rows)
            spots = [(self._spot(host, *size, target), host) for host in hosts]
            found = [(spot[2], spot[0], spot[1], host) for spot, host in spots if spot and spot[2] <= FARTHEST]
            if found:
                _, x, y, host = min(found, key=lambda place: (place[0], place[3].id))
                placed = self._settle(host, scale, rows, x, y)
                leader = _leader(home.anchor, (x, y, x + size[0], y + size[1]))
                return PlacedStack(stack.space, placed, leader)
        return self._over_its_space(stack, home)

    def _over_its_space(self, stack: Stack, home: Space) -> PlacedStack:
        """The last resort where no room is left far around: over the space itself, inside the picture."""
        rows = stack.rows(99)
        width, height = _block_size(SMALL, rows)
        x = min(max(5, home.anchor[0] - width // 2), self.board.size[0] - width - 5)
        y = min(max(5, home.anchor[1] - height // 2), self.board.size[1] - height - 5)
        return PlacedStack(stack.space, self._settle(home, SMALL, rows, x, y))

    def _hosts(self, home: Space, target: tuple[int, int]) -> list[Space]:
        near = {other for first in self.board.neighbours[home.id] for other in self.board.neighbours[first]}
        spaces = (self.board.spaces[space] for space in sorted(near | self.board.neighbours[home.id]))
        reach = 2 * FARTHEST
        return [s for s in spaces if hypot(s.label_at[0] - target[0], s.label_at[1] - target[1]) < reach]

    def _as_block(
        self, host: Space, scale: Scale, rows: list[Row], target: tuple[int, int]
    ) -> tuple[PlacedRow, ...] | None:
        spot = self._spot(host, *_block_size(scale, rows), target)
        return self._settle(host, scale, rows, spot[0], spot[1]) if spot else None

    def _row_by_row(self, home: Space, scale: Scale, rows: list[Row]) -> tuple[PlacedRow, ...] | None:
        if len(rows) < 2:
            return None
        before = list(self.taken.get(home.id, ()))
        placed: list[PlacedRow] = []
        for row in rows:
            one = self._as_block(home, scale, [row], home.label_at)
            if one is None:
                self.taken[home.id] = before
                return None
            placed += one
        return tuple(placed)

    def _settle(self, host: Space, scale: Scale, rows: list[Row], x: int, y: int) -> tuple[PlacedRow, ...]:
        """Set the rows of a block below one another, centred, and remember the box."""
        width, height = _block_size(scale, rows)
        self.taken.setdefault(host.id, []).append((x, y, x + width, y + height))
        step = scale.height + BETWEEN_ROWS
        return tuple(
            PlacedRow(row, scale, x + (width - row_width(row, scale)) // 2, y + i * step) for i, row in enumerate(rows)
        )

    def _spot(self, host: Space, width: int, height: int, target: tuple[int, int]) -> tuple[int, int, float] | None:
        """The free place for a box nearest to a target: (left, top, distance of the box's middle)."""
        taken = self.taken.get(host.id, ())
        best: tuple[float, int, int] | None = None
        for top, intervals in self.board.room_for(host.id, height):
            down = top + height / 2 - target[1]
            for left, right in _without(intervals, taken, top, top + height):
                if right - left < width:
                    continue
                x = min(max(left, target[0] - width // 2), right - width)
                # Above and below a name is nicer than beside it, below a little nicer than above.
                away = hypot(1.6 * (x + width / 2 - target[0]), down + (6 if down < 0 else 0) * -1)
                if best is None or away < best[0]:
                    best = away, x, top
        return (best[1], best[2], best[0]) if best else None


def _block_size(scale: Scale, rows: list[Row]) -> tuple[int, int]:
    height = len(rows) * scale.height + (len(rows) - 1) * BETWEEN_ROWS
    return max(row_width(row, scale) for row in rows), height


def _without(intervals: Iterable[Interval], taken: Iterable[Box], top: int, bottom: int) -> list[Interval]:
    """The intervals less what boxes at this height take."""
    free = list(intervals)
    for box in taken:
        if box[1] - CLEARANCE < bottom and box[3] + CLEARANCE > top:
            left, right = box[0] - CLEARANCE, box[2] + CLEARANCE
            free = [part for a, b in free for part in ((a, min(b, left)), (max(a, right), b)) if part[0] < part[1]]
    return free


def _middle_of(home: Space, width: int) -> tuple[int, int]:
    left, top, right, bottom = home.box
    # A space that goes on beyond the edge is wide: its anchor is the better target.
    return home.anchor if right > width else ((left + right) // 2, (top + bottom) // 2)


def _leader(anchor: tuple[int, int], box: Box) -> tuple[tuple[int, int], tuple[int, int]]:
    """A line from a space to the nearest point of a box."""
    x, y = min(max(anchor[0], box[0]), box[2]), min(max(anchor[1], box[1]), box[3])
    return anchor, (x, y)
