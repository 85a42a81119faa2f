"""The level `normal`, phase by phase."""

from __future__ import annotations

from computer.easy.player import EasyPlayer
from computer.normal.attacking import attack_all
from computer.playing import Hand


class NormalPlayer(EasyPlayer):
    """Weighs all attacks of a turn as one plan, with what the enemies answer."""

    def attack(self, hand: Hand) -> None:
        """The attacks of the best plan that is found."""
        attack_all(hand)
