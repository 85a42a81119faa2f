"""What raids and rockets strike: facilities, as their lines say who may (SPC-26, SPC-27, SPC-51)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.errors import IllegalAction
from engine.facilities.damage import facility_line
from engine.facts.board import SpaceId
from engine.facts.facility_types import Striker
from engine.facts.unit_types import UnitId, UnitType
from engine.state.game_state import GameState
from engine.state.words import listed, place_and, with_article

__all__ = ["can_raid", "can_strike", "kinds_raided", "raid_target", "raidable", "targets_in"]

BOMBING: frozenset[Striker] = frozenset({"strategic_bombing", "tactical_bombing", "dive_bombing"})
"""What aircraft can do that raid."""


def can_strike(unit: UnitType, facility: UnitType) -> bool:
    """Whether a unit may strike a facility of this type, as its abilities stand."""
    return facility.facility is not None and not unit.abilities.isdisjoint(facility.facility.struck_by)


def can_raid(state: GameState, unit: UnitType) -> bool:
    """Whether a unit may raid anything: bombers, and fighters with Dive-Bombers (SPC-26, OPT-25)."""
    return unit.domain == "air" and any(can_strike(unit, facility) for facility in state.edition.units)


def targets_in(state: GameState, territory: SpaceId, units: Iterable[UnitType]) -> tuple[UnitId, ...]:
    """Facilities in a territory that all of these units may strike, in the order of the unit table."""
    strikers, table = list(units), state.edition.unit
    here = (unit for unit in state.facilities.get(territory, ()) if all(can_strike(s, table[unit]) for s in strikers))
    return tuple(sorted(here, key=state.edition.unit_rank.__getitem__))


def raid_target(state: GameState, territory: SpaceId, units: Iterable[UnitType]) -> UnitId:
    """What a raid strikes that names no facility; raises IllegalAction (SPC-30) where there are several.

    Where there is nothing that these units may raid, it is what is raided first in the unit table.
    """
    if not raidable(state):
        raise IllegalAction("SPC-26", "There are no bombing raids in this edition.")
    found = targets_in(state, territory, units)
    if len(found) > 1:
        names = [state.edition.unit[unit].name for unit in found]
        there = listed(with_article(name) for name in names)
        raise IllegalAction(
            "SPC-30",
            f"{place_and('has', state, territory)} {there}. Say which of them you raid, such as {names[0]}.",
        )
    return found[0] if found else raidable(state)[0]


def raidable(state: GameState) -> tuple[UnitId, ...]:
    """Facilities of the unit table that aircraft may raid."""
    return tuple(
        unit.id for unit in state.edition.units if unit.facility and not unit.facility.struck_by.isdisjoint(BOMBING)
    )


def rocket_targets_in(state: GameState, territory: SpaceId) -> tuple[UnitId, ...]:
    """Facilities in a territory that rockets may strike (SPC-51), in the order of the unit table."""
    here = (u for u in state.facilities.get(territory, ()) if "launches_rockets" in facility_line(state, u).struck_by)
    return tuple(sorted(here, key=state.edition.unit_rank.__getitem__))


def kinds_struck(state: GameState, strikers: Collection[Striker]) -> tuple[str, ...]:
    """What those who are able to do any of this strike, as players call it: "industrial complex", "air base"."""
    lines = (unit.facility for unit in state.edition.units if unit.facility)
    return tuple(dict.fromkeys(line.kind for line in lines if not line.struck_by.isdisjoint(strikers)))


def kinds_raided(state: GameState) -> str:
    """ "an industrial complex", "an industrial complex or an air base": what raids strike in this edition."""
    return listed(map(with_article, kinds_struck(state, BOMBING)), "or")
