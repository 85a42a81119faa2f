"""Powers that are given units instead of buying them, and where they place these (POL-69, POL-70, POL-80).

They need no complex for it, and do not use one that an enemy built on their ground (POL-68).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import IllegalAction
from engine.events.economy import UnitsGranted
from engine.facts.board import PowerId, SpaceId
from engine.facts.parameters import Grant
from engine.facts.unit_types import UnitId
from engine.play import Play
from engine.table.state import GameState
from engine.table.words import place


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


def room_for_granted(state: GameState, territory: SpaceId) -> int:
    """Granted units that the power on turn can still place in a territory.

    It must be its own from the start (MOB-27); whether it was taken this turn does not matter (POL-70). All its units
    count, aircraft too (POL-81).
    """
    grant = grant_of(state, state.power)
    line = state.edition.board.territory.get(territory)
    if grant is None or line is None or line.emblem != state.power or state.owners[territory] != state.power:
        return 0
    return max(0, grant.most - sum(1 for piece in state.at(territory) if piece.power == state.power))


def open_territories(state: GameState) -> tuple[SpaceId, ...]:
    """Territories where granted units can be placed now."""
    return tuple(t for t in sorted(state.edition.board.territory) if room_for_granted(state, t))


def check_granted(state: GameState, units: Mapping[UnitId, int], space: SpaceId) -> None:
    """Raise IllegalAction if the power on turn cannot place these granted units there."""
    where = place(state, space)
    line = state.edition.board.territory.get(space)
    name = state.edition.power[state.power].adjective
    if line is None or line.emblem != state.power or state.owners[space] != state.power:
        raise IllegalAction("MOB-27", f"{where} is no {name} territory that you control.")
    room = room_for_granted(state, space)
    if sum(units.values()) > room:
        grant = grant_of(state, state.power)
        most = grant.most if grant else 0
        raise IllegalAction(
            "POL-70", f"{where} has room for {room} more: no more than {most} {name} units stand there after placing."
        )
