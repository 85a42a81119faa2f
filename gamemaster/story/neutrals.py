"""Neutral territories that take sides, in words."""

from __future__ import annotations

from engine import GameState
from engine.events.neutrals import NeutralRoused, NeutralWon
from engine.table.words import place
from gamemaster.story.phrases import force, power_name, side_name


def roused_line(state: GameState, event: NeutralRoused) -> str:
    """ "Lowvale joins the Allies: Suland leads 2 infantry there."."""
    joins = f"{place(state, event.territory)} joins {side_name(event.side)}"
    if not event.army:
        return f"{joins}."
    return f"{joins}: {power_name(state, event.power)} leads {force(state, event.army)} there."


def won_line(state: GameState, event: NeutralWon) -> str:
    """ "Won over Lowvale (+1 income) with 2 infantry."."""
    army = (*event.army, *state.select(event.joined))
    units = f" with {force(state, army)}" if army else ""
    value = state.edition.board.territory[event.territory].ipc
    return f"Won over {place(state, event.territory)} (+{value} income){units}."
