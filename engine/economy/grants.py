"""Powers that are given units instead of buying them (POL-69, POL-80)."""

from __future__ import annotations

from engine.events.economy import UnitsGranted
from engine.facts.board import PowerId
from engine.facts.parameters import Grant
from engine.facts.unit_types import UnitId
from engine.play import Play
from engine.state.game_state import GameState

__all__ = ["grant_of", "granted_units"]


def grant_of(state: GameState, power: PowerId) -> Grant | None:
    """What a power is given each turn, if it lives on grants; it buys nothing (PUR-12)."""
    return state.edition.parameters.economy.grants.get(power)


def granted_units(state: GameState, power: PowerId) -> dict[UnitId, int]:
    """The units that a power would be given if its turn began now (POL-69), nothing where it lives on IPCs."""
    grant = grant_of(state, power)
    return {grant.unit: _held(state, power) // grant.territories} if grant else {}


def give_units(play: Play) -> None:
    """Give the power on turn its new units as its turn begins, besides those that found no room before (POL-80)."""
    units = granted_units(play.state, play.power)
    if any(units.values()):
        play.emit(UnitsGranted(play.power, units, _held(play.state, play.power)))


def _held(state: GameState, power: PowerId) -> int:
    """How many territories a power holds."""
    return sum(1 for owner in state.owners.values() if owner == power)
