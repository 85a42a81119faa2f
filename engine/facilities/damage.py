"""Damage to facilities: how much there is, how much there can be, and what still works with it."""

from __future__ import annotations

from engine.facts.board import SpaceId
from engine.facts.facility_types import FacilityType
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState

__all__ = ["damage_limit", "value_of"]


def facility_line(state: GameState, unit: UnitId) -> FacilityType:
    """What the unit table says of a facility as such."""
    line = state.edition.unit[unit].facility
    if line is None:
        raise AssertionError(f"{unit} is no facility")
    return line


def value_of(state: GameState, territory: SpaceId) -> int:
    """IPCs that a territory is worth."""
    return state.edition.board.territory[territory].ipc


def damage_to(state: GameState, territory: SpaceId, unit: UnitId) -> int:
    """The damage that a facility has taken and nobody has paid for (PUR-22)."""
    return state.damage.get(territory, {}).get(unit, 0)


def damage_limit(state: GameState, territory: SpaceId, unit: UnitId) -> int:
    """The most damage that a facility takes in all, whatever more it produces (SPC-35, UNI-40, RES-43)."""
    return facility_line(state, unit).damage_limit_at(value_of(state, territory))


def room_for_damage(state: GameState, territory: SpaceId, unit: UnitId) -> int:
    """The damage that a facility can still take (SPC-38)."""
    return damage_limit(state, territory, unit) - damage_to(state, territory, unit)
