"""What computer players count things for, in IPCs: all numbers of judgement stand here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class JudgeWeights:
    """What the frozen judge counts.

    income: so many rounds of the income of today. capital: a capital in enemy hands. city: a victory city. victory: the
    war that is won.
    """

    income: float = 3.9
    capital: float = 25.0
    city: float = 5.0
    victory: float = 300.0


@dataclass(frozen=True)
class ReviewWeights:
    """How a review of a game counts.

    decisive: a side wins three times of four that has gained this share of all units, and of the income to come, that
    there were at the start. capital: what one that is left open costs, in IPCs, times how much likelier it falls.
    """

    decisive: float = 0.07
    capital: float = 100.0


@dataclass(frozen=True)
class Prizes:
    """What taking a territory is worth to a player that attacks.

    income: so many rounds of what it yields. capital: the capital of an enemy, beside what lies in its treasury.
    complex, city: what stands there.
    """

    income: float = 3.0
    capital: float = 30.0
    complex: float = 6.0
    city: float = 4.0


JUDGE = JudgeWeights()
REVIEW = ReviewWeights()
PRIZES = Prizes()
EASY_PRIZES = Prizes(city=10.0)
NORMAL_PRIZES = Prizes(income=4.0, capital=40.0)
PLACES = 6
"""Scores are rounded to so many places before they are compared, as sums differ in the last bit between machines."""
