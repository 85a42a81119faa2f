"""Cutting what happened into phases, and these into the chapters that are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.events import Event
from engine.events.correction import Edited
from engine.events.turn import PhaseBegan, PhaseSkipped
from engine.state.game_state import GameState
from gamemaster.keys import phase_key
from gamemaster.narration.history.timeline import Step, Timeline
from gamemaster.narration.phases import TELLINGS


@dataclass(frozen=True)
class PlayedPhase:
    """A phase, or what has been played of it, from the state in which it began.

    begun: the step that began it, None for the first of a stretch. is_closed: whether another phase followed.
    """

    course: Timeline
    begun: Step | None
    is_closed: bool

    @property
    def start(self) -> GameState:
        """The state when it began."""
        return self.course.start

    @property
    def opens_chapter(self) -> PhaseBegan | None:
        """The event that began it, unless it was passed over, or ran by itself and is told with the phase before."""
        event = self.begun.event if self.begun else None
        is_over = self.is_closed or self.course.end.winner is not None
        ran_by_itself = TELLINGS[self.start.phase].runs_by_itself and is_over
        return event if isinstance(event, PhaseBegan) and not ran_by_itself else None


def played_phases(start: GameState, steps: Iterable[Step]) -> Iterator[PlayedPhase]:
    """The phases that steps run through, from a state on; the last one is still open. A correction may begin one."""
    begun, here, seen = None, start, list[Step]()
    for step in steps:
        if begins_phase(step):
            yield PlayedPhase(Timeline(here, tuple(seen)), begun, is_closed=True)
            begun, here, seen = step, step.after, []
        else:
            seen.append(step)
    yield PlayedPhase(Timeline(here, tuple(seen)), begun, is_closed=False)


def begins_phase(step: Step) -> bool:
    """Whether another phase begins with an event, or is passed over."""
    return isinstance(step.event, PhaseBegan | PhaseSkipped) or moves_game(step)


def moves_game(step: Step) -> bool:
    """Whether an event is a correction that moves the game to another phase."""
    return isinstance(step.event, Edited) and phase_key(step.before) != phase_key(step.after)


@dataclass(frozen=True)
class Chapter:
    """A phase and those after it that passed by themselves.

    course: from the state in which the phase began; its end is still in the phase's turn or at the start of the next.
    following: the phase that began then, None where this one is still open or the game is over.
    """

    course: Timeline
    following: PhaseBegan | None

    @property
    def start(self) -> GameState:
        """The state when it began."""
        return self.course.start

    @property
    def end(self) -> GameState:
        """The state after it."""
        return self.course.end

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened in it."""
        return self.course.events

    @property
    def is_closed(self) -> bool:
        """Whether the phase is over."""
        return self.following is not None or self.end.winner is not None


def chapters(start: GameState, steps: Iterable[Step]) -> Iterator[Chapter]:
    """The chapters that steps run through, the first being that of `start`.

    A combat phase without a battle is told with the one before; research that nobody pays for is not told.
    """
    told = (each for each in _chapters(start, steps) if not (_is_idle(each) and TELLINGS[each.start.phase].is_left_out))
    return _joined_where_idle(told)


def _chapters(start: GameState, steps: Iterable[Step]) -> Iterator[Chapter]:
    together: list[PlayedPhase] = []
    for phase in played_phases(start, steps):
        opening = phase.opens_chapter
        if together and opening:
            if not _is_in_it_already(together, opening):
                yield Chapter(_joined(together), opening)
            together = []
        together.append(phase)
    yield Chapter(_joined(together), None)


def _is_in_it_already(before: Sequence[PlayedPhase], opening: PhaseBegan) -> bool:
    """Whether nothing had happened yet, and the state was already in the phase that begins."""
    first, *later = before
    here = first.start.power, first.start.phase
    return not (first.begun or first.course.steps or later) and here == (opening.power, opening.phase)


def _joined(phases: Sequence[PlayedPhase]) -> Timeline:
    first, *later = phases
    between = (step for phase in later for step in (phase.begun, *phase.course.steps) if step)
    return Timeline(first.start, (*first.course.steps, *between))


def _joined_where_idle(found: Iterable[Chapter]) -> Iterator[Chapter]:
    before: Chapter | None = None
    for chapter in found:
        if before is None:
            before = chapter
        elif _is_idle(chapter):
            before = Chapter(before.course, chapter.following)
        else:
            yield before
            before = chapter
    if before:
        yield before


def _is_idle(chapter: Chapter) -> bool:
    return chapter.following is not None and TELLINGS[chapter.start.phase].is_idle(chapter.events)
