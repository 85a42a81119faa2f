"""What `easy` buys: first what its capital lacks, then an army with transports, or aircraft where an army waits."""

from __future__ import annotations

from collections import Counter

from computer.easy.guarding import guards_to_buy
from computer.easy.stances import BALANCED, Stance
from computer.greedy.buying import army_for, basket_for, wares
from computer.greedy.buying import room_for as room_in_complexes
from computer.greedy.marching import waiting_at
from computer.playing import Hand, Why
from computer.reaching import Threats
from engine import GameState, ask
from engine.facts.openings import Account

MANY = 99
LOAD = 2
"""So many land units a transport takes."""
MOST_VOYAGES = 1.5
"""Where those who wait on coasts need more voyages of all transports than this, no more of them are bought."""
OVERSEAS = Why("aircraft and transports: more units wait for a passage already than can be carried soon")
GUARDS = Why("the capital would not hold without them; the rest is for the front")


def buy_all(hand: Hand, threats: Threats, stance: Stance = BALANCED) -> None:
    """Spend what each treasury has."""
    for account in ask.open_accounts(hand.state, hand.power):
        state = hand.state
        left, room, sold = ask.funds(state, account), room_for(state, account), list(wares(state))
        guards = guards_to_buy(state, account, threats, left, room, sold, stance)
        left -= sum((state.unit_of(hand.power, unit).cost or 0) * count for unit, count in guards.items())
        basket, why = front_basket(state, account, left, room - sum(guards.values()))
        for unit, count in guards.items():
            basket[unit] = basket.get(unit, 0) + count
        action = {"type": "purchase", "units": basket, "from": account.id}
        if basket:
            hand.offer(action, GUARDS if guards else why)


def room_for(state: GameState, account: Account) -> int:
    """How many units an account can place in this turn; very many where it needs no complexes (MOB-27)."""
    return MANY if ask.places_at_home(state, account.power) else room_in_complexes(state, account)


def front_basket(state: GameState, account: Account, left: int, room: int) -> tuple[dict[str, int], Why]:
    """What is bought for the front with so many IPCs and places, and why."""
    basket, why = basket_for(state, account, left, room)
    aircraft = [unit for unit in wares(state) if unit.domain == "air"]
    ships = [unit for unit in wares(state) if state.edition.carries(unit, "land")]
    if not aircraft or _voyages_ahead(state, sum(basket.get(unit.id, 0) for unit in ships)) <= MOST_VOYAGES:
        return basket, why
    best = max(aircraft, key=lambda unit: (unit.attack, unit.move, -(unit.cost or 0)))
    chosen = Counter[str]()
    for unit in (*(ships[:1] if _has_port(state, account) else ()), *[best] * room):
        if room and left >= (unit.cost or 0):
            chosen[unit.id] += 1
            left, room = left - (unit.cost or 0), room - 1
    chosen.update(army_for(state, left, room))
    return dict(chosen), OVERSEAS


def _voyages_ahead(state: GameState, more: int) -> float:
    """How often all transports, and so many more, would sail for those who wait on coasts."""
    have = sum(state.carries(piece, "land") for piece in state.pieces.values() if piece.power == state.power)
    return sum(waiting_at(state).values()) / (LOAD * max(1, have + more))


def _has_port(state: GameState, account: Account) -> bool:
    """Whether ships can be placed that an account pays for."""
    sites = ask.usable_complexes(state, account.power)
    own = (site for site in sites if state.edition.account_of(site, account.power) == account)
    return any(state.edition.board.zones_of(site) for site in own)
