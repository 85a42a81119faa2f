"""What events of neutral territories may do to what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import GameState
from engine.events.neutrals import NeutralJoined, NeutralRoused, NeutralWon
from tests.engine.effects import Effect, new_pieces
from tests.engine.rules_in_short.neutrals import check_joined, check_roused, check_won


def _roused(before: GameState, event: NeutralRoused) -> Effect:
    check_roused(before, event)
    army = new_pieces(before, event.army, event.power, event.territory)
    assert len(army) == before.edition.board.territory[event.territory].standing_army, "POL-47: another army"
    return Effect(new=army, others=frozenset({"roused_neutrals"}))


def _won(before: GameState, event: NeutralWon) -> Effect:
    check_won(before, event)
    return _gained(before, event)


def _joined(before: GameState, event: NeutralJoined) -> Effect:
    check_joined(before, event)
    return _gained(before, event)


def _gained(before: GameState, event: NeutralWon | NeutralJoined) -> Effect:
    """A neutral with what it has: its army, or what is left of it."""
    line = before.edition.board.territory[event.territory]
    assert before.owners[event.territory] is None, f"{event.territory} is no neutral"
    roused = event.territory in before.roused_neutrals
    assert len(event.army) == (0 if roused else line.standing_army), "POL-47: another army than the board prints"
    return Effect(
        owners={event.territory: event.power},
        new=new_pieces(before, event.army, event.power, event.territory),
        handed=dict.fromkeys(event.joined, event.power),
    )


NEUTRALS: Mapping[type, Callable[[GameState, Any], Effect]] = {
    NeutralRoused: _roused,
    NeutralWon: _won,
    NeutralJoined: _joined,
}
