"""What the player buys and where it places that: an army, and transports where the way leads over the sea."""

from __future__ import annotations

from collections.abc import Iterator

from computer.ending import placings
from computer.greedy.ground import ways
from computer.greedy.marching import waiting_at
from computer.playing import Hand, Why
from engine import GameState, ask
from engine.facts.openings import Account
from engine.facts.unit_types import UnitType

ARMY = Why("units for the front, as many as can be placed")
LIFT = Why("units for the front, and transports for those who wait on a coast")
PLACE = Why("as near to the front as can be")
A_TRANSPORT_FOR = 3
"""So many units that wait on coasts are worth one more transport."""
MOST_TRANSPORTS = 8


def buy_all(hand: Hand) -> None:
    """Spend what each treasury has."""
    for account in ask.open_accounts(hand.state, hand.power):
        left, room = ask.funds(hand.state, account), room_for(hand.state, account)
        basket, why = basket_for(hand.state, account, left, room)
        action = {"type": "purchase", "units": basket, "from": account.id}
        if basket and ask.is_legal(hand.state, action):
            hand.give(action, why)


def basket_for(state: GameState, account: Account, left: int, room: int) -> tuple[dict[str, int], Why]:
    """What to buy from a treasury with so many IPCs and places, and why."""
    ships = min(_ships_wanted(state), room) if _can_build_ships(state, account) else 0
    basket: dict[str, int] = {}
    transport = _cheapest(state, lambda unit: any(_carries_land(state, unit, slot.types) for slot in unit.carry))
    for _ in range(ships if transport else 0):
        if transport and left >= (transport.cost or 0) and room:
            basket[transport.id] = basket.get(transport.id, 0) + 1
            left, room = left - (transport.cost or 0), room - 1
    army = army_for(state, left, room)
    for unit, count in army.items():
        basket[unit] = basket.get(unit, 0) + count
    return basket, LIFT if ships else ARMY


def _carries_land(state: GameState, unit: UnitType, types: tuple[str, ...]) -> bool:
    return unit.domain == "sea" and any(state.edition.unit[name].domain == "land" for name in types)


def room_for(state: GameState, account: Account) -> int:
    """How many units an account can place in this turn; very many where it needs no complexes."""
    own = [c for c in ask.usable_complexes(state, account.power) if _account_at(state, c, account)]
    if not own and ask.home_territories(state):
        return 99
    return sum(ask.capacity(state, complex_at) for complex_at in own)


def _account_at(state: GameState, territory: str, account: Account) -> bool:
    return state.edition.account_of(territory, account.power) == account


def _can_build_ships(state: GameState, account: Account) -> bool:
    own = (c for c in ask.usable_complexes(state, account.power) if _account_at(state, c, account))
    return any(state.edition.board.zones_of(territory) for territory in own)


def _ships_wanted(state: GameState) -> int:
    """How many transports the units that wait on coasts are worth."""
    waiting = sum(waiting_at(state).values())
    have = sum(1 for p in state.pieces.values() if p.power == state.power and state.carries(p, "land"))
    return max(0, min(waiting // A_TRANSPORT_FOR, MOST_TRANSPORTS) - have)


def wares(state: GameState) -> Iterator[UnitType]:
    """The lines of all that can be bought now."""
    for name in ask.price_list(state):
        yield state.unit_of(state.power, name)


def _cheapest(state: GameState, fitting: object) -> UnitType | None:
    able = [unit for unit in wares(state) if callable(fitting) and fitting(unit)]
    return min(able, key=lambda unit: (unit.cost or 0, state.edition.unit_rank[unit.id]), default=None)


def army_for(state: GameState, ipcs: int, room: int) -> dict[str, int]:
    """Land units for so many IPCs and places: the cheapest, of which as many grow stronger as the rest pays for."""
    able = [u for u in wares(state) if u.domain == "land" and u.attack and u.can("captures")]
    able += [u for u in wares(state) if u.domain == "air" and u.defense > u.attack]
    if not able:
        return {}
    able.sort(key=lambda unit: (unit.cost or 0, state.edition.unit_rank[unit.id]))
    first = able[0]
    count = min(room, ipcs // (first.cost or 1))
    left, chosen = ipcs - count * (first.cost or 0), [first] * count
    for place in range(count):
        better = [u for u in able if (u.cost or 0) - (first.cost or 0) <= left and u.attack > chosen[place].attack]
        if not better:
            break
        turn = better[place % len(better)]
        left -= (turn.cost or 0) - (first.cost or 0)
        chosen[place] = turn
    return {unit.id: chosen.count(unit) for unit in able if unit in chosen}


def place_all(hand: Hand) -> None:
    """Place what was bought where it is nearest to the enemy."""
    for _ in range(200):
        state = hand.state
        far = ways(state, hand.power)
        able = sorted(placings(state), key=lambda order: far.get(str(order["space"]), 99.0))
        action = next((order for order in able if ask.is_legal(state, order)), None)
        if action is None or not hand.give(action, PLACE):
            return
