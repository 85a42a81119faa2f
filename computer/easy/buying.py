"""What `easy` buys: first what its capital lacks, then an army with transports, or aircraft where an army waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from computer.easy.guarding import guards_to_buy, strengthened
from computer.easy.stances import BALANCED, Stance
from computer.greedy.buying import army_for, basket_for, wares
from computer.greedy.buying import room_for as room_in_complexes
from computer.greedy.marching import waiting_at
from computer.playing import Hand, Why
from computer.reaching import Threats
from engine import GameState, ask
from engine.facts.openings import Account
from engine.facts.unit_types import UnitType

MANY = 99
LOAD = 2
"""So many land units a transport takes."""
MOST_VOYAGES = 1
"""Where those who wait on coasts need more voyages of all transports than this, and are more than the aircraft, no more
of them are bought.
"""
OVERSEAS = Why("aircraft and transports: more units wait for a passage already than can be carried soon")
GUARDS = Why("the capital would not hold without them; the rest is for the front")


def buy_all(hand: Hand, threats: Threats, stance: Stance = BALANCED) -> None:
    """Spend what each treasury has."""
    for account in ask.open_accounts(hand.state, hand.power):
        state = hand.state
        left, room, sold = ask.funds(state, account), room_for(state, account), list(wares(state))
        guards = guards_to_buy(state, account, threats, left, room, sold, stance)
        left -= _price(state, guards)
        basket, why = front_basket(state, account, left, room - sum(guards.values()))
        guards = strengthened(guards, left - _price(state, basket), sold)
        for unit, count in guards.items():
            basket[unit] = basket.get(unit, 0) + count
        action = {"type": "purchase", "units": basket, "from": account.id}
        if basket:
            hand.offer(action, GUARDS if guards else why)


def _price(state: GameState, basket: Mapping[str, int]) -> int:
    """What a power on turn pays for it."""
    return sum((state.unit_of(state.power, unit).cost or 0) * count for unit, count in basket.items())


def room_for(state: GameState, account: Account) -> int:
    """How many units an account can place in this turn; very many where it needs no complexes (MOB-27)."""
    return MANY if ask.places_at_home(state, account.power) else room_in_complexes(state, account)


def front_basket(state: GameState, account: Account, left: int, room: int) -> tuple[dict[str, int], Why]:
    """What is bought for the front with so many IPCs and places, and why."""
    basket, why = basket_for(state, account, left, room)
    aircraft = [unit for unit in wares(state) if unit.domain == "air"]
    ships = [unit for unit in wares(state) if state.edition.carries(unit, "land")]
    waiting = sum(waiting_at(state).values())
    lift = LOAD * max(1, _own(state, ships) + sum(basket.get(unit.id, 0) for unit in ships))
    if waiting <= max(MOST_VOYAGES * lift, _own(state, aircraft)) or not aircraft:
        return basket, why
    best = max(aircraft, key=lambda unit: (unit.attack, unit.move, -(unit.cost or 0)))
    chosen = Counter[str]()
    for unit in (*(ships[:1] if _has_port(state, account) else ()), *[best] * room):
        if room and left >= (unit.cost or 0):
            chosen[unit.id] += 1
            left, room = left - (unit.cost or 0), room - 1
    chosen.update(army_for(state, left, room))
    return dict(chosen), OVERSEAS


def _own(state: GameState, units: Collection[UnitType]) -> int:
    """How many of these units the power on turn has."""
    names = {unit.id for unit in units}
    return sum(piece.unit in names for piece in state.pieces.values() if piece.power == state.power)


def _has_port(state: GameState, account: Account) -> bool:
    """Whether ships can be placed that an account pays for."""
    sites = ask.usable_complexes(state, account.power)
    own = (site for site in sites if state.edition.account_of(site, account.power) == account)
    return any(state.edition.board.zones_of(site) for site in own)
