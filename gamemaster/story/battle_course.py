"""Following one battle through what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from engine.events import Event, evolve
from engine.events.battle import BattleBegan, BattleEnded
from engine.events.turn import PhaseBegan
from engine.state import Battle, GameState


class Told(Protocol):
    """What is made of a battle while it goes on, be it a text or a picture."""

    @property
    def ended(self) -> BattleEnded | None:
        """How the battle ended."""
        ...

    def take(self, state: GameState, event: Event) -> None:
        """Tell an event; `state` is the one before it."""
        ...


AnyTold = TypeVar("AnyTold", bound=Told)


def follow_battle(
    start: GameState, events: Sequence[Event], begin: Callable[[GameState, Battle], AnyTold]
) -> tuple[GameState, AnyTold]:
    """The first battle in `events`, from its beginning until now or its end, and the state then.

    start: the state before the first event. begin: called with the state in which the battle has begun. What happens
    after the end is told too, up to the next battle or phase. Raises ValueError where no battle begins.
    """
    state, told = start, None
    for event in events:
        if told and told.ended and isinstance(event, BattleBegan | PhaseBegan):
            break
        if told:
            told.take(state, event)
        state = evolve(state, event)
        if isinstance(event, BattleBegan):
            told = begin(state, event.battle)
    if told is None:
        raise ValueError("no battle begins in these events")
    return state, told
