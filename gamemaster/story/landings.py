"""Where aircraft that are still in the air can land."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import IllegalAction, ScriptedDice, apply
from engine.ask import all_unlanded, destinations, is_landing_territory, landing_plan
from engine.facts.board import SpaceId
from engine.table.pieces import Piece
from engine.table.state import GameState
from engine.table.words import listed, place

MOST_PLACES = 5
NO_LANDING = ("NCM-13", "NCM-14")
"""Rules by which an aircraft does not end its move in a territory."""


def landing_places(state: GameState) -> tuple[Piece | None, tuple[SpaceId, ...]]:
    """The first aircraft that must be landed before the phase ends, and the nearest places that save it."""
    stranded = landing_plan(state).stranded
    piece = next((piece for piece in all_unlanded(state) if piece not in stranded), None)
    if piece is None:
        return None, ()
    places: list[SpaceId] = []
    for reach in destinations(state, piece.space, piece.unit, piece.power):
        if len(places) < MOST_PLACES and _lands(state, piece, reach.path):
            places.append(reach.space)
    return piece, tuple(places)


def landing_hint(state: GameState, no: IllegalAction, order: Mapping[str, Any]) -> IllegalAction:
    """The refusal of a landing with the nearest places where that aircraft can land; any other refusal as it is."""
    if no.rule not in NO_LANDING or state.phase != "noncombat_move":
        return no
    start, owner = order["path"][0], order.get("owner") or state.power
    ends = dict.fromkeys(reach.space for unit in order["units"] for reach in destinations(state, start, unit, owner))
    places = [place(state, end) for end in ends if is_landing_territory(state, end, owner)][:MOST_PLACES]
    return IllegalAction(no.rule, f"{no.message} It can land in {listed(places, 'or')}.") if places else no


def _lands(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> bool:
    if is_landing_territory(state, path[-1], piece.power):
        return True
    if not state.edition.board.is_sea(path[-1]):
        return False
    order = {"type": "move", "pick": [piece.id], "path": list(path)}
    after = apply(state, order, ScriptedDice(())).state
    return len(all_unlanded(after)) < len(all_unlanded(state))
