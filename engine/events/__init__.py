"""What happened: the only things that change a state, and the story that the table hears.

Each event and how it changes the state is in the module of its subject, which ends with the union of its events.
Orders of a phase that is not yet closed are for the acting power alone; `audience` is a power's id or "all".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from pydantic import Field, TypeAdapter

from engine.events import (
    advantages,
    changes,
    correction,
    economy,
    landing,
    mobilization,
    movement,
    neutrals,
    politics,
    questions,
    territory,
    turn,
)
from engine.events.combat import battle, kamikaze_strikes, raids, scramble
from engine.state.game_state import GameState
from engine.state.pieces import with_memories
from engine.state.successors import keep_what_is_known

Event = (
    turn.Event
    | changes.Event
    | questions.Event
    | movement.Event
    | landing.Event
    | battle.Event
    | raids.Event
    | scramble.Event
    | kamikaze_strikes.Event
    | territory.Event
    | neutrals.Event
    | economy.Event
    | mobilization.Event
    | advantages.Event
    | politics.Event
    | correction.Event
)

EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def evolve(state: GameState, event: Event) -> GameState:
    """The state after an event; the input is not changed."""
    after = event.evolve(state)
    keep_what_is_known(state, after)
    return after


def fold(state: GameState, events: Iterable[Event]) -> GameState:
    """The state after several events."""
    for event in events:
        state = event.evolve(state)
    return state


_WITH_PIECES = ("order_taken", "order_undone", "edited")


def event_to_json(event: Event) -> dict[str, object]:
    """An event as plain JSON values."""
    dumped: dict[str, object] = EVENT.dump_python(event, mode="json")
    return dumped


def event_from_json(value: Mapping[str, object]) -> Event:
    """Read what `event_to_json` wrote; raises pydantic's ValidationError if it is no event."""
    return EVENT.validate_python(with_memories(value) if value.get("kind") in _WITH_PIECES else value)
