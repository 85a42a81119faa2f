"""What the functions share by which events change a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from engine.board import SpaceId
from engine.state import GameState, Piece, PieceId, with_pieces
from engine.unit_types import UnitId

E = TypeVar("E")
Evolver = Callable[[GameState, Any], GameState]


def on(
    evolvers: dict[type, Evolver], kind: type[E]
) -> Callable[[Callable[[GameState, E], GameState]], Callable[[GameState, E], GameState]]:
    """Let the function below this decorator change the state by events of a kind."""

    def register(function: Callable[[GameState, E], GameState]) -> Callable[[GameState, E], GameState]:
        evolvers[kind] = function
        return function

    return register


def change(state: GameState, ids: Iterable[PieceId], **values: Any) -> GameState:
    """The state with these values in all of these pieces."""
    return with_pieces(state, (replace(state.pieces[i], **values) for i in ids))


def with_damage(state: GameState, space: SpaceId, facility: UnitId, more: int) -> GameState:
    """The state with so much more damage to a facility, or less where it is repaired."""
    points = state.damage.get(space, {}).get(facility, 0) + more
    here = {unit: n for unit, n in {**state.damage.get(space, {}), facility: points}.items() if n}
    damage = {place: row for place, row in {**state.damage, space: here}.items() if row}
    return replace(state, damage=damage)


def with_new_pieces(state: GameState, pieces: Iterable[Piece]) -> GameState:
    """The state with pieces that did not exist before, and their numbers used up."""
    pieces = tuple(pieces)
    serials = dict(state.serials)
    for piece in pieces:
        key = f"{piece.power}.{piece.unit}"
        serials[key] = max(serials.get(key, 0), piece.number)
    return with_pieces(replace(state, serials=serials), pieces)
