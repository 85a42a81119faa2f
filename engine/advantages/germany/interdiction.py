"""U-Boat Interdiction: submarines keep IPCs from the powers that the advantage names."""

from __future__ import annotations

from engine.advantages.rule import AdvantageRule
from engine.facts.board import PowerId
from engine.play import KEPT_FROM_INCOME
from engine.state.game_state import GameState

NAME = "u_boat_interdiction"


def interdicted(state: GameState, power: PowerId) -> int:
    """IPCs that enemy submarines keep from a power's income: 1 for each on the board, submerged too (OPT-21)."""
    advantage = state.edition.advantage[NAME]
    if power not in advantage.powers:
        return 0
    own = (piece for piece in state.pieces.values() if piece.power == advantage.power)
    return sum(1 for piece in own if state.type_of(piece).can("submerge"))


RULE = AdvantageRule(NAME, (KEPT_FROM_INCOME.by(interdicted),))
