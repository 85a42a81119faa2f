"""Random units, facilities and technologies for the positions of random games."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.facts.edition import Edition


def has_windows(edition: Edition) -> bool:
    """Whether aircraft scramble in an edition, so that fleets and bases belong together."""
    return any(unit.can("scrambles") for unit in edition.units)


def seafarers(edition: Edition) -> list[str]:
    """The powers that are not confined to some territories."""
    return [power for power in edition.turn_order if power not in edition.parameters.politics.confined_to]


def damage_on(edition: Edition, facility: str, territory: str, rng: Random) -> int:
    line = edition.unit[facility].facility
    most = line.damage_limit_at(edition.board.territory[territory].ipc) if line else 0
    return rng.choice((0, rng.randint(0, most)))


def kinds_for_sale(edition: Edition) -> list[list[str]]:
    """The facilities that can be bought, those of a kind together."""
    kinds: dict[str, list[str]] = {}
    for unit in edition.units:
        if unit.facility and unit.cost is not None and unit.facility.upgrade is None:
            kinds.setdefault(unit.facility.kind, []).append(unit.id)
    return list(kinds.values())


def garrison_of(edition: Edition, territory: str, owner: str, rng: Random) -> dict[str, dict[str, int]]:
    """A few units of the owner, now and then of an ally too."""
    movers = [unit.id for unit in edition.units if unit.domain in ("land", "air")]
    side = edition.power[owner].side
    found: dict[str, dict[str, int]] = {}
    for power in [owner, *(p.id for p in edition.powers if p.side == side and p.id != owner and rng.random() < 0.15)]:
        units = {unit: rng.choice((0, 0, 1, 1, 2, 3)) for unit in rng.sample(movers, 3)}
        within = edition.parameters.politics.confined_to.get(power)
        if within is not None:
            units = {"infantry": max(units.values())} if territory in within else {}
        found[power] = {unit: count for unit, count in units.items() if count}
    return {power: units for power, units in found.items() if units}


def known_technologies(edition: Edition, rng: Random) -> dict[str, list[str]]:
    """For some powers a few of the technologies that there are."""
    known = sorted(edition.technology)
    powers = [power for power in seafarers(edition) if known and rng.random() < 0.6]
    return {power: rng.sample(known, rng.randint(1, len(known))) for power in powers}


def some_ships(edition: Edition, rng: Random) -> dict[str, int]:
    """Ships, with aircraft only where carriers have room for them."""
    ships = [unit for unit in edition.units if unit.domain == "sea"]
    fleet = {unit.id: rng.choice((1, 1, 2)) for unit in rng.sample(ships, rng.choice((1, 2, 3)))}
    room = {
        slot.types[0]: slot.count * fleet.get(unit.id, 0)
        for unit in ships
        if edition.carries(unit, "air")
        for slot in unit.carry
    }
    aircraft = {unit: rng.randint(0, count) for unit, count in room.items() if count}
    return fleet | {unit: count for unit, count in aircraft.items() if count}


def some_cargo(edition: Edition, power: str, fleet: dict[str, int], rng: Random) -> list[dict[str, Any]]:
    """Cargo for some of the transports."""
    carriers = [unit for unit in edition.units if edition.carries(unit, "land")]
    return [
        {"transport": power, "units": {power: {rng.choice(unit.carry[0].types): 1}}}
        for unit in carriers
        for _ in range(fleet.get(unit.id, 0))
        if rng.random() < 0.5
    ]
