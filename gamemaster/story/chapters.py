"""Cutting a stretch of events into phases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.events import Event, evolve
from engine.events.battle import BattleBegan, BattleDropped
from engine.events.economy import IncomeCollected, Researched
from engine.events.raids import AntiAircraftFired, ProductionStruck
from engine.events.turn import GameWon, PhaseBegan
from engine.state import GameState

AUTOMATIC = ("collect_income",)
"""Phases in which mostly nobody gives orders: they are told with the phase before."""


@dataclass(frozen=True)
class Chapter:
    """A phase and the automatic ones after it.

    start, end: the states before and after `events`; `end` is still in this phase's turn or at the start of the next.
    following: the phase that began then, None where this one is still open or the game is over.
    """

    start: GameState
    end: GameState
    events: tuple[Event, ...]
    following: PhaseBegan | None

    @property
    def is_closed(self) -> bool:
        """Whether the phase is over."""
        return self.following is not None or self.end.winner is not None


def chapters(start: GameState, events: Iterable[Event]) -> tuple[Chapter, ...]:
    """The phases in `events`, the first being that of `start`.

    A combat phase without a battle is told with the one before; research that nobody pays for is not told.
    """
    happened = tuple(events)
    found: list[Chapter] = []
    state, opening, current = start, start, list[Event]()
    for number, event in enumerate(happened):
        if isinstance(event, PhaseBegan) and not _passes_at_once(event, happened[number + 1 :]):
            if found or current or (event.power, event.phase) != (start.power, start.phase):
                found.append(Chapter(opening, state, tuple(current), event))
            state = opening = evolve(state, event)
            current = []
        else:
            current.append(event)
            state = evolve(state, event)
    found.append(Chapter(opening, state, tuple(current), None))
    return tuple(_without_empty_combat(chapter for chapter in found if not _is_idle_research(chapter)))


def _passes_at_once(event: PhaseBegan, later: Sequence[Event]) -> bool:
    """Whether a phase ended by itself; it waits for its power where an advantage can be declared in it."""
    return event.phase in AUTOMATIC and any(isinstance(each, IncomeCollected | GameWon) for each in later)


def _without_empty_combat(found: Iterable[Chapter]) -> list[Chapter]:
    kept: list[Chapter] = []
    for chapter in found:
        if kept and chapter.following and _is_empty_combat(chapter):
            before = kept.pop()
            chapter = Chapter(before.start, before.end, before.events, chapter.following)
        kept.append(chapter)
    return kept


def _is_empty_combat(chapter: Chapter) -> bool:
    told = (BattleBegan, BattleDropped, AntiAircraftFired, ProductionStruck, GameWon)
    return chapter.start.phase == "conduct_combat" and not any(isinstance(event, told) for event in chapter.events)


def _is_idle_research(chapter: Chapter) -> bool:
    researched = any(isinstance(event, Researched) for event in chapter.events)
    return chapter.start.phase == "research" and chapter.following is not None and not researched
