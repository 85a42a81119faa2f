"""Who sees which board: orders of an open phase are for the acting seat alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.evolve import put_back
from engine.state import GameState


def at_phase_start(state: GameState) -> GameState:
    """The board without the orders of the open phase."""
    for entry in reversed(state.undo):
        state = put_back(state, entry.patch)
    return replace(state, undo=())


def sees_orders(state: GameState, seats: Mapping[str, int], user_id: int) -> bool:
    """Whether a user may see the orders of the open phase."""
    return seats.get(state.power) == user_id


def board_for(state: GameState, seats: Mapping[str, int], user_id: int | None) -> GameState:
    """The board as a user may see it; None stands for everybody."""
    if user_id is not None and sees_orders(state, seats, user_id):
        return state
    return at_phase_start(state)
