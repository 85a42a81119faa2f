"""What events of neutral territories may do to what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import GameState
from engine.events.neutrals import NeutralRoused, NeutralWon
from tests.engine.effects import Effect, new_pieces


def _roused(before: GameState, event: NeutralRoused) -> Effect:
    """It joins the side that does not attack it (POL-51), and is roused once (POL-78)."""
    assert event.side != before.edition.power[before.power].side, f"POL-51: {event.territory} joins the attacker"
    assert event.territory not in before.roused_neutrals, f"POL-78: {event.territory} is roused twice"
    army = new_pieces(before, event.army, event.power, event.territory)
    assert len(army) == before.edition.board.territory[event.territory].standing_army, "POL-47: another army"
    return Effect(new=army, others=frozenset({"roused_neutrals"}))


def _won(before: GameState, event: NeutralWon) -> Effect:
    line = before.edition.board.territory[event.territory]
    assert before.owners[event.territory] is None, f"{event.territory} is no neutral"
    roused = event.territory in before.roused_neutrals
    assert len(event.army) == (0 if roused else line.standing_army), "POL-47: another army than the board prints"
    return Effect(
        owners={event.territory: event.power},
        new=new_pieces(before, event.army, event.power, event.territory),
        handed=dict.fromkeys(event.joined, event.power),
    )


NEUTRALS: Mapping[type, Callable[[GameState, Any], Effect]] = {NeutralRoused: _roused, NeutralWon: _won}
