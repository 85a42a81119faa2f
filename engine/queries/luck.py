"""How far dice swung a fight, in IPCs, and how seldom such dice do (docs/dice.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest
from typing import NamedTuple

from engine.odds.rolls import Shares

NEGLIGIBLE = 1e-13
"""Ends of a distribution that are rarer together are cut off."""


@dataclass(frozen=True)
class Throw:
    """Dice that fell together: how likely each score was, which came, and what a hit, or a point, of it is worth.

    worth: in whole IPCs, below 0 where the enemy gains by it.
    """

    worth: int
    shares: Shares
    scored: int

    @property
    def swing(self) -> float:
        """IPCs above or below what was to be expected."""
        return self.worth * (self.scored - sum(score * share for score, share in enumerate(self.shares)))

    @property
    def has_chance(self) -> bool:
        """Whether anything depended on it."""
        return self.worth != 0 and sum(share > 0 for share in self.shares) > 1


@dataclass(frozen=True)
class Luck:
    """IPCs above or below expectation, and in what share of such fights there is less luck, and more."""

    swing: float
    less: float
    more: float

    @property
    def of_the_enemy(self) -> Luck:
        """The same from the other side."""
        return Luck(-self.swing, self.more, self.less)


class _Line(NamedTuple):
    """How likely each whole number is from `low` on."""

    low: int
    shares: Sequence[float]


def luck_of(throws: Iterable[Throw]) -> Luck | None:
    """What these dice came to, against all that they could have come to; None where nothing depended on them."""
    found = [throw for throw in throws if throw.has_chance]
    if not found:
        return None
    came = sum(throw.worth * throw.scored for throw in found)
    one, other = _halves(found)
    less = _below(one, other, came)
    more = max(0.0, 1.0 - _below(one, other, came + 1))
    return Luck(sum(throw.swing for throw in found), less, more)


def _below(one: _Line, other: _Line, value: int) -> float:
    """How likely the sum of two lines is below a value."""
    count, rest = len(one.shares), value - one.low - other.low
    below = list(accumulate(other.shares, initial=0.0))
    below = [0.0] * count + below + [below[-1]] * count
    end = min(max(0, rest + count), len(below) - 1) + 1
    return min(1.0, sum(a * b for a, b in zip(one.shares, below[end - 1 :: -1], strict=False)))


def _halves(throws: Sequence[Throw]) -> tuple[_Line, _Line]:
    """How likely the sums of two parts of the throws are, so that the widest line of all need not be made.

    Those worth the same are added up first, as they need the least room.
    """
    by_worth: dict[int, list[_Line]] = {}
    for throw in throws:
        by_worth.setdefault(throw.worth, []).append(_trimmed(_Line(0, throw.shares)))
    alike = {worth: _sum(lines) for worth, lines in by_worth.items()}
    short, long = _Line(0, (1.0,)), _Line(0, (1.0,))
    for worth, line in sorted(alike.items(), key=lambda pair: abs(pair[0]) * len(pair[1].shares)):
        short, long = sorted((_plus(short, line, worth), long), key=lambda each: len(each.shares))
    return short, long


def _sum(lines: list[_Line]) -> _Line:
    """The sum of lines, added up two by two."""
    while len(lines) > 1:
        pairs = zip_longest(lines[::2], lines[1::2], fillvalue=_Line(0, (1.0,)))
        lines = [_plus(one, other, 1) for one, other in pairs]
    return lines[0]


def _plus(line: _Line, other: _Line, worth: int) -> _Line:
    """The sum of a line and another of which each step is worth so much."""
    length, width = len(line.shares), abs(worth) * (len(other.shares) - 1)
    found = [0.0] * (length + width)
    for step, share in enumerate(other.shares):
        if share:
            at = step * worth if worth > 0 else width + step * worth
            found[at : at + length] = [a + share * b for a, b in zip(found[at : at + length], line.shares, strict=True)]
    low = line.low + other.low * worth + min(0, worth * (len(other.shares) - 1))
    return _trimmed(_Line(low, found))


def _trimmed(line: _Line) -> _Line:
    shares = line.shares
    return _Line(line.low + (first := _rare(shares)), shares[first : len(shares) - _rare(shares[::-1])])


def _rare(shares: Sequence[float]) -> int:
    """How many from the first on are negligible together."""
    total = 0.0
    for count, share in enumerate(shares):
        total += share
        if total > NEGLIGIBLE:
            return count
    return 0
