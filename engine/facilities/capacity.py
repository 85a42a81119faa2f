"""Industrial complexes: facilities that let their power place units, and how many."""

from __future__ import annotations

from engine.events.mobilization import UPGRADED
from engine.facilities.damage import damage_to, value_of
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState

__all__ = ["capacity", "complex_in", "complex_kind", "usable_complexes"]


def complex_in(state: GameState, territory: SpaceId) -> UnitId | None:
    """The industrial complex that stands in a territory; there is no second one (UNI-36)."""
    return next((unit for unit in state.facilities.get(territory, ()) if state.edition.unit[unit].produces), None)


def complex_kind(state: GameState) -> str:
    """What players call facilities that produce units: "industrial complex"."""
    return next(unit.facility.kind for unit in state.edition.units if unit.facility and unit.produces)


def has_complex(state: GameState, territory: SpaceId) -> bool:
    """Whether an industrial complex stands in a territory."""
    return complex_in(state, territory) is not None


def usable_complexes(state: GameState, power: PowerId) -> tuple[SpaceId, ...]:
    """Territories whose industrial complex the power has controlled since its turn began (MOB-01, MOB-02, MOB-18)."""
    return tuple(
        territory
        for territory in sorted(state.facilities)
        if has_complex(state, territory)
        and state.owners[territory] == power
        and state.owner_at_turn_start(territory) == power
        and territory not in state.turn.idle_complexes
    )


def _made_by(state: GameState, territory: SpaceId, unit: UnitId) -> UnitId:
    """The complex by whose line one makes units in this turn: what it was, if it was upgraded just now (MOB-15)."""
    if territory not in UPGRADED.of(state.turn):
        return unit
    upgrades = (line.facility.upgrade for line in state.edition.units if line.facility and line.facility.upgrade)
    return next((upgrade.of for upgrade in upgrades if upgrade.into == unit), unit)


def capacity(state: GameState, territory: SpaceId) -> int:
    """Units that the complex can still place this turn, never below 0 (MOB-12, MOB-14).

    That is what its line says, more with increased production (RES-40), less the damage (SPC-39) and what it has
    placed.
    """
    unit, owner = complex_in(state, territory), state.owners[territory]
    if unit is None or owner is None:
        return 0
    line, value = state.unit_of(owner, _made_by(state, territory, unit)), value_of(state, territory)
    if line.facility is None:
        raise AssertionError(f"{unit} produces, and yet is no facility")
    extra = line.extra_production if value >= line.facility.extra_production_from else 0
    room = line.facility.production_at(value) + extra
    return max(0, room - damage_to(state, territory, unit) - state.turn.placed.get(territory, 0))
