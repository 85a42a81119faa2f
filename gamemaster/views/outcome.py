"""What came of an order, as far as whoever gave it may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Event, GameState
from gamemaster.orders.loading import LoadedGame
from gamemaster.roles import Actor
from gamemaster.views.visible import seen_by, told_to


@dataclass(frozen=True)
class OrderResult:
    """The outcome of an interaction, as far as its user may know it.

    `repeated`: it had been carried out before, and nothing was done now. `stopped`: why the order was cut short, where
    dice had been rolled, so that what was done until then stands. `goes_on`: the battles of whoever ordered go on by
    themselves once others have answered.
    """

    before: GameState
    state: GameState
    events: tuple[Event, ...]
    repeated: bool = False
    stopped: Exception | None = None
    goes_on: bool = False


def shown_to(loaded: LoadedGame, actor: Actor, state: GameState, events: Sequence[Event] = ()) -> OrderResult:
    """What somebody may know of a change; `loaded` is the game before it."""
    mine, answers_for = loaded.powers_of(actor.user_id), loaded.answers_for(actor.user_id)
    before, after = (seen_by(each, mine, answers_for) for each in (loaded.running, state))
    return OrderResult(before, after, told_to(events, mine, answers_for))
