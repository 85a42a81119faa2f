"""Which ships `normal` buys: transports for those who wait, escorts on their way, and fleets that open the sea."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import sqrt

from computer.normal.course import Fighter, Force, fighter_of, force_of
from computer.normal.ground import safe_ways, who_waits
from computer.normal.replies import Enemies
from computer.normal.spending.basket import Basket, garrison_of, marched_from, sites_of
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitType

SUNK = 0.25
"""A fleet gets escorts until it is sunk less often."""
HOPELESS = 0.6
"""Where a fleet would be sunk more often even with its escorts, nothing is bought for it."""
UNITS_A_SHIP = 2
"""So many units that wait on coasts are worth a transport."""
LIFT_SHARE, ALL_WAIT_SHARE, ESCORT_SHARE = 0.5, 1.0, 0.8
"""No more of what a treasury has goes into transports; where many wait who can't be carried; and with escorts."""
MANY = 6
"""So many units more than there are places aboard are many."""
MOST_SHIPS = 10
FLEET_SHARE, AN_OCEAN = 0.6, 8
"""So much of a treasury goes into warships while an enemy fleet within so many zones is stronger."""
A_UNIT = 4
"""About what a unit of an army costs."""
A_VOYAGE, A_ROUND_TRIP = 2, 2
"""So many zones are sailed in a turn; a transport is back after about so many turns."""
A_CROSSING = 1.5
"""For so many turns' troops there should be transports."""
ON_SHARE = 0.5
"""No more of what a treasury has goes into transports and escorts where convoys go next."""
TO_BE_LOADED = 6
"""So many more units than there are places aboard wait to be loaded; beyond that the sea must be opened first."""


def buy_ships(state: GameState, account: Account, enemies: Enemies, basket: Basket, sold: Sequence[UnitType]) -> None:
    """Transports with escorts, then warships."""
    _lift(state, account, enemies, basket, sold)
    _fleet(state, account, enemies, basket, sold)


def _lift(state: GameState, account: Account, enemies: Enemies, basket: Basket, sold: Sequence[UnitType]) -> None:
    """Transports for those who wait at home and will wait there, and escorts without which they would be sunk where
    they are placed, or where they go next.
    """
    zones = [zone for site in sites_of(state, account) for zone in state.edition.board.zones_of(site)]
    transport = next((unit for unit in sold if carries_land(state, unit)), None)
    if not zones or transport is None:
        return
    far, ipcs, have = safe_ways(state, account.power, enemies), basket.ipcs, _transports(state, account, zones)
    coasts = _who_waits(state, account, zones, far)
    zones, waiting = _ports(state, zones, coasts), sum(coasts.values())
    crossing = int(min(basket.room, ipcs // A_UNIT) * A_CROSSING)
    wanted = min(MOST_SHIPS, -(-max(waiting, crossing) // UNITS_A_SHIP)) - have
    share = ALL_WAIT_SHARE if waiting >= UNITS_A_SHIP * have + MANY else LIFT_SHARE
    fleets = {zone: garrison_of(state, zone, account) for zone in zones}
    zone = min(zones, key=lambda zone: (enemies.falls(zone, fleets[zone] or _one(state, transport)), zone))
    fleet = list(fleets[zone])
    most = max(1, int(share * ipcs) // (transport.cost or 1))
    before = basket.copy()
    bought = sum(basket.add(transport, "transports for those who wait") for _ in range(min(wanted, most)))
    fleet += [fighter_of(state, transport)] * bought
    if fleet:
        _escort(state, enemies, basket, sold, zone, fleet, ipcs - int(ESCORT_SHARE * ipcs))
    if wanted > 0 and enemies.falls(zone, force_of(fleet)) > HOPELESS:
        basket.back_to(before)
        return
    if have + bought:
        _escort_on(state, account, enemies, basket, sold, _next_zone(state, zones, far), ipcs)


def _who_waits(
    state: GameState, account: Account, zones: Sequence[SpaceId], far: dict[SpaceId, float]
) -> dict[SpaceId, int]:
    """Coasts where troops wait for ships from home, with how many they are."""
    near, marched = _near(state, zones), marched_from(state, account)
    return {
        coast: count
        for coast, count in who_waits(state, account.power, far).items()
        if coast in marched or near.intersection(state.edition.board.zones_of(coast))
    }


def _ports(state: GameState, zones: Sequence[SpaceId], coasts: Mapping[SpaceId, int]) -> list[SpaceId]:
    """Of the zones where ships can be placed those beside which troops wait, if there are any."""
    return [zone for zone in zones if coasts.keys() & set(state.edition.board.coasts_of(zone))] or list(zones)


def _transports(state: GameState, account: Account, ports: Sequence[SpaceId]) -> int:
    """How many transports are at the ports or can be back there in a round trip: the others are far away."""
    near = _near(state, ports, A_ROUND_TRIP)
    own = (piece for piece in state.pieces.values() if piece.power == account.power and piece.space in near)
    return sum(1 for piece in own if state.carries(piece, "land"))


def _near(state: GameState, ports: Sequence[SpaceId], voyages: int = 1) -> set[SpaceId]:
    """The zones that are within so many voyages of some zones."""
    board = state.edition.board
    sea = frozenset(zone.id for zone in board.sea_zones)
    return {
        zone for port in ports for zone, far in board.flight_distances(port, sea).items() if far <= voyages * A_VOYAGE
    }


def _next_zone(state: GameState, ports: Sequence[SpaceId], far: Mapping[SpaceId, float]) -> SpaceId:
    """Where convoys from these ports go next: within a voyage, the nearest to the war."""
    return min(_near(state, ports), key=lambda zone: (far.get(zone, 99.0), zone))


def _is_shut(state: GameState, account: Account, enemies: Enemies, basket: Basket, zone: SpaceId) -> bool:
    """Whether a convoy would be sunk where it goes next, whatever can come there with it."""
    return enemies.falls(zone, _who_can_come(state, account, basket, zone)) > SUNK


def _who_can_come(state: GameState, account: Account, basket: Basket, zone: SpaceId) -> Force:
    """The warships that are in a zone, can come there, or are bought."""
    near = _near(state, (zone,)) - {zone}
    own = (p for p in state.pieces.values() if p.power == account.power and p.space in near)
    coming = [fighter_of(state, state.type_of(p), p.hits_taken) for p in own if _fire(state.type_of(p))]
    for name, count in basket.units.items():
        unit = state.edition.unit[name]
        coming += [fighter_of(state, unit)] * (count if _fire(unit) else 0)
    return force_of((*garrison_of(state, zone, account), *coming))


def _escort_on(
    state: GameState,
    account: Account,
    enemies: Enemies,
    basket: Basket,
    sold: Sequence[UnitType],
    zone: SpaceId,
    ipcs: int,
) -> None:
    """Warships for convoys where they go next, beside those who can come there, if so many make it safe enough."""
    there, before = list(_who_can_come(state, account, basket, zone)), basket.copy()
    _escort(state, enemies, basket, sold, zone, there, ipcs - int(ON_SHARE * ipcs))
    if enemies.falls(zone, force_of(there)) > HOPELESS:
        basket.back_to(before)


def _escort(
    state: GameState,
    enemies: Enemies,
    basket: Basket,
    sold: Sequence[UnitType],
    zone: SpaceId,
    fleet: list[Fighter],
    floor: int,
) -> None:
    """Warships for a fleet, until it is not sunk; the treasury keeps so much for the army."""
    able = [unit for unit in sold if unit.domain == "sea" and unit.defense and unit.can("surface_warship")]
    if not able:
        return
    best = max(able, key=lambda unit: (unit.defense * unit.hits / (unit.cost or 1), -(unit.cost or 0)))
    while enemies.falls(zone, force_of(fleet)) > SUNK and basket.ipcs - (best.cost or 0) >= floor:
        if not basket.add(best, "escorts for them"):
            return
        fleet.append(fighter_of(state, best))


def _fleet(state: GameState, account: Account, enemies: Enemies, basket: Basket, sold: Sequence[UnitType]) -> None:
    """Warships, by their fire for the price: until no enemy fleet near the ports is stronger, and instead of an army
    where more wait than can be carried, or than convoys dare to carry. Where they would be sunk one after the other,
    aircraft instead of such an army.
    """
    zones = [zone for site in sites_of(state, account) for zone in state.edition.board.zones_of(site)]
    able = [unit for unit in sold if unit.domain == "sea" and unit.can("surface_warship") and _fire(unit)]
    if not zones or not able:
        return
    far = safe_ways(state, account.power, enemies)
    zones = _ports(state, zones, _who_waits(state, account, zones, far))
    rival, own = _rival_fleet(state, account, zones), _fleet_of(state, account.power)
    own += sum(_fire(state.edition.unit[name]) * count for name, count in basket.units.items())
    least = basket.ipcs - int(FLEET_SHARE * basket.ipcs)
    have = _transports(state, account, zones)
    have += sum(count for name, count in basket.units.items() if carries_land(state, state.edition.unit[name]))
    too_many, next_zone = _at_home(state, account) - UNITS_A_SHIP * have, _next_zone(state, zones, far)
    before = basket.copy()
    for unit in sorted(able, key=lambda unit: (-_fire(unit) / (unit.cost or 0.1), unit.cost or 0)):
        while too_many >= TO_BE_LOADED or (
            basket.ipcs - (unit.cost or 0) >= least
            and (own < rival or (too_many >= 0 and _is_shut(state, account, enemies, basket, next_zone)))
        ):
            if not basket.add(unit, "a fleet that opens the sea"):
                break
            own += _fire(unit)
    if all(enemies.falls(zone, _with_ships(state, zone, account, basket)) > HOPELESS for zone in zones):
        basket.back_to(before)
        if too_many >= TO_BE_LOADED:
            _wings(basket, sold)


def _wings(basket: Basket, sold: Sequence[UnitType]) -> None:
    """Aircraft, by what they attack and defend with for their price."""
    able = [unit for unit in sold if unit.domain == "air" and unit.defense and unit.attack]
    best = max(able, key=lambda unit: ((unit.attack + unit.defense) / (unit.cost or 1), unit.id), default=None)
    while best is not None and basket.add(best, "aircraft, as the sea is shut"):
        pass


def _with_ships(state: GameState, zone: SpaceId, account: Account, basket: Basket) -> Force:
    """Who would defend a zone if all ships that are bought were placed there."""
    bought = (
        fighter_of(state, state.edition.unit[name])
        for name, count in basket.units.items()
        if state.edition.unit[name].domain == "sea"
        for _ in range(count)
    )
    return force_of((*garrison_of(state, zone, account), *bought))


def _at_home(state: GameState, account: Account) -> int:
    """How many land units stand where those from the capital can march to: overseas they all need a ship; and who is
    aboard near the ports.
    """
    marched = marched_from(state, account)
    zones = _near(state, [zone for site in sites_of(state, account) for zone in state.edition.board.zones_of(site)])
    own = (piece for piece in state.pieces.values() if piece.power == account.power)
    return sum(1 for p in own if state.type_of(p).can("captures") and p.space in (zones if p.aboard else marched))


def _fire(unit: UnitType) -> float:
    """What a ship is good for in attack and in defense, as long as it lasts."""
    return sqrt(unit.attack * unit.defense) * unit.hits if unit.domain == "sea" else 0.0


def _fleet_of(state: GameState, power: PowerId, near: Collection[SpaceId] | None = None) -> float:
    """The fire of a power's ships, of those alone that are in some zones."""
    own = (p for p in state.pieces.values() if p.power == power and (near is None or p.space in near))
    return sum(_fire(state.type_of(piece)) for piece in own)


def _rival_fleet(state: GameState, account: Account, ports: Sequence[SpaceId]) -> float:
    """The fire of the strongest enemy fleet that is not far from these zones."""
    board = state.edition.board
    near = {zone for port in ports for zone, far in board.flight_distances(port).items() if far <= AN_OCEAN}
    foes = (power.id for power in state.edition.powers if ask.at_war(state, power.id, account.power))
    return max((_fleet_of(state, foe, near) for foe in foes), default=0.0)


def _one(state: GameState, unit: UnitType) -> Force:
    return (fighter_of(state, unit),)


def carries_land(state: GameState, unit: UnitType) -> bool:
    """Whether a unit is a transport for land units."""
    types = {name for slot in unit.carry for name in slot.types}
    return unit.domain == "sea" and any(state.edition.unit[name].domain == "land" for name in types)
