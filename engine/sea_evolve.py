"""How events at sea beside battles change a state."""

from __future__ import annotations

from dataclasses import replace

from engine import sea_events as ev
from engine.evolving import Evolver, change, on
from engine.state import GameState, with_pieces

EVOLVERS: dict[type, Evolver] = {}


@on(EVOLVERS, ev.Surfaced)
def _surfaced(state: GameState, event: ev.Surfaced) -> GameState:
    return change(state, event.pieces, submerged=False)


@on(EVOLVERS, ev.AssaultSetOut)
def _assault_set_out(state: GameState, event: ev.AssaultSetOut) -> GameState:
    cargo = [replace(piece, aboard=None, set_out_from=piece.aboard) for piece in state.select(event.pieces)]
    return change(with_pieces(state, cargo), event.ships, assault=None, offloaded=None)


@on(EVOLVERS, ev.KamikazesDeclared)
def _kamikazes_declared(state: GameState, event: ev.KamikazesDeclared) -> GameState:
    return change(state, event.pieces, kamikaze=True)


@on(EVOLVERS, ev.KaitenDesignated)
def _kaiten_designated(state: GameState, event: ev.KaitenDesignated) -> GameState:
    battle = state.battle
    if battle is None:
        raise AssertionError("kaiten torpedoes were designated without a battle")
    marked = {**battle.marked, "kaiten_torpedoes": (*battle.marked.get("kaiten_torpedoes", ()), *event.pieces)}
    return replace(state, battle=replace(battle, marked=marked, struck=(*battle.struck, *event.pieces)))
