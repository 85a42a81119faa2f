"""Positions full of what is seldom met: fleets beside bases, bombers near complexes, neutrals, fallen capitals.

All stands around one space, and the power on turn is likely to have something to do there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.facts.edition import Edition
from tests.engine.random_forces import (
    damage_on,
    garrison_of,
    kinds_for_sale,
    known_technologies,
    seafarers,
    some_cargo,
    some_ships,
)

NEAR = 2
"""How many spaces a crowd reaches from its middle."""
NEW_ORDERS = ("paratroopers", "rockets")
"""Technologies by which units do what they never do without."""


@dataclass
class _Theme:
    """What a crowd gathers for: around which space, whose turn it may be, in which phase, and who holds the middle."""

    middle: str
    powers: list[str]
    phases: list[str] = field(default_factory=list)
    holder: str | None = None


def crowded(edition: Edition, rng: Random) -> dict[str, Any]:
    """An edit that deals a crowd of units somewhere on the board."""
    theme = _theme(edition, rng)
    power = rng.choice(theme.powers)
    far = edition.board.flight_distances(theme.middle)
    where = {space for space in edition.board.neighbours if far.get(space, 9) <= NEAR}
    held = [t.id for t in edition.board.territories if not t.closed and not t.neutral and t.id in where]
    spaces = {territory: _territory(edition, territory, theme, rng) for territory in held}
    for there in spaces.values():
        _arm_land(edition, there, power, rng)
    cargo: dict[str, Any] = {}
    for zone in [zone.id for zone in edition.board.sea_zones if zone.id in where]:
        if fleets := _fleets(edition, power, rng):
            spaces[zone] = {"units": fleets}
            cargo[zone] = [load for each, ships in fleets.items() for load in some_cargo(edition, each, ships, rng)]
    _lay_out_homes(edition, spaces, rng)
    first = edition.parameters.turn.phases_of(power)[0]
    return {
        "type": "edit",
        "clear_units": True,
        "spaces": spaces,
        "cargo": {zone: loads for zone, loads in cargo.items() if loads},
        "ipcs": {each.id: rng.randrange(80) for owner in seafarers(edition) for each in edition.accounts_of(owner)},
        "technologies": _technologies(edition, power, rng),
        **_wars(edition, power, theme, rng),
        **_hurt(edition, spaces, rng),
        "turn": {
            "round": rng.randint(1, 4),
            "power": power,
            "phase": rng.choice(theme.phases or [first, "combat_move"]),
        },
    }


def _theme(edition: Edition, rng: Random) -> _Theme:
    """Zones of kamikazes, coasts of wards, neutrals, pacts about them, capitals that have fallen, or any place."""
    board, politics = edition.board, edition.parameters.politics
    leaning = [t.id for t in board.territories if t.neutral and t.neutral != "strict"]
    kinds = ["anywhere", "anywhere", "kamikazes", "kamikazes", "wards", "fallen"]
    kinds += ["fallen", "neutrals", "neutrals", "pacts"] if leaning else []
    match rng.choice(kinds):
        case "kamikazes":
            return _Theme(rng.choice([zone.id for zone in board.sea_zones if zone.kamikaze]), seafarers(edition))
        case "wards":
            coast = rng.choice([t for t in board.territory if edition.starting_owner(t) in politics.wards])
            guards = list(politics.wards[edition.starting_owner(coast) or ""])
            return _Theme(rng.choice(board.zones_of(coast)), guards, ["combat_move", "noncombat_move"])
        case "neutrals":
            middle = rng.choice(rng.choice((leaning, [t.id for t in board.territories if t.neutral])))
            return _Theme(middle, seafarers(edition), ["combat_move", "noncombat_move"])
        case "pacts":
            invasion = politics.incidents[rng.choice(politics.pacts).invaded]
            return _Theme(rng.choice(invasion.territories), list(invasion.by), ["combat_move"])
        case "fallen":
            return _fallen(edition, rng)
    return _Theme(rng.choice(sorted(board.neighbours)), list(edition.turn_order))


def _fallen(edition: Edition, rng: Random) -> _Theme:
    """A capital in the hands of its enemies, often one whose liberation brings troops (POL-43)."""
    rewarded = [bonus.territory for bonus in edition.parameters.economy.troop_bonuses]
    capital = rng.choice(rewarded if rewarded and rng.random() < 0.6 else sorted(edition.capitals))
    sides = {power.id: power.side for power in edition.powers}
    friends = [p for p in seafarers(edition) if sides[p] == sides[edition.starting_owner(capital) or p]]
    enemies = [p for p in seafarers(edition) if p not in friends]
    return _Theme(capital, friends, ["combat_move"], rng.choice(enemies))


def _territory(edition: Edition, territory: str, theme: _Theme, rng: Random) -> dict[str, Any]:
    """Somebody's ground with a garrison or without; capitals are often left bare."""
    owner = edition.starting_owner(territory)
    if owner is None or rng.random() < 0.1:
        owner = rng.choice(seafarers(edition))
    if territory == theme.middle and theme.holder:
        owner = theme.holder
    is_bare = rng.random() < (0.7 if territory in edition.capitals else 0.25)
    there: dict[str, Any] = {"owner": owner, "units": {} if is_bare else garrison_of(edition, territory, owner, rng)}
    standing = list(edition.start.facilities.get(territory, ()))
    if edition.board.territory[territory].ipc and rng.random() < 0.6:
        standing = rng.choice(([rng.choice(lines) for lines in kinds_for_sale(edition)], []))
    if edition.board.zones_of(territory) and rng.random() < 0.7:
        standing += [unit for unit in _bases(edition, rng) if unit not in standing]
        standing = _with_an_upgrade(edition, territory, owner, standing, rng)
    there["facilities"] = standing
    there["damage"] = {unit: damage_on(edition, unit, territory, rng) for unit in standing if rng.random() < 0.4}
    return there


def _bases(edition: Edition, rng: Random) -> list[str]:
    """Mostly a base from which aircraft rise, now and then one that repairs ships too."""
    lines = {unit.id: unit.facility for unit in edition.units if unit.facility}
    air = [unit for unit, line in lines.items() if line.scrambles]
    return [*air, *(unit for unit, line in lines.items() if line.repairs_ships and rng.random() < 0.3)]


def _arm_land(edition: Edition, there: dict[str, Any], power: str, rng: Random) -> None:
    """Aircraft beside an air base: those that rise from it, bombers, and for the power on turn infantry to drop."""
    lines = [edition.unit[unit].facility for unit in there["facilities"]]
    if not any(line and line.scrambles for line in lines) or there["owner"] not in seafarers(edition):
        return
    own = there["units"].setdefault(there["owner"], {})
    wanted = {unit.id: rng.randint(0, 2) for unit in edition.units if unit.can("scrambles")}
    wanted |= {unit.id: rng.randint(0, 1) for unit in edition.units if unit.can("strategic_bombing")}
    if there["owner"] == power:
        wanted |= {"infantry": rng.randint(0, 2)}
    own |= {unit: max(count, own.get(unit, 0)) for unit, count in wanted.items()}
    there["units"] = {owner: row for owner, units in there["units"].items() if (row := _some(units))}


def _fleets(edition: Edition, power: str, rng: Random) -> dict[str, dict[str, int]]:
    """Ships of some powers, among them often those of the power on turn."""
    owners = rng.sample(seafarers(edition), rng.choice((0, 1, 1, 2)))
    if rng.random() < 0.4 and power in seafarers(edition):
        owners = [power, *(each for each in owners[:1] if each != power)]
    return {each: _with_company(edition, some_ships(edition, rng), rng) for each in owners}


def _with_company(edition: Edition, fleet: dict[str, int], rng: Random) -> dict[str, int]:
    """A fleet with a ship that fights beside those that do not, and often transports and a ship that bombards."""
    guns = [unit.id for unit in edition.units if unit.can("bombards")]
    transports = [unit.id for unit in edition.units if edition.carries(unit, "land")]
    if rng.random() < 0.5:
        for unit in (rng.choice(transports), *([rng.choice(guns)] if rng.random() < 0.7 else [])):
            fleet[unit] = max(1, fleet.get(unit, 0))
    if not any(edition.unit[unit].attack and edition.unit[unit].domain == "sea" for unit in fleet):
        fleet[rng.choice([*guns, "destroyer"])] = 1
    return fleet


def _lay_out_homes(edition: Edition, spaces: dict[str, Any], rng: Random) -> None:
    """Complexes to upgrade far from the crowd."""
    for territory in edition.board.territory:
        owner = edition.starting_owner(territory)
        if territory not in spaces and owner in seafarers(edition):
            before = list(edition.start.facilities.get(territory, ()))
            after = _with_an_upgrade(edition, territory, owner, before, rng)
            if after != before:
                spaces[territory] = {"facilities": after}


def _with_an_upgrade(edition: Edition, territory: str, owner: str, facilities: list[str], rng: Random) -> list[str]:
    """Facilities, where a complex could be upgraded often with one that can be."""
    line = edition.board.territory[territory]
    upgrades = [unit.facility.upgrade.of for unit in edition.units if unit.facility and unit.facility.upgrade]
    if not (upgrades and line.emblem == owner and line.ipc >= 3 and rng.random() < 0.6):
        return facilities
    return [upgrades[0], *(unit for unit in facilities if not edition.unit[unit].produces)]


def _some(units: dict[str, int]) -> dict[str, int]:
    return {unit: count for unit, count in units.items() if count}


def _technologies(edition: Edition, power: str, rng: Random) -> dict[str, list[str]]:
    """A few for some powers, among those of the power on turn often some that give it new orders."""
    found = known_technologies(edition, rng)
    if edition.technology and power in seafarers(edition) and rng.random() < 0.7:
        found[power] = sorted({*found.get(power, ()), *NEW_ORDERS} & {*edition.technology})
    return found


def _wars(edition: Edition, acting: str, theme: _Theme, rng: Random) -> dict[str, Any]:
    """Some of the wars that powers may declare, most of those of the power on turn, and that for a fallen capital."""
    grounds = edition.parameters.politics.grounds
    foes = dict.fromkeys((by, on) for ground in grounds for by in ground.by for on in ground.on)
    wars = [[by, on, "war"] for by, on in foes if rng.random() < (0.5 if acting in (by, on) else 0.2)]
    if theme.holder and (acting, theme.holder) in foes:
        wars.append([acting, theme.holder, "war"])
    return {"relations": wars} if wars else {}


def _hurt(edition: Edition, spaces: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Damage to some of the ships that live with it, where only a base repairs them."""
    hurt: dict[str, dict[str, dict[str, int]]] = {}
    for space, there in spaces.items():
        for power, units in there.get("units", {}).items():
            tough = [unit for unit in units if edition.unit[unit].hits > 1]
            if tough and rng.random() < 0.25:
                hurt.setdefault(space, {})[power] = {rng.choice(tough): 1}
    return {"damaged_units": hurt} if hurt else {}
