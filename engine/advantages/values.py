"""National advantages that raise the number a unit needs to hit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.events import AttackOrDefense
from engine.state import GameState, Piece

Bonus = Callable[[GameState, Piece, AttackOrDefense], int]
"""The number that a piece hits with by an advantage of its power in the present battle, 0 without effect."""


def russian_winter(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """Soviet infantry defends at 3 through a declared winter (OPT-15)."""
    declared = "russian_winter" in state.advantages_in_force
    return 3 if declared and side == "defender" and piece.unit == "infantry" else 0


BONUSES: Mapping[str, Bonus] = {
    "russian_winter": russian_winter,
}


def raised_value(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """The best number that advantages of its power give a piece, 0 for none."""
    names = state.advantages.get(piece.power, ())
    return max((BONUSES[name](state, piece, side) for name in names if name in BONUSES), default=0)
