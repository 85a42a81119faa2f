"""Powers that place new units in any territory of their own (POL-70, MOB-27), and what those without industry buy.

They need no complex for it, and do not use one that an enemy built on their ground (POL-68).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.economy.accounts import waiting_units
from engine.economy.grants import grant_of
from engine.economy.objectives import shortfall
from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.parameters import Rural
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.words import listed, place_and

__all__ = ["home_territories", "places_at_home", "rural_of", "rural_wares"]


def rural_of(state: GameState, power: PowerId) -> Rural | None:
    """What a power without industry buys, None for all others (PUR-12)."""
    return state.edition.parameters.economy.rural.get(power)


def rural_units(state: GameState, rural: Rural) -> tuple[UnitId, ...]:
    """The units that a power without industry can buy now (POL-74)."""
    objectives = state.edition.objectives
    more = (unit for unit, name in rural.units_with.items() if shortfall(state, objectives[name]) is None)
    return (*rural.units, *more)


def rural_wares(state: GameState, rural: Rural) -> str:
    """ "infantry, and artillery only while the Burma Road (INC-65) is met"."""
    table, objectives = state.edition.unit, state.edition.objectives
    wares = [listed(table[unit].plural for unit in rural.units)]
    for unit, name in rural.units_with.items():
        wares.append(f"{table[unit].plural} only while {objectives[name].name} ({objectives[name].rule}) is met")
    return ", and ".join(wares)


def places_at_home(state: GameState, power: PowerId) -> bool:
    """Whether a power places new units in territories of its own instead of complexes."""
    return grant_of(state, power) is not None or rural_of(state, power) is not None


def room_at_home(state: GameState, territory: SpaceId) -> int:
    """Units that the power on turn can still place in a territory without a complex.

    It must be its own from the start (MOB-27); whether it was taken this turn does not matter (POL-70). Granted units
    have little room, and all units of their power take it up, aircraft too (POL-81).
    """
    if not places_at_home(state, state.power) or not _is_home(state, territory):
        return 0
    grant = grant_of(state, state.power)
    if grant is None:
        return sum(waiting_units(state, state.power).values())
    return max(0, grant.most - sum(1 for piece in state.at(territory) if piece.power == state.power))


def home_territories(state: GameState) -> tuple[SpaceId, ...]:
    """Territories where the power on turn can place units without a complex now."""
    return tuple(t for t in sorted(state.edition.board.territory) if room_at_home(state, t))


def check_at_home(state: GameState, units: Mapping[UnitId, int], space: SpaceId) -> None:
    """Raise IllegalAction if the power on turn cannot place these units there."""
    name = state.edition.power[state.power].adjective
    if not _is_home(state, space):
        raise IllegalAction("MOB-27", f"{place_and('is', state, space)} not {name} territory that you control.")
    grant, room = grant_of(state, state.power), room_at_home(state, space)
    if grant is not None and sum(units.values()) > room:
        raise IllegalAction(
            "POL-70",
            f"{place_and('has', state, space)} room for {room} more: "
            f"at most {grant.most} {name} units may stand there after placing.",
        )


def _is_home(state: GameState, space: SpaceId) -> bool:
    """Whether the power on turn holds a territory that bears its emblem."""
    line = state.edition.board.territory.get(space)
    return line is not None and line.emblem == state.power == state.owners[space]
