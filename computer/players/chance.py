"""The player `random`: legal orders by chance, attacks gladly, answers as printed. Frozen."""

from __future__ import annotations

from random import Random

from computer.ending import end_phase
from computer.playing import Answer, Hand, Why
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.state.questions import Request

BY_CHANCE = Why("by chance")
MOVES = {"combat_move": (2, 14), "noncombat_move": (0, 6)}
"""How many moves it tries in a phase, at least and at most."""
GLADLY = 0.7
"""So often it attacks where it could."""


class RandomPlayer:
    """Chooses by chance among what the engine offers."""

    def play(self, hand: Hand) -> None:
        """The orders of a phase."""
        match hand.phase:
            case "purchase":
                _buy(hand)
            case "combat_move" | "noncombat_move":
                _declare(hand)
                _move(hand)
            case "conduct_combat":
                if _fight(hand):
                    return
            case "mobilize":
                _place(hand)
        end_phase(hand)

    def answer(self, state: GameState, request: Request, power: PowerId, rng: Random) -> Answer:  # noqa: ARG002
        """The printed answer."""
        return "default"


def _buy(hand: Hand) -> None:
    state = hand.state
    for account in ask.open_accounts(state, state.power):
        basket = _basket(hand, account)
        if basket:
            hand.give({"type": "purchase", "units": basket, "from": account.id}, BY_CHANCE)


def _basket(hand: Hand, account: Account) -> dict[str, int]:
    state = hand.state
    most, prices, left = ask.affordable(state, account), ask.price_list(state), ask.funds(state, account)
    basket: dict[str, int] = {}
    while able := [u for u in sorted(most) if prices[u] <= left and basket.get(u, 0) < most[u]]:
        unit = hand.rng.choice(able)
        basket[unit] = basket.get(unit, 0) + 1
        left -= prices[unit]
        if hand.rng.random() < 0.1:
            break
    return basket


def _declare(hand: Hand) -> None:
    open_now = ask.declarable(hand.state) if hand.phase == "combat_move" else ()
    if open_now and hand.rng.random() < 0.5:
        chance = hand.rng.choice(open_now)
        hand.give({"type": "declare_war", "on": [hand.rng.choice(chance.named)]}, BY_CHANCE)


def _move(hand: Hand) -> None:
    for _ in range(hand.rng.randint(*MOVES[hand.phase])):
        state = hand.state
        stacks = sorted({(p.space, p.unit) for p in state.pieces.values() if p.power == state.power and not p.moved})
        if not stacks:
            return
        space, unit = hand.rng.choice(stacks)
        ways = ask.destinations(state, space, unit)
        if not ways:
            continue
        attacks = [way for way in ways if _is_enemys(state, way.space)]
        way = hand.rng.choice(attacks if attacks and hand.rng.random() < GLADLY else list(ways))
        together = sum(p.unit == unit and p.power == state.power for p in state.at(space))
        move = {"type": "move", "path": list(way.path), "units": {unit: hand.rng.randint(1, together)}}
        for units in (move["units"], {unit: 1}):
            if ask.is_legal(state, {**move, "units": units}):
                hand.give({**move, "units": units}, BY_CHANCE)
                break


def _is_enemys(state: GameState, space: SpaceId) -> bool:
    if state.edition.board.is_land(space):
        return ask.is_hostile_territory(state, space, state.power)
    return bool(ask.defenders_at(state, space, state.power))


def _fight(hand: Hand) -> bool:
    options = ask.battle_options(hand.state)
    if not options:
        return False
    battle = hand.rng.choice(options)
    return hand.give({"type": "battle", "space": battle.space, "kind": battle.kind}, BY_CHANCE)


def _place(hand: Hand) -> None:
    for unit, count in ask.waiting_units(hand.state, hand.power).items():
        for _ in range(count):
            if places := ask.placements(hand.state, unit):
                space, complex_at = hand.rng.choice(places)
                order = {"type": "mobilize", "space": space, "complex": complex_at, "units": {unit: 1}}
                if ask.is_legal(hand.state, order):
                    hand.give(order, BY_CHANCE)
