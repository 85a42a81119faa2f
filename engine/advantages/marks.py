"""Pieces for which an advantage works only in the present battle."""

from __future__ import annotations

from engine.state.game_state import GameState
from engine.state.pieces import Piece


def is_marked(state: GameState, piece: Piece, advantage: str) -> bool:
    """Whether an advantage works for a piece in the present battle."""
    return state.battle is not None and piece.id in state.battle.marked.get(advantage, ())
