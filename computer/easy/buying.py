"""What `easy` buys: first what its capital lacks, then an army and transports."""

from __future__ import annotations

from computer.easy.guarding import guards_to_buy
from computer.easy.stances import BALANCED, Stance
from computer.greedy.buying import basket_for, wares
from computer.greedy.buying import room_for as room_in_complexes
from computer.playing import Hand, Why
from computer.reaching import Threats
from engine import GameState, ask
from engine.facts.openings import Account

MANY = 99
GUARDS = Why("the capital would not hold without them; the rest is for the front")


def buy_all(hand: Hand, threats: Threats, stance: Stance = BALANCED) -> None:
    """Spend what each treasury has."""
    for account in ask.open_accounts(hand.state, hand.power):
        state = hand.state
        left, room, sold = ask.funds(state, account), room_for(state, account), list(wares(state))
        guards = guards_to_buy(state, account, threats, left, room, sold, stance)
        left -= sum((state.unit_of(hand.power, unit).cost or 0) * count for unit, count in guards.items())
        basket, why = basket_for(state, account, left, room - sum(guards.values()))
        for unit, count in guards.items():
            basket[unit] = basket.get(unit, 0) + count
        action = {"type": "purchase", "units": basket, "from": account.id}
        if basket:
            hand.offer(action, GUARDS if guards else why)


def room_for(state: GameState, account: Account) -> int:
    """How many units an account can place in this turn; very many where it needs no complexes (MOB-27)."""
    return MANY if ask.places_at_home(state, account.power) else room_in_complexes(state, account)
