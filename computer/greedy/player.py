"""The player `greedy`, phase by phase."""

from __future__ import annotations

from random import Random

from computer.chances import chances_in
from computer.ending import end_phase
from computer.greedy.attacking import Attacks
from computer.greedy.buying import buy_all, place_all
from computer.greedy.marching import ferry_all, land_all, march_all, sail_all
from computer.playing import Answer, Hand, Why
from engine import GameState, ask
from engine.facts.board import PowerId
from engine.odds.position import under_way
from engine.state.questions import Request

WAR = Why("the war is won by taking the enemy's capitals")
FIGHT = Why("the battle that was planned")
PRESS = 0.5
"""Attackers press on while they win so often."""


class GreedyPlayer:
    """Takes what it can win now and looks no further."""

    def play(self, hand: Hand) -> None:
        """The orders of a phase."""
        match hand.phase:
            case "purchase":
                buy_all(hand)
            case "combat_move":
                self.declare(hand)
                self.attack(hand)
            case "conduct_combat":
                if self.fight(hand):
                    return
            case "noncombat_move":
                self.march(hand)
            case "mobilize":
                place_all(hand)
        end_phase(hand)

    def declare(self, hand: Hand) -> None:
        """Every war that may be declared."""
        while open_now := ask.declarable(hand.state) if hand.is_open else ():
            if not hand.give({"type": "declare_war", "on": list(open_now[0].named[:1])}, WAR):
                return

    def attack(self, hand: Hand) -> None:
        """All attacks that are worth it."""
        Attacks(hand).order_all()

    def fight(self, hand: Hand) -> bool:
        """Begin the next battle; False where none is left."""
        options = ask.battle_options(hand.state)
        if not options:
            return False
        return hand.give({"type": "battle", "space": options[0].space, "kind": options[0].kind}, FIGHT)

    def march(self, hand: Hand) -> None:
        """All moves that attack nobody."""
        land_all(hand)
        ferry_all(hand)
        march_all(hand)
        sail_all(hand)

    def answer(self, state: GameState, request: Request, power: PowerId, rng: Random) -> Answer:  # noqa: ARG002
        """Press on while that wins more often than not; all else as printed."""
        if request.kind == "retreat":
            return press_or_retreat(state, request)
        return "default"


def press_or_retreat(state: GameState, request: Request) -> Answer:
    """Press on where the attackers win often enough, else retreat if there is a way out."""
    offered = ask.RetreatOptions.of(request)
    setting = under_way(state)
    if setting is None or not offered.retreat:
        return "default"
    if chances_in(setting).win >= PRESS:
        return {"press": True}
    return {"retreat": offered.retreat[0]}
