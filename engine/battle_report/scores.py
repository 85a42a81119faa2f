"""What dice scored, and what was to be expected of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from engine.combat.air.raids import effect
from engine.dice import FACES, hits_expected
from engine.facts.unit_types import UnitType


@dataclass(frozen=True)
class Score:
    """What dice scored, hits or IPCs: how many dice, the score, what was to be expected of them, its variance."""

    dice: int = 0
    scored: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.dice + other.dice,
            self.scored + other.scored,
            self.expected + other.expected,
            self.variance + other.variance,
        )

    @property
    def luck(self) -> float:
        """What was scored above expectation."""
        return self.scored - self.expected

    @property
    def sigmas(self) -> float:
        """The luck in standard deviations; 0 while there was nothing to be lucky with."""
        return self.luck / self.variance**0.5 if self.variance else 0.0


@dataclass(frozen=True)
class HitsScored:
    """Hits, and those to be expected of the dice."""

    hits: int = 0
    expected: Fraction = Fraction()

    def __add__(self, other: HitsScored) -> HitsScored:
        return HitsScored(self.hits + other.hits, self.expected + other.expected)

    @classmethod
    def total(cls, several: Iterable[HitsScored]) -> HitsScored:
        """All of them together."""
        return sum(several, cls())


def score_of_shots(dice: int, hits: int, needed: int, best_of: int = 1) -> Score:
    """The score of dice that hit with `needed` or less; of each `best_of` of them only the best counts."""
    throws, chance = dice // best_of, float(hits_expected(best_of, needed, best_of))
    return Score(dice, hits, throws * chance, throws * chance * (1 - chance))


def score_of_shots_at(targets: int, hits: int, needed: int, low_luck: bool) -> Score:
    """The score of a shot at each of some targets; with low luck one die decides about all that are left over."""
    if not low_luck:
        return score_of_shots(targets, hits, needed)
    rest = targets * needed % FACES
    return Score(0, hits, targets * needed / FACES) + score_of_rest(rest, 1)


def score_of_rest(needed: int, dice: int) -> Score:
    """What the die of those that fire together adds to their scores: no more than its chance."""
    chance = needed / FACES
    return Score(dice, variance=dice * chance * (1 - chance))


def losses_by_bombs(unit: UnitType, dice: int, room: int) -> list[int]:
    """What the dice of one raider or rocket cost, face by face, where they can cost no more than `room`."""
    return [min(room, effect(unit, faces)) for faces in product(range(1, FACES + 1), repeat=dice)]


def score_of_bombs(unit: UnitType, dice: int, loss: int, room: int) -> Score:
    """The score of the dice of one raider or rocket that cost `loss` and could have cost no more than `room`."""
    losses = losses_by_bombs(unit, dice, room)
    mean = sum(losses) / len(losses)
    variance = sum((loss - mean) ** 2 for loss in losses) / len(losses)
    return Score(dice, loss, mean, variance)
