"""What a territory is worth to who takes it: as `prize_of`, and how much nearer a side comes to winning the war."""

from __future__ import annotations

from collections.abc import Mapping

from computer.greedy.ground import prize_of
from computer.weights import NORMAL_PRIZES, PLACES
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.facts.goals import VictoryCondition

VICTORY = 300.0
"""What the last city is worth, twice; each that lacks beside it halves that."""


def nearer_to_victory(state: GameState) -> Mapping[SpaceId, float]:
    """What it is worth, in IPCs, that a territory comes to the other side, by all ways in which this table can win."""
    found: dict[SpaceId, float] = {}
    for condition in ask.victory_conditions(state):
        held = set(ask.victory_cities_held(state, condition))
        missing = condition.need - len(held)
        for territory in _counted(state, condition):
            after = missing + 1 if territory in held else missing - 1
            change = abs(_hope(after) - _hope(missing))
            found[territory] = round(found.get(territory, 0.0) + change, PLACES)
    return found


def _counted(state: GameState, condition: VictoryCondition) -> tuple[SpaceId, ...]:
    return tuple(condition.of or state.edition.victory_cities)


def _hope(missing: int) -> float:
    """What it is worth to a side that so many cities lack."""
    return VICTORY * 0.5 ** max(0, missing)


def prize_at(state: GameState, territory: SpaceId, nearer: Mapping[SpaceId, float]) -> float:
    """What taking a territory from its owner is worth, whatever stands there."""
    return prize_of(state, territory, NORMAL_PRIZES) + nearer.get(territory, 0.0)


def prizes_of(state: GameState, power: PowerId) -> dict[SpaceId, float]:
    """What each territory of a power, or of a friend where its units stand, is worth to who takes it."""
    nearer = nearer_to_victory(state)
    there = {piece.space for piece in state.pieces.values() if piece.power == power}
    side = state.edition.power[power].side
    return {
        space: prize_at(state, space, nearer)
        for space, owner in state.owners.items()
        if owner == power or (space in there and owner and state.edition.power[owner].side == side)
    }
