"""The level `easy`, phase by phase."""

from __future__ import annotations

from functools import partial
from random import Random

from computer.answers.table import reply
from computer.easy.attacking import STRUCK, WeighedAttacks
from computer.easy.buying import buy_all
from computer.easy.guarding import guards_needed, place_guards
from computer.easy.hauling import haul_all
from computer.easy.marching import Marches, ferry_all, land_all, rebase_all, sail_all
from computer.easy.placing import place_all
from computer.easy.politics import declare_all
from computer.easy.stances import BALANCED, Stance
from computer.ending import end_phase
from computer.greedy.ground import prize_of
from computer.greedy.player import GreedyPlayer
from computer.playing import Answer, Hand, Reply
from computer.reaching import Threats
from engine import GameState
from engine.facts.board import PowerId
from engine.state.questions import Request


class EasyPlayer(GreedyPlayer):
    """Guards its capital, moves in columns, and weighs what comes back."""

    def __init__(self, stance: Stance = BALANCED) -> None:
        self.stance = stance

    def play(self, hand: Hand) -> None:
        """The orders of a phase."""
        match hand.phase:
            case "purchase":
                buy_all(hand, Threats(hand.state, hand.power), self.stance)
            case "combat_move":
                declare_all(hand)
                self.attack(hand)
            case "collect_income":
                declare_all(hand)
            case "conduct_combat":
                if self.fight(hand):
                    return
            case "noncombat_move":
                self.march(hand)
            case "mobilize":
                place_guards(hand, Threats(hand.state, hand.power), self.stance)
                place_all(hand)
        end_phase(hand)

    def attack(self, hand: Hand) -> None:
        """All attacks that are worth it, with what the capitals can spare."""
        threats = Threats(hand.state, hand.power)
        guards = guards_needed(hand.state, hand.power, threats, self.stance)
        WeighedAttacks(hand, threats, guards, self.stance).order_all()

    def march(self, hand: Hand) -> None:
        """All moves that attack nobody."""
        threats = Threats(hand.state, hand.power)
        guards = guards_needed(hand.state, hand.power, threats, self.stance)
        land_all(hand, threats)
        ferry_all(hand, threats, guards, STRUCK, is_onward=True)
        sailing = haul_all(hand, threats, guards)
        Marches(hand, threats, guards, self.stance).order_all()
        rebase_all(hand, threats)
        sail_all(hand, threats, sailing)

    def answer(self, state: GameState, request: Request, power: PowerId, rng: Random) -> Answer:  # noqa: ARG002
        """By what is left in the end."""
        return self.reply(state, request, power).choice

    def reply(self, state: GameState, request: Request, power: PowerId) -> Reply:
        """The answer that brings most, and why."""
        return reply(state, request, power, partial(prize_of, state))
