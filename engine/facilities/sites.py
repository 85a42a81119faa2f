"""Where a new facility may stand (MOB-18..23), and where one may begin (OPT-33)."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.facilities.capacity import has_complex
from engine.facilities.damage import facility_line, value_of
from engine.facts.board import PowerId, SpaceId
from engine.facts.facility_types import Upgrade
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.words import ipcs, place, place_and, with_article

__all__ = ["sites"]


def check_site(state: GameState, facility: UnitId, space: SpaceId) -> None:
    """Raise IllegalAction if the power on turn cannot place a bought facility there.

    It needs no complex beside it (MOB-23), and never counts towards the capacity of one (MOB-16).
    """
    name = state.edition.unit[facility].name
    where = place(state, space)
    if not state.edition.board.is_land(space):
        raise IllegalAction("MOB-18", f"Place a new {name} in a territory, not at sea.")
    if state.owners[space] != state.power:
        raise IllegalAction("MOB-18", f"You do not control {where}, so you cannot place {with_article(name)} there.")
    if state.owner_at_turn_start(space) != state.power:  # taken over from a ward, too (POL-41)
        raise IllegalAction(
            "MOB-18",
            f"{place_and('was', state, space)} taken this turn. You can place a new {name} there next turn.",
        )
    if upgrade := facility_line(state, facility).upgrade:
        _check_upgraded(state, upgrade, space)
    elif (other := same_kind_in(state, facility, space)) is not None:
        there = with_article(state.edition.unit[other].name)
        one = "one" if other == facility else f"one {facility_line(state, facility).kind}"
        raise IllegalAction(
            "UNI-36" if state.edition.unit[facility].produces else "UNI-37",
            f"{where} already has {there}, and a territory holds only {one}.",
        )
    _check_ground(state, facility, space)


def _check_upgraded(state: GameState, upgrade: Upgrade, space: SpaceId) -> None:
    """Raise IllegalAction unless what is upgraded stands there (PUR-11)."""
    if upgrade.of not in state.facilities.get(space, ()):
        was, into = (state.edition.unit[unit].name for unit in (upgrade.of, upgrade.into))
        raise IllegalAction(
            "PUR-11",
            f"{place_and('has', state, space)} no {was} that could become {with_article(into)}.",
        )


def same_kind_in(state: GameState, facility: UnitId, space: SpaceId) -> UnitId | None:
    """The facility of the same kind that stands in a territory; there is room for one of each (UNI-36, UNI-37)."""
    kind = facility_line(state, facility).kind
    here = state.facilities.get(space, ())
    return next((unit for unit in here if facility_line(state, unit).kind == kind), None)


def _check_ground(state: GameState, facility: UnitId, space: SpaceId) -> None:
    """Raise IllegalAction if a territory as it is on the board is none for such a facility (MOB-19..22)."""
    name, where = state.edition.unit[facility].name, place(state, space)
    site, territory = facility_line(state, facility).site, state.edition.board.territory[space]
    if value_of(state, space) < site.min_value:
        raise IllegalAction(
            "MOB-19",
            f"{place_and('is', state, space)} worth {ipcs(territory.ipc)}; "
            f"a new {name} needs a territory worth {site.min_value}.",
        )
    if territory.island and not site.on_islands:
        raise IllegalAction("MOB-20", f"You cannot place a new {name} on an island such as {where}.")
    if site.own_emblem and territory.emblem != state.power:
        raise IllegalAction(
            "MOB-21",
            f"{place_and('was', state, space)} not yours at the start of the war; "
            f"a new {name} needs a territory that was.",
        )
    if site.by_the_sea and not state.edition.board.zones_of(space):
        raise IllegalAction("MOB-22", f"{where} touches no sea zone, so you cannot place a new {name} there.")


def sites(state: GameState, facility: UnitId) -> list[SpaceId]:
    """Territories where the power on turn could place a bought facility now."""
    found = []
    for territory in (each for each in state.edition.board.territory if state.owners[each] == state.power):
        try:
            check_site(state, facility, territory)
        except IllegalAction:
            continue
        found.append(territory)
    return found


def home_sites(state: GameState, power: PowerId) -> list[SpaceId]:
    """Territories of a power from the start with a value and no complex, the most valuable first (OPT-14, OPT-33)."""
    found = [
        territory
        for territory in state.edition.board.territories
        if territory.emblem == power == state.owners[territory.id]
        and territory.ipc >= 1
        and not has_complex(state, territory.id)
    ]
    return [territory.id for territory in sorted(found, key=lambda territory: (-territory.ipc, territory.id))]
