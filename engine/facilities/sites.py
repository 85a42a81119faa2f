"""Where a new facility may stand (MOB-18..23), and where one may move or begin (OPT-17, OPT-33)."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.facilities.production import has_complex
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.table.state import GameState
from engine.table.words import ipcs, place, with_article


def check_site(state: GameState, facility: UnitId, space: SpaceId) -> None:
    """Raise IllegalAction if the power on turn cannot place a bought facility there.

    It needs no complex beside it (MOB-23), and never counts towards the capacity of one (MOB-16).
    """
    name = state.edition.unit[facility].name
    where = place(state, space)
    if not state.edition.board.is_land(space):
        raise IllegalAction("MOB-18", f"A new {name} is placed in a territory, not at sea.")
    if state.owners[space] != state.power:
        raise IllegalAction("MOB-18", f"You do not control {where}, so no {name} of yours can be placed there.")
    if state.owner_at_turn_start(space) != state.power:
        raise IllegalAction("MOB-18", f"{where} was taken this turn; a new {name} can be placed there next turn.")
    if has_complex(state, space):
        raise IllegalAction("UNI-36", f"{where} has {with_article(name)} already, and a territory holds only one.")
    site = state.edition.parameters.economy.new_complex
    territory = state.edition.board.territory[space]
    if site is not None and territory.ipc < site.min_value:
        raise IllegalAction(
            "MOB-19", f"{where} is worth {ipcs(territory.ipc)}; a new {name} needs a territory worth {site.min_value}."
        )
    if site is not None and territory.island and not site.on_islands:
        raise IllegalAction("MOB-20", f"{where} is an island; a new {name} cannot be placed there.")


def sites(state: GameState, facility: UnitId) -> list[SpaceId]:
    """Territories where the power on turn could place a bought facility now."""
    found = []
    for territory in state.edition.board.territory:
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
