"""Find room for every stack: in its own space if it can be, else nearby with lines to its space, in one piece or more.

A stack keeps off all labels and all other stacks. The room that small lands have on the water is also room of the
zone there: lands come first, and every placed box is remembered.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import hypot
from typing import NamedTuple

from maps.board import BAND, Board, Box, Space, load_board
from maps.ground import Ground, Line, Point, Spot, meets
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
CROSSED = 1000  # and one by so much for every name or stack under its line
ONE_PIECE = 150  # a stack whose place costs more than this is tried in pieces
ANOTHER_PIECE = 50  # what each piece beyond the first costs


@dataclass(frozen=True)
class PlacedRow:
    """A row of plates with its top left corner."""

    row: Row
    scale: Scale
    x: int
    y: int
    width: int

    @property
    def box(self) -> Box:
        """The pixels it covers."""
        return self.x, self.y, self.x + self.width, self.y + self.scale.height

    def plates(self) -> Iterator[tuple[Plate, int]]:
        """Yield each plate with its left edge."""
        x = self.x
        for plate in self.row:
            yield plate, x
            x += plate.width(self.scale) + BETWEEN_PLATES


@dataclass(frozen=True)
class PlacedStack:
    """The rows of a stack; `leaders` run from the space to those of its pieces that stand elsewhere."""

    space: str
    rows: tuple[PlacedRow, ...]
    leaders: tuple[Line, ...] = ()

    @property
    def box(self) -> Box:
        """The smallest box around all rows."""
        return _around([row.box for row in self.rows])


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


@dataclass(frozen=True)
class _Layout:
    """One way to set a stack: the signs in the first row, or apart from the rows of units."""

    scale: Scale
    rows: tuple[Row, ...]
    signs: Row = ()

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """How wide each row is."""
        return tuple(row_width(row, self.scale) for row in self.rows)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height of the rows as a block."""
        height = len(self.rows) * self.scale.height + (len(self.rows) - 1) * BETWEEN_ROWS
        return max(self.widths), height


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


class _Found(NamedTuple):
    """A place for one piece of a stack, and how far from good it is."""

    cost: float
    rows: tuple[PlacedRow, ...]
    leader: Line | None


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
            for layout in _layouts(stack, way.scale):
                if len(layout.rows) > max(1, len(stack.plates)) and not way.split:
                    break
                rows = self._set(home, layout, way)
                if rows is None:
                    continue
                leaders = [] if home.is_sea else self._leaders(rows, home)
                crossings, leader = _clearest(leaders, self.ground.obstacles(home, FARTHEST) if leaders else ())
                if leader is None:
                    return self._stood([_Found(0.0, rows, None)], home)
                self.ground.restore(before)
                if not crossings:
                    with_line = with_line or _Found(0.0, rows, leader)
        if with_line is None:
            return None
        for row in with_line.rows:
            self.ground.take(row.box, home)
        return self._stood([with_line], home)

    def _set(self, home: Space, layout: _Layout, way: _Way) -> tuple[PlacedRow, ...] | None:
        """Set a layout in its space, its rows as one block or each where it fits best; None if there is no room."""
        parts = [_Layout(layout.scale, (row,)) for row in layout.rows] if way.apart else [layout]
        parts += [_Layout(layout.scale, (layout.signs,))] if layout.signs else []
        placed: list[PlacedRow] = []
        before = self.ground.snapshot()
        for part in parts:
            spot = self.ground.at_home(home, part.size, way.farthest)
            if spot is None:
                self.ground.restore(before)
                return None
            self.ground.take(spot.box(part.size), home)
            placed += _rows_at(part, spot)
        return tuple(placed)

    def _stood(self, pieces: Iterable[_Found], home: Space) -> PlacedStack:
        """The stack that pieces make, their lines now taken."""
        rows: list[PlacedRow] = []
        leaders = []
        for piece in pieces:
            rows += piece.rows
            if piece.leader:
                leaders.append(piece.leader)
                self.ground.take_line(piece.leader)
        return PlacedStack(home.id, tuple(rows), tuple(leaders))

    def _leaders(self, rows: Iterable[PlacedRow], home: Space, others: Sequence[Box] = ()) -> list[Line]:
        """Lines that may lead to rows, the shortest first; none to those at home or close to the name of their space.

        They begin at the name, at the land itself, or at other pieces of the stack.
        """
        boxes = [row.box for row in rows]
        whole = _around(boxes)
        roots = [label_box(home), *others]
        if any(_gap(whole, root) <= CLOSE for root in roots) or self._is_at_home(whole, home):
            return []
        starts = [_nearest(_middle(whole), root) for root in roots] + ([] if home.is_sea else [home.anchor])
        lines = [(start, _nearest(start, box)) for start in starts for box in boxes]
        return sorted(lines, key=lambda line: hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]))

    def _is_at_home(self, box: Box, home: Space) -> bool:
        return _holds(home, box) if home.is_sea else self.board.land.getpixel(_middle(box)) == home.number

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
        for part in _parts(stack):
            found = self._pieces(part, home, farthest, [*others, *pieces])
            if not found:
                return []
            pieces += found
        return pieces

    def _found(self, stack: Stack, home: Space, farthest: float, others: Sequence[Box]) -> _Found | None:
        """The best place for a stack as a block; more or smaller rows must be worth it by being nearer."""
        obstacles = self.ground.obstacles(home, farthest)
        best: _Found | None = None
        for scale, price in ((LARGE, 0), (SMALL, WORTH)):
            for rank, layout in enumerate(layout for layout in _layouts(stack, scale) if not layout.signs):
                least = price + WORTH * rank
                if best and least >= best.cost:
                    continue
                nearer = min(farthest, best.cost - least) if best else farthest
                for spot in self.ground.around(home, layout.size, nearer):
                    if best and least + spot.away >= best.cost:
                        break
                    rows = _rows_at(layout, spot)
                    crossings, leader = _clearest(self._leaders(rows, home, others), obstacles)
                    cost = least + spot.away + self._disorder(rows, home) + CROSSED * crossings
                    if best is None or cost < best.cost:
                        best = _Found(cost, rows, leader)
        return best

    def _disorder(self, rows: Sequence[PlacedRow], home: Space) -> float:
        """What it costs that rows stand on another territory."""
        under = self.board.land.getpixel(_middle(_around([row.box for row in rows])))
        return ON_STRANGE_LAND if under and (home.is_sea or under != home.number) else 0


def _clearest(lines: Iterable[Line], obstacles: Iterable[Box]) -> tuple[int, Line | None]:
    """The line that runs over the fewest boxes, and over how many; the first of several."""
    best: tuple[int, Line | None] = 0, None
    for line in lines:
        crossings = _crossings(line, obstacles)
        if best[1] is None or crossings < best[0]:
            best = crossings, line
        if not crossings:
            break
    return best


def _crossings(line: Line, obstacles: Iterable[Box]) -> int:
    left, right = sorted((line[0][0], line[1][0]))
    top, bottom = sorted((line[0][1], line[1][1]))
    near = (b for b in obstacles if b[0] < right and b[2] > left and b[1] < bottom and b[3] > top)
    return sum(meets(line, box) for box in near)


def _cost(pieces: Sequence[_Found]) -> float:
    return sum(piece.cost for piece in pieces) + ANOTHER_PIECE * (len(pieces) - 1)


def _parts(stack: Stack) -> list[Stack]:
    """A stack in pieces: each power for itself, or half the units of one."""
    if len(stack.plates) > 1:
        return [replace(stack, signs=() if i else stack.signs, plates=(plate,)) for i, plate in enumerate(stack.plates)]
    if not stack.plates or len(stack.plates[0].cells) < 2:
        return []
    plate, half = stack.plates[0], len(stack.plates[0].cells) // 2
    halves = Plate(plate.power, plate.cells[:half]), Plate(plate.power, plate.cells[half:])
    return [replace(stack, signs=() if i else stack.signs, plates=(part,)) for i, part in enumerate(halves)]


def _rows_at(layout: _Layout, spot: Spot) -> tuple[PlacedRow, ...]:
    """The rows of a block at a place, below one another and centred."""
    width, step = layout.size[0], layout.scale.height + BETWEEN_ROWS
    return tuple(
        PlacedRow(row, layout.scale, spot.x + (width - layout.widths[i]) // 2, spot.y + i * step, layout.widths[i])
        for i, row in enumerate(layout.rows)
    )


def _gap(a: Box, b: Box) -> float:
    """The distance between two boxes."""
    return hypot(max(0, b[0] - a[2], a[0] - b[2]), max(0, b[1] - a[3], a[1] - b[3]))


def _nearest(spot: tuple[int, int], box: Box) -> tuple[int, int]:
    """The point of a box nearest to a spot."""
    return min(max(spot[0], box[0]), box[2]), min(max(spot[1], box[1]), box[3])


def _around(boxes: Sequence[Box]) -> Box:
    """The smallest box around others."""
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2


def _holds(space: Space, box: Box) -> bool:
    """Whether a box lies within the room of a space."""
    first, last = (box[1] - space.room_top) // BAND, -(-(box[3] - space.room_top) // BAND)
    inside = (1 << box[2]) - (1 << box[0])
    return first >= 0 and last <= len(space.room) and all(row & inside == inside for row in space.room[first:last])
