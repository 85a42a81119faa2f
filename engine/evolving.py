"""What the functions share by which events change a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from engine.state import GameState, Piece, PieceId, with_pieces

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


def with_new_pieces(state: GameState, pieces: Iterable[Piece]) -> GameState:
    """The state with pieces that did not exist before, and their numbers used up."""
    pieces = tuple(pieces)
    serials = dict(state.serials)
    for piece in pieces:
        key = f"{piece.power}.{piece.unit}"
        serials[key] = max(serials.get(key, 0), piece.number)
    return with_pieces(replace(state, serials=serials), pieces)
