"""Whether an action would be accepted now."""

from __future__ import annotations

from collections.abc import Mapping

from engine.dice import DiceWanted
from engine.errors import Refusal
from engine.game import check
from engine.state.game_state import GameState

__all__ = ["is_legal", "refusal_of"]


def refusal_of(state: GameState, action: Mapping[str, object]) -> Refusal | None:
    """Why an action would be refused, whatever the dice, or None."""
    try:
        check(state, action)
    except Refusal as no:
        return no.alone()
    except DiceWanted:
        return None
    return None


def is_legal(state: GameState, action: Mapping[str, object]) -> bool:
    """Whether an action would be accepted."""
    return refusal_of(state, action) is None
