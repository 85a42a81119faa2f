"""Find room for every stack: in its own space if it can be, else nearby with lines to its space, in one piece or more.

A stack keeps off all labels and all other stacks. The room that small lands have on the water is also room of the
zone there: lands come first, and every placed box is remembered.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from maps.board.assets import Board, Box, Space, load_board
from maps.board.ground import WIDEST, Ground, Snapshot
from maps.board.remembered import Remembered
from maps.board.surroundings import Found, Surroundings
from maps.stacks.contents import LARGE, SMALL, TINY, Scale, Stack
from maps.stacks.course import Course, LastCourses, Outcome, Step, with_margin
from maps.stacks.leading import around, clearest, gap
from maps.stacks.rows import PlacedRow, PlacedStack, RowLayout, Standing, layouts, rows_at

FARTHEST = 420  # how far from the name of its space a stack may stand
FAR = 150  # from its name a stack is hard to find: where one stands farther, those that do are placed first
TRIES = 4


class NoRoomError(RuntimeError):
    """No free room is left on the whole board; it would take several times as many units as the games have."""


class _Way(NamedTuple):
    """A way to set a stack at home."""

    scale: Scale
    farthest: int  # from the name of its space
    apart: bool = False  # each row where it fits best
    split: bool = False  # plates go over several rows


# The nicest way first.
WAYS: tuple[_Way, ...] = (
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

# Units are small before they stand abroad, as long as there is room for all.
AT_EASE = (*WAYS[:-2], _Way(TINY, 60), *WAYS[-2:])
IN_A_CROWD = (*WAYS[:-2], _Way(TINY, 170, split=True), _Way(TINY, 200, apart=True), *WAYS[-2:])


# From one picture to the next most of a war stays where it is.
_HOMES: Remembered[Standing | None] = Remembered(2000)
_REFUGES: Remembered[Standing | None] = Remembered(500)
_COURSES: Remembered[LastCourses] = Remembered(12)


class PlacedStacks(NamedTuple):
    """All stacks of a board where they stand, and what they have taken."""

    stacks: tuple[PlacedStack, ...]
    taken: Snapshot


def place_stacks(board: Board, stacks: Mapping[str, Stack]) -> PlacedStacks:
    """Place all stacks of a board. The same stacks always get the same places."""
    return _placed(board.name, tuple(stacks.values()))


def place_badges(board: Board, placed: PlacedStacks, badges: Iterable[Stack], seen: Box) -> tuple[PlacedStack, ...]:
    """Place what overlays add to spaces, in the room that names and stacks have left; if possible where it is seen."""
    shown = list(badges)
    if not shown:
        return ()

    def placing() -> _Placing:
        made = _Placing(board, seen)
        made.ground.restore(placed.taken)
        return made

    return _placed_near(placing, shown, (board.name, seen)).stacks


def forget_places() -> None:
    """Place all stacks again, as after a start of the program."""
    _placed.cache_clear()
    _COURSES.forget()
    _HOMES.forget()
    _REFUGES.forget()


class _Placing:
    def __init__(self, board: Board, seen: Box | None = None) -> None:
        self.board, self._seen = board, seen
        self._ways = WAYS
        self.ground = Ground(board)
        self.course = Course()

    def place(self, stacks: Iterable[Stack], ways: tuple[_Way, ...] = WAYS) -> list[Standing]:
        """Place all that have room at home in one of these ways, then the others around them."""
        self._ways = ways
        self.ground.keep_to(self._seen)
        homeless: list[Stack] = []
        placed: list[Standing] = []
        for stack in stacks:
            standing = self._step(stack, self._at_home, at_home=True)
            if standing:
                placed.append(standing)
            else:
                homeless.append(stack)
        refuges = [self._step(stack, self._elsewhere, at_home=False) for stack in homeless]
        return [*placed, *filter(None, refuges)]

    def _step(self, stack: Stack, search: Callable[[Stack, Space], Outcome], *, at_home: bool) -> Standing | None:
        """What is found for a stack, or was the last time where all is as it was then. All it covers is taken."""
        home = self.board.space(stack.space)
        step, is_as_before = self.course.step(stack, self._ways, at_home, lambda: search(stack, home))
        if is_as_before and step.standing:
            self._take(step.standing, home)
        return step.standing

    def _take(self, standing: Standing, home: Space) -> None:
        for box in standing.boxes:
            self.ground.take(box, home)
        for line in standing.stack.leaders:
            self.ground.take_line(line)

    def _at_home(self, stack: Stack, home: Space) -> Outcome:
        """Set a stack in the room of its space."""
        near = Surroundings(self.board, self.ground, home, FARTHEST)
        obstacles = b"" if home.is_sea else near.fingerprint
        causes = self.board.name, stack, self.ground.at_home(home).fingerprint, obstacles, self._ways
        standing = self._recalled(_HOMES, causes, near, partial(self._sought_at_home, stack, home, near))
        if standing and not standing.stack.leaders:
            return standing, with_margin(home.room_box)
        return standing, with_margin(around([home.room_box, _box_around(home, FARTHEST)]))

    def _recalled(
        self,
        remembered: Remembered[Standing | None],
        causes: Hashable,
        near: Surroundings,
        search: Callable[[], PlacedStack | None],
    ) -> Standing | None:
        """What was found before from the same causes; else what is found now. All it covers is taken."""
        before = len(self.ground.taken)

        def standing() -> Standing | None:
            found = search()
            if not found:
                return None
            boxes = tuple(box for _, box in self.ground.taken[before:])
            return Standing(found, boxes, near.looked, farthest_row(self.board, found))

        known, is_new = remembered.recall(causes, standing)
        if known and is_new:
            for line in known.stack.leaders:
                self.ground.take_line(line)
        elif known:
            self._take(known, near.home)
        return known

    def _sought_at_home(self, stack: Stack, home: Space, near: Surroundings) -> PlacedStack | None:
        """The nicest way without a line is better than all ways with one."""
        before = self.ground.snapshot()
        with_line: Found | None = None
        layouts_in = cache(lambda scale: tuple(layouts(stack, scale)))
        for way in self._ways:
            for layout in layouts_in(way.scale):
                if len(layout.rows) > max(1, len(stack.plates)) and not way.split:
                    break
                rows = self._set(home, layout, way)
                if rows is None:
                    continue
                lines = [] if home.is_sea else near.lines(rows)
                if not lines:
                    return _stack_of([Found(0.0, rows, ())], home)
                self.ground.restore(before)
                crossings, leaders = clearest(lines, near.obstacles)
                if not crossings:
                    with_line = with_line or Found(0.0, rows, leaders)
        if with_line is None:
            return None
        for row in with_line.rows:
            self.ground.take(row.box, home)
        return _stack_of([with_line], home)

    def _set(self, home: Space, layout: RowLayout, way: _Way) -> tuple[PlacedRow, ...] | None:
        """Set a layout in its space, its rows as one block or each where it fits best; None if there is no room."""
        parts = [RowLayout(layout.scale, (row,)) for row in layout.rows] if way.apart else [layout]
        parts += [RowLayout(layout.scale, (layout.signs,))] if layout.signs else []
        placed: list[PlacedRow] = []
        before = self.ground.snapshot()
        for part in parts:
            spot = self.ground.at_home(home).nearest(home.label_at, part.size, way.farthest)
            if spot is None:
                self.ground.restore(before)
                return None
            self.ground.take(spot.box(part.size), home)
            placed += rows_at(part, spot)
        return tuple(placed)

    def _elsewhere(self, stack: Stack, home: Space) -> Outcome:
        """Set a stack in the nearest room there is, in one piece or in several."""
        ways = [(self._seen, FARTHEST), (self._seen, self.board.size[0])] if self._seen else []
        looked = 0.0
        for seen, farthest in (*ways, (None, FARTHEST), (None, self.board.size[0])):
            self.ground.keep_to(seen)
            scales = tuple(dict.fromkeys(way.scale for way in self._ways))
            near = Surroundings(self.board, self.ground, home, farthest, scales, self._ways is not AT_EASE)
            free = self.ground.around(home, farthest).fingerprint
            causes = self.board.name, stack, farthest, free, near.fingerprint, self._ways
            found = self._recalled(_REFUGES, causes, near, partial(_sought_around, stack, home, near))
            if found:
                return found, with_margin(_box_around(home, max(found.looked, looked)))
            looked = farthest + WIDEST
        raise NoRoomError(f"The board {self.board.name} is too full to show the units in {home.name}.")


@lru_cache(maxsize=16)
def _placed(board: str, stacks: tuple[Stack, ...]) -> PlacedStacks:
    shown = load_board(board)
    lands_first = sorted(stacks, key=lambda stack: (shown.spaces[stack.space].is_sea, stack.space))
    return _placed_near(lambda: _Placing(shown), lands_first, board)


def _placed_near(new_placing: Callable[[], _Placing], stacks: Sequence[Stack], what: Hashable) -> PlacedStacks:
    """Place stacks one after the other; where some stand far away, again with these first, as small as need be."""
    best: list[tuple[float, list[Standing], Ground]] = []
    before_others = frozenset[str]()
    last, _ = _COURSES.recall(what, LastCourses)
    courses: list[Sequence[Step]] = []
    known = {step.stack.space: step.stack for course in last.courses[:1] for step in course}
    stacks = [known[stack.space] if known.get(stack.space) == stack else stack for stack in stacks]  # sooner compared
    for ways in (AT_EASE, *[WAYS] * (TRIES - 1), IN_A_CROWD):
        placing = new_placing()
        ground = placing.ground.snapshot()
        placing.course = last.course(len(courses), ground)
        found = placing.place((stack for stack in stacks if stack.space in before_others), IN_A_CROWD)
        if best and _farthest(found) >= best[0][0]:
            break  # nothing that is placed after these makes it better
        found += placing.place((stack for stack in stacks if stack.space not in before_others), ways)
        courses.append(placing.course.steps)
        farthest = _farthest(found)
        if not best or farthest < best[0][0]:
            best = [(farthest, found, placing.ground)]
        if farthest <= FAR:
            break
        if ways is not AT_EASE:
            before_others |= {standing.stack.space for standing in found if standing.away > FAR}
    last.ground, last.courses = ground, courses
    _, found, taken = best[0]
    return PlacedStacks(tuple(standing.stack for standing in found), taken.snapshot())


def _farthest(found: Iterable[Standing]) -> float:
    return max((standing.away for standing in found), default=0.0)


def farthest_row(board: Board, stack: PlacedStack) -> float:
    """How far from the name of its space any row of a stack stands."""
    name = board.space(stack.space).label_box
    return max((gap(row.box, name) for row in stack.rows), default=0.0)


def _box_around(home: Space, far: float) -> Box:
    """All that is so near to a space or its name."""
    (x, y), reach = home.anchor, int(far)
    return around([(x - reach, y - reach, x + reach, y + reach), home.label_box])


def _sought_around(stack: Stack, home: Space, near: Surroundings) -> PlacedStack | None:
    return _stack_of(near.pieces(stack), home)


def _stack_of(pieces: Sequence[Found], home: Space) -> PlacedStack | None:
    """The stack that pieces make, if there are any."""
    if not pieces:
        return None
    rows = tuple(row for piece in pieces for row in piece.rows)
    return PlacedStack(home.id, rows, tuple(line for piece in pieces for line in piece.leaders))
