"""Wolf Packs: German submarines that attack together (OPT-24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.advantages.marks import is_marked
from engine.advantages.rule import AdvantageRule
from engine.events.combat.battle import AttackOrDefense
from engine.play import HITS_ON, MARKS_AT_SEA
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId

NAME = "wolf_packs"
PACK = 3


def pack(state: GameState, attackers: Sequence[Piece]) -> Mapping[str, tuple[PieceId, ...]]:
    """The submarines that attack better in the battle that begins: at least three that moved into the zone."""
    found = tuple(
        piece.id
        for piece in attackers
        if piece.unit == "submarine"
        and piece.moved == "combat_move"
        and piece.used
        and state.has_advantage(piece.power, NAME)
    )
    return {NAME: found} if len(found) >= PACK else {}


def hits_on(state: GameState, piece: Piece, side: AttackOrDefense) -> int:
    """Those that attack together do so at 3, super submarines at 4."""
    return state.type_of(piece).attack + 1 if side == "attacker" and is_marked(state, piece, NAME) else 0


RULE = AdvantageRule(NAME, (MARKS_AT_SEA.by(pack), HITS_ON.by(hits_on)))
