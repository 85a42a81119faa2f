"""Whether an order would be accepted, also one that rolls dice."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Refusal, apply
from engine.state.game_state import GameState
from engine.state.questions import Choice, Request


class _DiceNeeded(Exception):
    """The answer was taken, and dice come next."""


class _NoDice:
    """Stops at the first die."""

    def roll(self, count: int, why: str) -> tuple[int, ...]:
        raise _DiceNeeded(f"{count} dice: {why}")


def would_be_accepted(state: GameState, action: Mapping[str, object]) -> bool:
    """Whether the engine would take an action, whatever dice follow."""
    try:
        apply(state, action, _NoDice())
    except Refusal:
        return False
    except _DiceNeeded:
        pass
    return True


def is_accepted(state: GameState, request: Request, answer: Choice) -> bool:
    """Whether the engine would take an answer, whatever dice follow."""
    return would_be_accepted(state, {"type": "decide", "request": request.id, "choice": answer.to_json()})
