"""Industrial complexes: which can be used this turn, and how many units each gives."""

from __future__ import annotations

from engine.board import PowerId, SpaceId
from engine.state import GameState


def has_complex(state: GameState, territory: SpaceId) -> bool:
    """Whether an industrial complex stands in a territory."""
    return any(state.edition.unit[facility].production for facility in state.facilities.get(territory, ()))


def usable_complexes(state: GameState, power: PowerId) -> tuple[SpaceId, ...]:
    """Territories whose industrial complex the power has controlled since its turn began (MOB-01, MOB-02)."""
    return tuple(
        territory
        for territory in sorted(state.facilities)
        if has_complex(state, territory)
        and state.owners[territory] == power
        and state.owner_at_turn_start(territory) == power
    )


def capacity(state: GameState, territory: SpaceId) -> int:
    """Units that the complex can still place this turn: the territory's value less what it has placed (MOB-12)."""
    value = state.edition.board.territory[territory].ipc
    return max(0, value - state.turn.placed.get(territory, 0))
