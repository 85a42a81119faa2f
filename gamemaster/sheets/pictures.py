"""What tells the picture of a sheet from others: it is drawn anew only when it would be another one."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from engine.facts.board import SpaceId
from engine.state.game_state import GameState

KEY_LENGTH = 12
BATTLE, AROUND = "battle", "around"


def picture_name(state: GameState, space: SpaceId) -> str:
    """The file of the battle that is fought in a space, else of the spaces around it."""
    is_battle = state.battle is not None and state.battle.space == space
    units = Counter((piece.space, piece.power, piece.unit, piece.hits_taken) for piece in state.pieces.values())
    shown = (space, sorted(units.items()), sorted(state.owners.items(), key=str), state.battle if is_battle else None)
    key = sha256(repr(shown).encode()).hexdigest()[:KEY_LENGTH]
    return f"{BATTLE if is_battle else AROUND}_{key}.webp"
