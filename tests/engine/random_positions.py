"""Positions that no game would lead to soon: units of all kinds everywhere, weak capitals, full treasuries.

Where the edition has them, new industrial complexes and technologies too.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine import GameState
from engine.facts.edition import Edition


def scattered(edition: Edition, rng: Random) -> dict[str, Any]:
    """An edit that deals random units over the whole board of an edition, or crowds them into a part of it."""
    board = edition.board
    where = set(board.neighbours)
    if rng.random() < 0.5:
        far = board.flight_distances(rng.choice(sorted(board.sea_zone)))
        where = {space for space in where if far.get(space, 9) <= 3}
    held = (t.id for t in board.territories if not t.closed and not t.neutral)
    spaces = {territory: _territory(edition, territory, rng) for territory in held if territory in where}
    cargo: dict[str, Any] = {}
    for zone in [zone.id for zone in board.sea_zones if zone.id in where]:
        fleets: dict[str, dict[str, int]] = {}
        for power in rng.sample(_seafarers(edition), rng.choice((0, 0, 0, 1, 1, 2))):
            fleets[power] = _fleet(edition, rng)
            loads = _loads(edition, power, fleets[power], rng)
            if loads:
                cargo.setdefault(zone, []).extend(loads)
        if fleets:
            spaces[zone] = {"units": fleets}
    ipcs = {each.id: rng.randrange(60) for power in _seafarers(edition) for each in edition.accounts_of(power)}
    technologies = _technologies(edition, rng)
    power = rng.choice(edition.turn_order)
    phase = rng.choice((edition.parameters.turn.phases_of(power)[0], "combat_move"))
    return {
        "type": "edit",
        "clear_units": True,
        "spaces": spaces,
        "cargo": cargo,
        "ipcs": ipcs,
        "technologies": technologies,
        **_wars(edition, rng),
        "turn": {"round": 1, "power": power, "phase": phase},
    }


def _seafarers(edition: Edition) -> list[str]:
    """The powers that are not confined to some territories."""
    return [power for power in edition.turn_order if power not in edition.parameters.politics.confined_to]


def _territory(edition: Edition, territory: str, rng: Random) -> dict[str, Any]:
    """Somebody's ground with a garrison or without; capitals are often left bare."""
    owner = edition.starting_owner(territory)
    if owner is None or rng.random() < 0.1:
        drawn = rng.choice(edition.turn_order)
        owner = drawn if drawn in _seafarers(edition) else owner or _seafarers(edition)[0]
    capitals = edition.capitals
    is_bare = rng.random() < (0.6 if territory in capitals else 0.25)
    there: dict[str, Any] = {"owner": owner, "units": {} if is_bare else _garrison(edition, territory, owner, rng)}
    if (kinds := _kinds_for_sale(edition)) and edition.board.territory[territory].ipc and rng.random() < 0.1:
        one_of_each = [rng.choice(lines) if len(lines) > 1 else lines[0] for lines in kinds]
        there["facilities"] = rng.choice((one_of_each, []))
        if edition.parameters.raids.loss == "damage":
            there["damage"] = {unit: _damage(edition, unit, territory, rng) for unit in there["facilities"]}
    return there


def _damage(edition: Edition, facility: str, territory: str, rng: Random) -> int:
    line = edition.unit[facility].facility
    most = line.damage_limit_at(edition.board.territory[territory].ipc) if line else 0
    return rng.choice((0, rng.randint(0, most)))


def _kinds_for_sale(edition: Edition) -> list[list[str]]:
    """The facilities that can be bought, those of a kind together."""
    kinds: dict[str, list[str]] = {}
    for unit in edition.units:
        if unit.facility and unit.cost is not None and unit.facility.upgrade is None:
            kinds.setdefault(unit.facility.kind, []).append(unit.id)
    return list(kinds.values())


def correction(state: GameState, rng: Random) -> dict[str, Any]:
    """An edit that is possible in the midst of a game: other treasuries, or one more technology."""
    power = rng.choice(_seafarers(state.edition))
    known = state.technologies.get(power, ())
    unknown = [name for name in state.edition.technology if name not in known]
    if unknown and rng.random() < 0.5:
        return {"type": "edit", "technologies": {power: [*known, rng.choice(unknown)]}}
    return {"type": "edit", "ipcs": {each.id: rng.randrange(60) for each in state.edition.accounts_of(power)}}


def _garrison(edition: Edition, territory: str, owner: str, rng: Random) -> dict[str, dict[str, int]]:
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


def _technologies(edition: Edition, rng: Random) -> dict[str, list[str]]:
    """For some powers a few of the technologies that there are."""
    known = sorted(edition.technology)
    powers = [power for power in _seafarers(edition) if known and rng.random() < 0.6]
    return {power: rng.sample(known, rng.randint(1, len(known))) for power in powers}


def _wars(edition: Edition, rng: Random) -> dict[str, Any]:
    """Some of the wars that powers may declare, where they are declared."""
    grounds = edition.parameters.politics.grounds
    foes = [(by, on) for ground in grounds for by in ground.by for on in ground.on]
    wars = [[by, on, "war"] for by, on in foes if rng.random() < 0.3]
    return {"relations": wars} if wars else {}


def _fleet(edition: Edition, rng: Random) -> dict[str, int]:
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


def _loads(edition: Edition, power: str, fleet: dict[str, int], rng: Random) -> list[dict[str, Any]]:
    """Cargo for some of the transports."""
    carriers = [unit for unit in edition.units if edition.carries(unit, "land")]
    return [
        {"transport": power, "units": {power: {rng.choice(unit.carry[0].types): 1}}}
        for unit in carriers
        for _ in range(fleet.get(unit.id, 0))
        if rng.random() < 0.5
    ]
