"""What the unit table and the powers of a setup say about how a position looks."""

from collections.abc import Mapping
from functools import cache

from engine.errors import IllegalAction, InvalidData
from engine.facts.edition import Edition, load_setup
from engine.facts.openings import Opening, load_opening
from maps.signs.silhouettes import units_in_order


@cache
def facts_of(setup: str) -> Opening:
    """Board, unit table and powers of a setup, also of one that cannot be played yet. Raises InvalidData.

    No other setup is read for it: the first picture of a process need not wait for that.
    """
    try:
        edition = load_setup(setup)
    except (InvalidData, IllegalAction, LookupError, TypeError, ValueError, RecursionError):
        return load_opening(setup)
    return load_opening(setup) if edition.in_preparation else edition


def capitals_of(setup: str) -> frozenset[str]:
    """The territories that are capitals (BRD-43)."""
    return facts_of(setup).capitals


@cache
def cargo_types(setup: str) -> dict[str, frozenset[str]]:
    """What each kind of ship can take aboard, some only by a national advantage (UNI-49, UNI-61, UNI-62)."""
    facts = facts_of(setup)
    slots = [(unit.id, slot) for unit in facts.units for slot in unit.carry]
    if isinstance(facts, Edition):
        changes = (change for advantage in facts.advantages for change in advantage.changes)
        slots += [(change.unit, slot) for change in changes for slot in change.carry or ()]
    return {ship: frozenset(unit for s, slot in slots if s == ship for unit in slot.types) for ship, _ in slots}


def symbol_of(setup: str, facility: str) -> str:
    """The silhouette that stands for a facility."""
    line = facts_of(setup).unit[facility].facility
    return (line and line.symbol) or facility


def facility_name(setup: str, facility: str) -> str:
    """ "industrial complex"."""
    return facts_of(setup).unit[facility].name


def is_disabled(setup: str, space: str, facility: str, damage: int) -> bool:
    """Whether a damaged facility no longer works (UNI-39, SPC-39).

    An industrial complex then places no more units, a base serves no more ships or aircraft.
    """
    facts = facts_of(setup)
    line = facts.unit[facility].facility
    return line is not None and not line.works_with(damage, facts.board.territory[space].ipc)


@cache
def _fleet_order(setup: str) -> dict[str, int]:
    facts, cargo = facts_of(setup), cargo_types(setup)
    carriers = {ship for ship, types in cargo.items() if any(facts.unit[unit].domain == "air" for unit in types)}
    ranks = {unit.id: 2 if unit.domain == "air" else int(unit.id in carriers) for unit in facts.units}
    in_order = sorted(units_in_order(ranks), key=lambda item: item[1])
    return {unit: place for place, (unit, _) in enumerate(in_order)}


def carriers_before_aircraft(setup: str, units: Mapping[str, int]) -> list[tuple[str, int]]:
    """Units in their usual order, but carriers last of the ships, with the aircraft that live on them beside them."""
    places = _fleet_order(setup)
    return sorted(units.items(), key=lambda item: places[item[0]])
