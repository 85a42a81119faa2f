"""Where aircraft that are still in the air can land."""

from __future__ import annotations

from engine import ScriptedDice, apply
from engine.ask import all_unlanded, destinations, is_landing_territory, landing_plan
from engine.facts.board import SpaceId
from engine.table.pieces import Piece
from engine.table.state import GameState

MOST_PLACES = 5


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


def _lands(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> bool:
    if is_landing_territory(state, path[-1], piece.power):
        return True
    if not state.edition.board.is_sea(path[-1]):
        return False
    order = {"type": "move", "pick": [piece.id], "path": list(path)}
    after = apply(state, order, ScriptedDice(())).state
    return len(all_unlanded(after)) < len(all_unlanded(state))
