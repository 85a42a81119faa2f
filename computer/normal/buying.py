"""What `normal` buys: what its capitals lack, lift where the war is overseas, escorts, and an army for its front."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from computer.easy.buying import room_for
from computer.greedy.buying import wares
from computer.normal.course import Fighter, Force, fighter_of, fighters_of, force_of
from computer.normal.ground import safe_ways, who_waits
from computer.normal.repairing import REPAIRED, repairs_for
from computer.normal.replies import Enemies
from computer.playing import Hand, Why
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitId, UnitType

SAFE = 0.1
"""A capital gets guards until it falls less often, and a fleet escorts until it is sunk less often than `SUNK`."""
SUNK = 0.25
HOPELESS = 0.6
"""Where a fleet would be sunk more often even with its escorts, nothing is bought for it."""
A_FRONT = 5
"""A war that is so many marches away is fought by land."""
UNITS_A_SHIP = 2
"""So many units that wait on coasts are worth a transport."""
LIFT_SHARE, ALL_WAIT_SHARE, ESCORT_SHARE = 0.4, 1.0, 0.8
"""No more of what a treasury has goes into transports; where many wait who can't be carried; and with escorts."""
MANY = 6
"""So many units more than there are places aboard are many."""
MOST_SHIPS = 10
FLEET_SHARE, AN_OCEAN = 0.6, 8
"""So much of a treasury goes into warships while an enemy fleet within so many zones is stronger."""
TO_BE_LOADED = 6
"""So many more units than there are places aboard wait to be loaded; beyond that the sea must be opened first."""


@dataclass
class Basket:
    """What is bought so far. repairs: points of damage that are paid for. reasons: what for, in words."""

    ipcs: int
    room: int
    units: Counter[UnitId] = field(default_factory=Counter)
    reasons: list[str] = field(default_factory=list)
    repairs: Mapping[SpaceId, Mapping[UnitId, int]] = field(default_factory=dict)

    def add(self, unit: UnitType, why: str) -> bool:
        """Buy one more, if there is money and room."""
        if self.room <= 0 or self.ipcs < (unit.cost or 0):
            return False
        self.units[unit.id] += 1
        self.ipcs, self.room = self.ipcs - (unit.cost or 0), self.room - 1
        if why not in self.reasons:
            self.reasons.append(why)
        return True


def buy_all(hand: Hand, enemies: Enemies) -> None:
    """Spend what each treasury has."""
    for account in ask.open_accounts(hand.state, hand.power):
        basket = basket_of(hand.state, account, enemies)
        repaired = {"repairs": basket.repairs} if basket.repairs else {}
        action = {"type": "purchase", "units": dict(basket.units), **repaired, "from": account.id}
        if basket.units and ask.is_legal(hand.state, action):
            hand.give(action, Why("; ".join(basket.reasons)))


def basket_of(state: GameState, account: Account, enemies: Enemies) -> Basket:
    """What an account buys."""
    sold = sorted(wares(state), key=lambda unit: (unit.cost or 0, state.edition.unit_rank[unit.id]))
    room = room_for(state, account)
    repairs = repairs_for(state, account, room, sold)
    basket = Basket(ask.funds(state, account) - repairs.ipcs, room + repairs.room, repairs=repairs.points)
    basket.reasons += [REPAIRED] if repairs.points else []
    _guard(state, account, enemies, basket, sold)
    far = march_to_war(state, account)
    if far is None or far > A_FRONT:
        _lift(state, account, enemies, basket, sold)
        _fleet(state, account, basket, sold)
    _army(state, basket, sold)
    return basket


def _guard(state: GameState, account: Account, enemies: Enemies, basket: Basket, sold: Sequence[UnitType]) -> None:
    """What the capital lacks, in the units that defend most for their price."""
    capital = account.capital
    able = [unit for unit in sold if unit.domain == "land" and unit.defense and unit.hits]
    if not able or not capital or state.owners[capital] != account.power:
        return
    best = max(able, key=lambda unit: (unit.defense / (unit.cost or 1), -state.edition.unit_rank[unit.id]))
    garrison, guard = _garrison(state, capital, account), fighter_of(state, best)
    for _ in range(ask.capacity(state, capital)):
        if enemies.falls(capital, garrison) <= SAFE or not basket.add(best, "the capital would not hold without them"):
            return
        garrison = force_of((*garrison, guard))


def _garrison(state: GameState, space: SpaceId, account: Account) -> Force:
    """All who would defend a space beside an account's power."""
    is_land = space in state.owners
    return fighters_of(
        state,
        (
            piece
            for piece in state.at(space)
            if ask.are_on_one_side(state, piece.power, account.power)
            and (is_land or state.type_of(piece).domain != "land")
        ),
    )


def own_sites(state: GameState, account: Account) -> list[SpaceId]:
    """Where an account places what it buys."""
    usable = ask.usable_complexes(state, account.power)
    sites = [site for site in usable if state.edition.account_of(site, account.power) == account]
    return sites or list(ask.home_territories(state))


def march_to_war(state: GameState, account: Account) -> int | None:
    """How many steps over land the nearest enemy's ground of worth is from the capital, or the sites; None overseas."""
    board, marched = state.edition.board, _marched(state, account)
    worth = (
        steps
        for space, steps in marched.items()
        if board.territory[space].ipc and ask.is_hostile_territory(state, space, account.power)
    )
    return min(worth, default=None)


def _marched(state: GameState, account: Account) -> dict[SpaceId, int]:
    """All territories that can be marched to from the capital, or else from the sites, with how many steps that is."""
    board, sites = state.edition.board, own_sites(state, account)
    if account.capital and state.owners[account.capital] == account.power:
        sites = [account.capital]
    found, queue = dict.fromkeys(sites, 0), deque(sites)
    while queue:
        here = queue.popleft()
        for there in board.neighbours[here]:
            if there not in found and board.is_land(there) and state.owners[there] is not None:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def _at_home(state: GameState, account: Account) -> int:
    """How many land units stand where those from the capital can march to: overseas they all need a ship."""
    marched = _marched(state, account)
    own = (piece for piece in state.pieces.values() if piece.power == account.power and piece.space in marched)
    return sum(1 for piece in own if state.type_of(piece).can("captures"))


def _lift(state: GameState, account: Account, enemies: Enemies, basket: Basket, sold: Sequence[UnitType]) -> None:
    """Transports for those who wait, and escorts without which they would be sunk where they are placed."""
    zones = [zone for site in own_sites(state, account) for zone in state.edition.board.zones_of(site)]
    transport = next((unit for unit in sold if carries_land(state, unit)), None)
    if not zones or transport is None:
        return
    have = sum(1 for p in state.pieces.values() if p.power == account.power and state.carries(p, "land"))
    waiting, ipcs = sum(who_waits(state, account.power, safe_ways(state, account.power, enemies)).values()), basket.ipcs
    wanted = min(MOST_SHIPS, (waiting + UNITS_A_SHIP - 1) // UNITS_A_SHIP) - have
    share = ALL_WAIT_SHARE if waiting >= UNITS_A_SHIP * have + MANY else LIFT_SHARE
    fleets = {zone: _garrison(state, zone, account) for zone in zones}
    zone = min(zones, key=lambda zone: (enemies.falls(zone, fleets[zone] or _one(state, transport)), zone))
    fleet = list(fleets[zone])
    most = max(1, int(share * ipcs) // (transport.cost or 1))
    before = Basket(basket.ipcs, basket.room, basket.units.copy(), list(basket.reasons))
    bought = sum(basket.add(transport, "transports for those who wait") for _ in range(min(wanted, most)))
    fleet += [fighter_of(state, transport)] * bought
    if fleet:
        _escort(state, enemies, basket, sold, zone, fleet, ipcs - int(ESCORT_SHARE * ipcs))
    if wanted > 0 and enemies.falls(zone, force_of(fleet)) > HOPELESS:
        basket.ipcs, basket.room, basket.units, basket.reasons = before.ipcs, before.room, before.units, before.reasons


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


def _fleet(state: GameState, account: Account, basket: Basket, sold: Sequence[UnitType]) -> None:
    """Warships, by their fire for the price: until no enemy fleet near the ports is stronger, and instead of an army
    where more wait at home than can be carried.
    """
    zones = [zone for site in own_sites(state, account) for zone in state.edition.board.zones_of(site)]
    able = [unit for unit in sold if unit.domain == "sea" and unit.can("surface_warship") and _fire(unit)]
    if not zones or not able:
        return
    rival, own = _rival_fleet(state, account, zones), _fleet_of(state, account.power)
    own += sum(_fire(state.edition.unit[name]) * count for name, count in basket.units.items())
    least = basket.ipcs - int(FLEET_SHARE * basket.ipcs)
    have = sum(1 for p in state.pieces.values() if p.power == account.power and state.carries(p, "land"))
    have += sum(count for name, count in basket.units.items() if carries_land(state, state.edition.unit[name]))
    is_idle = _at_home(state, account) >= UNITS_A_SHIP * have + TO_BE_LOADED
    for unit in sorted(able, key=lambda unit: (-_fire(unit) / (unit.cost or 0.1), unit.cost or 0)):
        while is_idle or (own < rival and basket.ipcs - (unit.cost or 0) >= least):
            if not basket.add(unit, "a fleet that opens the sea"):
                break
            own += _fire(unit)


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


def _army(state: GameState, basket: Basket, sold: Sequence[UnitType]) -> None:
    """Those who defend, with one of each three who attacks; stronger ones where there are more IPCs than places."""
    land = [unit for unit in sold if unit.domain == "land" and unit.can("captures") and unit.attack and unit.hits]
    if not land:
        return
    cheap = max(land, key=lambda unit: (unit.defense / (unit.cost or 1), -(unit.cost or 0)))
    partners = [
        unit for unit in land if unit != cheap and fighter_of(state, unit).partners and unit.attack > cheap.attack
    ]
    punch = partners[0] if partners else max(land, key=lambda unit: (unit.attack / (unit.cost or 1), -(unit.cost or 0)))
    chosen: list[UnitType] = []
    while len(chosen) < basket.room:
        unit = punch if len(chosen) % 3 == 2 else cheap
        left = basket.ipcs - sum(each.cost or 0 for each in chosen)
        if left < (unit.cost or 0):
            unit = cheap
        if left < (unit.cost or 0):
            break
        chosen.append(unit)
    left = basket.ipcs - sum(each.cost or 0 for each in chosen)
    for unit in _stronger(chosen, _ladder(land, sold, cheap), left):
        basket.add(unit, "units for the front")


def _ladder(land: Sequence[UnitType], sold: Sequence[UnitType], cheap: UnitType) -> list[UnitType]:
    """What takes the place of cheaper units where places are scarce: the strong on land, then aircraft."""
    strong = [unit for unit in land if unit.attack >= 3 and unit.attack > cheap.attack]
    aircraft = [unit for unit in sold if unit.domain == "air" and unit.defense > unit.attack]
    return [*strong[:1], *aircraft[:1]]


def _stronger(chosen: Sequence[UnitType], ladder: Sequence[UnitType], left: int) -> list[UnitType]:
    """The same number of units, as strong as what is left of the money makes them."""
    found = list(chosen)
    for better in ladder:
        for at, unit in enumerate(found):
            more = (better.cost or 0) - (unit.cost or 0)
            if 0 < more <= left:
                found[at], left = better, left - more
    return found
