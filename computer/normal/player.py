"""The level `normal`, phase by phase."""

from __future__ import annotations

from random import Random

from computer.easy.guarding import guards_needed, place_guards
from computer.easy.marching import ferry_all, land_all, rebase_all, sail_all
from computer.easy.player import EasyPlayer
from computer.ending import end_phase
from computer.normal.answering import answer
from computer.normal.attacking import attack_all
from computer.normal.buying import buy_all
from computer.normal.embarking import Convoys
from computer.normal.marching import Marches
from computer.normal.placing import place_all
from computer.normal.replies import Enemies
from computer.playing import Answer, Hand
from computer.reaching import Threats
from engine import GameState
from engine.facts.board import PowerId
from engine.state.questions import Request


class NormalPlayer(EasyPlayer):
    """Weighs all moves with what the enemies answer, the attacks as one plan, and brings armies over the sea."""

    def play(self, hand: Hand) -> None:
        """The orders of a phase."""
        match hand.phase:
            case "purchase":
                buy_all(hand, Enemies(hand.state, hand.power))
            case "mobilize":
                place_guards(hand, Threats(hand.state, hand.power))
                place_all(hand, Enemies(hand.state, hand.power))
            case _:
                super().play(hand)
                return
        end_phase(hand)

    def attack(self, hand: Hand) -> None:
        """The attacks of the best plan that is found."""
        attack_all(hand)

    def march(self, hand: Hand) -> None:
        """All moves that attack nobody."""
        threats = Threats(hand.state, hand.power)
        guards = guards_needed(hand.state, hand.power, threats)
        enemies = Enemies(hand.state, hand.power)
        land_all(hand, threats)
        ferry_all(hand, threats, guards)
        convoys = Convoys(hand, enemies, guards)
        convoys.order_all()
        Marches(hand, enemies, guards).order_all()
        rebase_all(hand, threats)
        sail_all(hand, threats, convoys.sailing)

    def answer(self, state: GameState, request: Request, power: PowerId, rng: Random) -> Answer:  # noqa: ARG002
        """By what is left in the end."""
        return answer(state, request, power)
