"""The course of a placing, kept until the next one: only where something differs is anything searched anew.

What is found for a stack follows from the stack and from what stands around it. So where neither differs from the last
time, neither does what is found.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from maps.board.assets import BAND, Box
from maps.board.ground import APART, Snapshot
from maps.stacks.contents import Stack
from maps.stacks.rows import Standing

Outcome = tuple[Standing | None, Box]
"""What was found for a stack, if anything, and all of the board on which that depends."""


class Step(NamedTuple):
    """What was sought for a stack, and found."""

    stack: Stack
    at_home: bool
    ways: object
    standing: Standing | None
    depends_on: Box


class Course:
    """The steps of one placing beside those of the last one."""

    def __init__(self, last: Sequence[Step] = (), differing: Iterable[Box] = ()) -> None:
        self.steps: list[Step] = []
        self._last = last
        self._places: dict[tuple[str, bool], list[int]] = {}  # a space may have several stacks, of several overlays
        for place in range(len(last) - 1, -1, -1):
            self._places.setdefault((last[place].stack.space, last[place].at_home), []).append(place)
        self._next = 0
        self._differing = list(differing)  # where not the same stands now as did at this step of the last placing

    def step(self, stack: Stack, ways: object, at_home: bool, search: Callable[[], Outcome]) -> tuple[Step, bool]:
        """The next step, and whether it is that of the last placing, as it would be found again."""
        last = self._same_of_last(stack.space, at_home)
        if last and last.ways is ways and last.stack == stack and not self._differs_in(last.depends_on):
            self.steps.append(last)
            return last, True
        step = Step(stack, at_home, ways, *search())
        before = last.standing if last else None
        if _covered(step.standing) != _covered(before):
            self._note(before)
            self._note(step.standing)
        self.steps.append(step)
        return step, False

    def _same_of_last(self, space: str, at_home: bool) -> Step | None:
        """The last step of the same kind for a space; those before it that did not come again are missing now."""
        places = self._places.get((space, at_home), [])
        while places and places[-1] < self._next:
            places.pop()
        if not places:
            return None
        place = places.pop()
        for left_out in self._last[self._next : place]:
            self._note(left_out.standing)
        self._next = place + 1
        return self._last[place]

    def _note(self, standing: Standing | None) -> None:
        self._differing += _covered(standing)

    def _differs_in(self, box: Box) -> bool:
        left, top, right, bottom = box
        return any(b[0] <= right and b[2] >= left and b[1] <= bottom and b[3] >= top for b in self._differing)


@dataclass
class LastCourses:
    """The ground before the last placing, and its courses: one for each time that all was placed."""

    ground: Snapshot | None = None
    courses: Sequence[Sequence[Step]] = ()

    def course(self, number: int, ground: Snapshot) -> Course:
        """The course of a new placing on a ground."""
        if self.ground is None or number >= len(self.courses):
            return Course()
        return Course(self.courses[number], _differences(self.ground, ground))


def with_margin(box: Box) -> Box:
    """A box and all around it from where a stack or a line takes some of it."""
    return box[0] - APART, box[1] - APART - BAND, box[2] + APART, box[3] + APART + BAND


def _covered(standing: Standing | None) -> list[Box]:
    """The boxes that a stack takes, and those around its lines."""
    if standing is None:
        return []
    lines = ((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)) for (x0, y0), (x1, y1) in standing.stack.leaders)
    return [*standing.boxes, *lines]


def _differences(one: Snapshot, other: Snapshot) -> list[Box]:
    """Where not the same is taken."""
    found = [box for _, box in set(one.stacks) ^ set(other.stacks)]
    pairs = (one.for_lands, other.for_lands), (one.for_fleets, other.for_fleets)
    for rows, others in (pair for pair in pairs if pair[0] != pair[1]):
        for band, (row, other_row) in enumerate(zip(rows, others, strict=True)):
            if bits := row ^ other_row:
                left = (bits & -bits).bit_length() - 1
                found.append((left, band * BAND, bits.bit_length(), (band + 1) * BAND))
    return found
