"""What pairs of games say of two players: points, Elo with its bounds, and whether more games are needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, log10, sqrt
from typing import NamedTuple

SURE = 1.96
"""Standard errors on either side of the mean within which it lies 95 times of 100."""
EQUAL, BETTER = 0.0, 50.0
"""The test decides between these Elo differences."""
WRONG = 0.05
"""So often it decides wrongly, either way."""
LEAST_SPREAD = 0.05
"""Of the points of a pair: a few equal pairs are no certainty."""
LEAST_PAIRS = 5
MOST_ELO = 800.0


@dataclass(frozen=True)
class Rating:
    """points: per game, 0 to 1, with bounds. elo likewise. verdict: "better", "not better", or "" while open."""

    pairs: int
    points: float
    points_low: float
    points_high: float
    elo: float
    elo_low: float
    elo_high: float
    verdict: str


class Mean(NamedTuple):
    """A mean, and the bounds between which it lies 95 times of 100."""

    value: float
    low: float
    high: float


def mean_of(values: Sequence[float]) -> Mean:
    """What values are on average; of one alone the bounds are that value, as nothing more is known."""
    number, mean = len(values), sum(values) / len(values)
    error = SURE * sqrt(sum((each - mean) ** 2 for each in values) / max(1, number - 1) / number)
    return Mean(mean, mean - error, mean + error)


def rating_of(pairs: Sequence[float]) -> Rating:
    """Of the first player, from its points in each pair, 0 to 2."""
    scores = [pair / 2 for pair in pairs]
    number, mean = len(scores), sum(scores) / len(scores)
    spread = max(LEAST_SPREAD, sqrt(sum((each - mean) ** 2 for each in scores) / max(1, number - 1)))
    error = SURE * spread / sqrt(number)
    low, high = max(0.0, mean - error), min(1.0, mean + error)
    return Rating(number, mean, low, high, elo_of(mean), elo_of(low), elo_of(high), verdict_of(scores, spread))


def elo_of(points: float) -> float:
    """The difference of Elo at which one scores so many points a game, 800 at most."""
    if points <= 0.0 or points >= 1.0:
        return MOST_ELO if points >= 1.0 else -MOST_ELO
    return min(MOST_ELO, max(-MOST_ELO, -400 * log10(1 / points - 1)))


def points_of(elo: float) -> float:
    """The points a game that a difference of Elo is worth."""
    return 1 / (1 + 10 ** (-elo / 400))


def verdict_of(scores: Sequence[float], spread: float) -> str:
    """A sequential test of the normal approximation: whether the first player is better, as far as can be said."""
    if len(scores) < LEAST_PAIRS:
        return ""
    equal, better = points_of(EQUAL), points_of(BETTER)
    mean, number = sum(scores) / len(scores), len(scores)
    ratio = number * (better - equal) * (2 * mean - equal - better) / (2 * spread**2)
    bound = log((1 - WRONG) / WRONG)
    if ratio >= bound:
        return "better"
    return "not better" if ratio <= -bound else ""
