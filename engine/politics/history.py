"""What powers have done in the course of the game, as far as the rules ask for it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.facts.board import PowerId
from engine.table.state import GameState


def declared_war_unprovoked_on(_state: GameState, _power: PowerId, _others: Iterable[PowerId]) -> tuple[PowerId, ...]:
    """Those of the others on which a power declared war unprovoked (POL-05); no war is declared yet."""
    return ()
