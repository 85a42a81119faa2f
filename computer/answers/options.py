"""What can be answered, what each answer brings, and which of them is the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from computer.playing import Answer, Reply, Why
from computer.weights import PLACES
from engine import GameState
from engine.facts.board import PowerId, SpaceId
from engine.state.questions import Request

Prize = Callable[[SpaceId], float]
"""What a territory is worth to who takes it from its owner, in IPCs."""


@dataclass(frozen=True)
class Asked:
    """A question as a power sees it, and what is fought for."""

    state: GameState
    request: Request
    power: PowerId
    prize: Prize


@dataclass(frozen=True)
class Option:
    """An answer: what it aims at, what it brings on average in IPCs, how likely it succeeds, what is lost by it."""

    choice: Answer
    aim: str
    gain: float
    odds: float | None = None
    risk: float | None = None

    @property
    def why(self) -> Why:
        """Its numbers as a reason."""
        return Why(self.aim, _rounded(self.odds, 4), _rounded(self.gain, 2), _rounded(self.risk, 2))


def best_of(options: Sequence[Option]) -> Reply:
    """The answer that brings most, and the next best other one beside it; of equals that which comes first."""
    first, *rest = sorted(options, key=lambda option: -round(option.gain, PLACES))
    other = next((option.why for option in rest if option.choice != first.choice), None)
    return Reply(first.choice, first.why.rather_than(other))


def _rounded(number: float | None, places: int) -> float | None:
    """Never a negative nothing, as it would be told with its sign."""
    return None if number is None else round(number, places) + 0.0
