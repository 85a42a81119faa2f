"""Who answers for seats that nobody plays: as printed. Frozen."""

from __future__ import annotations

from random import Random

from computer.playing import Answer, Hand
from engine import GameState
from engine.facts.board import PowerId
from engine.state.questions import Request


class PrintedPlayer:
    """Gives the printed answers, and no orders."""

    def play(self, hand: Hand) -> None:
        """Nothing: nobody asks it to."""
        raise AssertionError(f"nobody plays {hand.power}")

    def answer(self, state: GameState, request: Request, power: PowerId, rng: Random) -> Answer:  # noqa: ARG002
        """The printed answer."""
        return "default"
