"""What `normal` buys: what its capitals lack, lift where the war is overseas, escorts, and an army for its front."""

from __future__ import annotations

from collections.abc import Sequence

from computer.easy.buying import room_for
from computer.greedy.buying import wares
from computer.normal.basket import Basket, garrison_of, marched_from
from computer.normal.course import fighter_of, force_of
from computer.normal.repairing import REPAIRED, repairs_for
from computer.normal.replies import Enemies
from computer.normal.sea.shipping import buy_ships
from computer.normal.victory.guarding import guard_cities
from computer.playing import Hand, Why
from engine import GameState, ask
from engine.facts.openings import Account
from engine.facts.unit_types import UnitType

SAFE = 0.1
"""A capital gets guards until it falls less often."""
A_FRONT = 5
"""A war that is so many marches away is fought by land."""


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
    guard_cities(state, account, enemies, basket, sold)
    far = march_to_war(state, account)
    if far is None or far > A_FRONT:
        buy_ships(state, account, enemies, basket, sold)
    _army(state, basket, sold)
    return basket


def _guard(state: GameState, account: Account, enemies: Enemies, basket: Basket, sold: Sequence[UnitType]) -> None:
    """What the capital lacks, in the units that defend most for their price."""
    capital = account.capital
    able = [unit for unit in sold if unit.domain == "land" and unit.defense and unit.hits]
    if not able or not capital or state.owners[capital] != account.power:
        return
    best = max(able, key=lambda unit: (unit.defense / (unit.cost or 1), -state.edition.unit_rank[unit.id]))
    garrison, guard = garrison_of(state, capital, account), fighter_of(state, best)
    for _ in range(ask.capacity(state, capital)):
        if enemies.falls(capital, garrison) <= SAFE or not basket.add(best, "the capital would not hold without them"):
            return
        garrison = force_of((*garrison, guard))


def march_to_war(state: GameState, account: Account) -> int | None:
    """How many steps over land the nearest enemy's ground of worth is from the capital, or the sites; None overseas."""
    board, marched = state.edition.board, marched_from(state, account)
    worth = (
        steps
        for space, steps in marched.items()
        if board.territory[space].ipc and ask.is_hostile_territory(state, space, account.power)
    )
    return min(worth, default=None)


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
