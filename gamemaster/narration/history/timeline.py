"""What happened, event by event, with the states around each: folded once, and read by all who tell it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.battle_report.reading import battle_begun, battle_reports, with_more
from engine.battle_report.report import BattleReport
from engine.events import Event, evolve
from engine.facts.board import SpaceId
from engine.state.game_state import GameState


class Step(NamedTuple):
    """An event with the state before it and the one after."""

    before: GameState
    event: Event
    after: GameState


def followed(state: GameState, events: Iterable[Event]) -> Iterator[Step]:
    """Events that follow each other from a state on. Long stretches are told while they are folded, and not kept."""
    for event in events:
        step = Step(state, event, evolve(state, event))
        yield step
        state = step.after


@dataclass(frozen=True)
class Timeline:
    """What happened since a state. Neither its parts nor what it grows to fold any event anew."""

    start: GameState
    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, start: GameState, events: Iterable[Event] = ()) -> Timeline:
        """Fold events from a state on."""
        return cls(start, tuple(followed(start, events)))

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All that happened."""
        return tuple(step.event for step in self.steps)

    @cached_property
    def battles(self) -> tuple[BattleReport, ...]:
        """Reports of the battles fought, also of one that was under way before."""
        return battle_reports(self.steps, self.start)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def end(self) -> GameState:
        """The state after all of it."""
        return self.steps[-1].after if self.steps else self.start

    def then(self, later: Timeline) -> Timeline:
        """This and what happened next; its battles go on where their reports end, if these were made."""
        grown = Timeline(self.start, (*self.steps, *later.steps))
        if "battles" in vars(self):
            vars(grown)["battles"] = with_more(self.battles, later.steps)
        return grown

    def since(self, first: int) -> Timeline:
        """What happened after the first so many events."""
        return Timeline(self.steps[first].before if first < len(self.steps) else self.end, self.steps[first:])

    def until(self, last: int) -> Timeline:
        """The first so many events."""
        return Timeline(self.start, self.steps[:last])


def battle_so_far(phase: Timeline, space: SpaceId) -> Timeline | None:
    """What happened in the last battle in a space, from just before it began; None if there was none."""
    begun = [(n, battle.space) for n, event in enumerate(phase.events) if (battle := battle_begun(event))]
    first = max((n for n, where in begun if where == space), default=None)
    if first is None:
        return None
    ends = min((n for n, _ in begun if n > first), default=len(phase.events))
    return phase.until(ends).since(first)


def last_report(course: Timeline, space: SpaceId) -> BattleReport | None:
    """The report of the last battle in a space; None if there was none."""
    return next((report for report in reversed(course.battles) if report.began.space == space), None)
