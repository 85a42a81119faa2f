"""Ships repaired, submarines that surface or are torpedoes, kamikaze attacks and assaults in two steps, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.battle_report.items import Torpedoes
from engine.events.advantages import AssaultSetOut, KamikazesDeclared
from engine.events.combat.battle import Surfaced
from engine.events.economy import ShipsRepaired
from engine.state.game_state import GameState
from engine.state.words import place
from gamemaster.narration.phrases import force, whoever


def surfaced_line(state: GameState, event: Surfaced) -> str:
    """ "Surfaced: 1 submarine in sea zone 5, 2 submarines in sea zone 8"."""
    pieces = state.select(event.pieces)
    spaces = dict.fromkeys(piece.space for piece in pieces)
    groups = (f"{force(state, [p for p in pieces if p.space == space])} in {place(state, space)}" for space in spaces)
    return f"Surfaced: {', '.join(groups)}."


def repaired_line(state: GameState, event: ShipsRepaired) -> str:
    """ "Repaired in sea zone 6: 1 battleship, 1 aircraft carrier."."""
    return f"Repaired in {place(state, event.zone)}: {force(state, state.select(event.pieces))}."


def kaiten_line(state: GameState, torpedoes: Torpedoes) -> str:
    """ "Japan uses 1 submarine as a kaiten torpedo"."""
    those = "a kaiten torpedo" if len(torpedoes.pieces) == 1 else "kaiten torpedoes"
    return f"{whoever(state, torpedoes.power)} uses {force(state, torpedoes.pieces)} as {those}"


def kamikaze_line(state: GameState, event: KamikazesDeclared) -> str:
    """ "2 fighters in sea zone 37: kamikaze attack"."""
    return f"{force(state, state.select(event.pieces))} from {place(state, event.space)}: kamikaze attack"


def _set_out(state: GameState, event: AssaultSetOut) -> str:
    units, zone = force(state, state.select(event.pieces)), place(state, event.zone)
    return f"Set out from {zone} to land: {units}; the ship may move on"


LINES: Mapping[type, Callable[[GameState, Any], str]] = {
    Surfaced: surfaced_line,
    ShipsRepaired: repaired_line,
    KamikazesDeclared: kamikaze_line,
    AssaultSetOut: _set_out,
}
