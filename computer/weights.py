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


@dataclass(frozen=True)
class TakeoverWeights:
    """How friendly neutrals and wards are counted.

    marches, voyages: so many turns somebody is on the way to one at most, by land and by sea. later: what each turn
    until then leaves of its worth.
    """

    marches: int = 3
    voyages: int = 2
    later: float = 0.8


@dataclass(frozen=True)
class BuildingWeights:
    """What a new complex is counted for.

    rounds: so many count. share: no more of a treasury goes into one. margin: it must be worth so much of its price
    more than it costs. a_place: what a unit is worth more that has a place at all, in IPCs. falls: how likely it may
    fall before the power moves again, and in the turn after that. marches: so far by land its war is at most,
    for ships to be saved by it.
    """

    rounds: int = 4
    share: float = 0.5
    margin: float = 0.6
    a_place: float = 1.0
    falls: float = 0.05
    falls_later: float = 0.2
    marches: int = 3


@dataclass(frozen=True)
class RaidWeights:
    """How bombing raids are counted.

    shifted: so much of what other complexes of the enemy can make makes up for one that is bombed. a_place: what a
    place is worth to him at most, in IPCs. least: what each aircraft must bring. most: no more of them go together.
    """

    shifted: float = 0.5
    a_place: float = 3.0
    least: float = 0.3
    most: int = 6


@dataclass(frozen=True)
class BaseWeights:
    """What repairing a base is worth, as a part of the price of the ships or aircraft that it serves."""

    reach: float = 0.1


@dataclass(frozen=True)
class ResearchWeights:
    """What developments are counted for.

    share: no more of a treasury goes into dice. rolls: so often dice that are kept are rolled. rounds: so many rounds
    of income, and of what it buys. a_partner, a_step: what a partner in attack, or a space farther, is to a unit beside
    its numbers of attack and defense.
    """

    share: float = 0.2
    rolls: int = 3
    rounds: int = 4
    a_partner: float = 0.5
    a_step: float = 0.3


JUDGE = JudgeWeights()
REVIEW = ReviewWeights()
PRIZES = Prizes()
EASY_PRIZES = Prizes(city=10.0)
NORMAL_PRIZES = Prizes(income=4.0, capital=40.0)
TAKEOVERS = TakeoverWeights()
BUILDING = BuildingWeights()
RAIDS = RaidWeights()
BASES = BaseWeights()
RESEARCH = ResearchWeights()
PLACES = 6
"""Scores are rounded to so many places before they are compared, as sums differ in the last bit between machines."""
