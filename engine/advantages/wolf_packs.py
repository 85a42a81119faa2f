"""Wolf Packs: German submarines that attack together (OPT-24)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.table.state import GameState, Piece, PieceId

PACK = 3


def wolf_packs(state: GameState, attackers: Iterable[Piece]) -> Mapping[str, tuple[PieceId, ...]]:
    """The submarines that attack better in the battle that begins: at least three that moved into the zone."""
    pack = tuple(
        piece.id
        for piece in attackers
        if piece.unit == "submarine"
        and piece.moved == "combat_move"
        and piece.used
        and state.has_advantage(piece.power, "wolf_packs")
    )
    return {"wolf_packs": pack} if len(pack) >= PACK else {}
