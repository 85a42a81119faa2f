"""Following one battle through what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from engine.events.combat.battle import BattleBegan, BattleEnded
from engine.events.turn import PhaseBegan
from engine.facts.board import SpaceId
from engine.state.battles import Battle
from engine.state.game_state import GameState
from gamemaster.narration.history.timeline import Step, Timeline


class BattleTelling(Protocol):
    """What is made of a battle while it goes on, be it a text or a picture."""

    @property
    def ended(self) -> BattleEnded | None:
        """How the battle ended."""
        ...

    def take(self, step: Step) -> None:
        """Tell an event."""
        ...


AnyTelling = TypeVar("AnyTelling", bound=BattleTelling)


def follow_battle(
    steps: Iterable[Step], begin: Callable[[GameState, Battle], AnyTelling], start: GameState | None = None
) -> tuple[GameState, AnyTelling]:
    """The first battle in `steps`, from its beginning until now or its end, and the state then.

    begin: called with the state in which the battle has begun. start: the one before these steps, where that battle may
    be under way already. What happens after the end is told too, up to the next
    battle or phase. Raises ValueError where no battle begins in these steps.
    """
    state = start
    told = begin(start, start.battle) if start and start.battle else None
    for step in steps:
        if told and told.ended and isinstance(step.event, BattleBegan | PhaseBegan):
            break
        if told:
            told.take(step)
        state = step.after
        if isinstance(step.event, BattleBegan):
            told = begin(state, step.event.battle)
    if state is None or told is None:
        raise ValueError("no battle begins in these events")
    return state, told


def battle_so_far(phase: Timeline, space: SpaceId) -> Timeline | None:
    """What happened in the last battle in a space, from just before it began; None if there was none."""
    begun = [(n, event.battle.space) for n, event in enumerate(phase.events) if isinstance(event, BattleBegan)]
    first = max((n for n, where in begun if where == space), default=None)
    if first is None:
        return None
    ends = min((n for n, _ in begun if n > first), default=len(phase.events))
    return phase.until(ends).since(first)
