"""Cutting a stretch of events into phases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.events import BattleBegan, BattleDropped, Event, GameWon, PhaseBegan
from engine.evolve import evolve
from engine.state import GameState

AUTOMATIC = ("collect_income",)
"""Phases in which nobody gives orders: they are told with the phase before."""


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
    """The phases in `events`, the first being that of `start`; a combat phase without a battle is left out."""
    found: list[Chapter] = []
    state, opening, current = start, start, list[Event]()
    for event in events:
        if isinstance(event, PhaseBegan) and event.phase not in AUTOMATIC:
            if found or current or (event.power, event.phase) != (start.power, start.phase):
                found.append(Chapter(opening, state, tuple(current), event))
            state = opening = evolve(state, event)
            current = []
        else:
            current.append(event)
            state = evolve(state, event)
    found.append(Chapter(opening, state, tuple(current), None))
    return tuple(_without_empty_combat(found))


def _without_empty_combat(found: Sequence[Chapter]) -> list[Chapter]:
    kept: list[Chapter] = []
    for chapter in found:
        if kept and chapter.following and _is_empty_combat(chapter):
            before = kept.pop()
            chapter = Chapter(before.start, before.end, before.events, chapter.following)
        kept.append(chapter)
    return kept


def _is_empty_combat(chapter: Chapter) -> bool:
    told = (BattleBegan, BattleDropped, GameWon)
    return chapter.start.phase == "conduct_combat" and not any(isinstance(event, told) for event in chapter.events)
