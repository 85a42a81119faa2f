"""The level `normal`, phase by phase."""

from __future__ import annotations

from computer.easy.guarding import guards_needed
from computer.easy.marching import ferry_all, land_all, rebase_all, sail_all
from computer.easy.player import EasyPlayer
from computer.ending import end_phase
from computer.normal.attacking import attack_all
from computer.normal.buying import buy_all
from computer.normal.embarking import Convoys
from computer.normal.marching import Marches
from computer.normal.replies import Enemies
from computer.playing import Hand
from computer.reaching import Threats


class NormalPlayer(EasyPlayer):
    """Weighs all attacks of a turn as one plan, with what the enemies answer, and buys what is needed."""

    def play(self, hand: Hand) -> None:
        """The orders of a phase."""
        if hand.phase == "purchase":
            buy_all(hand, Enemies(hand.state, hand.power))
            end_phase(hand)
        else:
            super().play(hand)

    def attack(self, hand: Hand) -> None:
        """The attacks of the best plan that is found."""
        attack_all(hand)

    def march(self, hand: Hand) -> None:
        """All moves that attack nobody."""
        threats = Threats(hand.state, hand.power)
        guards = guards_needed(hand.state, hand.power, threats)
        land_all(hand, threats)
        ferry_all(hand, threats, guards)
        enemies = Enemies(hand.state, hand.power)
        convoys = Convoys(hand, enemies, guards)
        convoys.order_all()
        Marches(hand, enemies).order_all()
        rebase_all(hand, threats)
        sail_all(hand, threats, convoys.sailing)
