"""Battles whose sides each lose along one line, on a grid: a place says how many hits both can still take.

Who fires with what, and where a battle ends, is asked of the rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.odds.rolls import Shares

Row = NDArray[np.float64]
Table = NDArray[np.float64]
Which = NDArray[np.bool_]
Places = NDArray[np.intp]
BLOCK = 64
"""So many places of a row are gone on with at once: from far more the rows of what they lead to are mostly zeros."""
OUT = 1e-14
"""So little of what a row of places leads to is left out at each end of what either side may lose, and told."""
NONE = 1e-18
"""So seldom the battle is gone on with from a place and a round without a hit on the attackers: it is left out, too."""
ALONE = 1 << 18
"""Products of so many multiplications OpenBLAS works out in one thread: with more it takes ten times as long where the
cores have other work, as threads wait for each other in each of thousands of products."""

AT_ONCE = 40_000
"""Up to so many ways from the places of a row to those of another, from all rows, they are written down as tables."""


class Fire:
    """The hits of a side, in a row for each number that it can still take.

    shares: of 0, 1, 2 … hits; at_least: of so many or more. last: the most of each row.
    """

    def __init__(self, rows: Sequence[Shares]) -> None:
        self.last = [len(shares) - 1 for shares in rows]
        most = max(self.last)
        self.shares: Table = np.array(
            [(*row, *[0.0] * (most - last)) for row, last in zip(rows, self.last, strict=True)]
        )
        self.at_least: Table = self.shares[:, ::-1].cumsum(axis=1)[:, ::-1]

    @cached_property
    def at_most(self) -> Table:
        """The same as at_least for so many or fewer."""
        found: Table = self.shares.cumsum(axis=1)
        return found

    @cached_property
    def sure_from(self) -> int:
        """From this row on no hit at all is as good as impossible."""
        often = np.flatnonzero(self.shares[:, 0] >= NONE / 2)
        return int(often[-1]) + 1 if len(often) else 0

    @cached_property
    def _limits(self) -> tuple[Places, Places]:
        """Of each row the fewest and the most hits that are not left out."""
        return np.count_nonzero(self.at_most <= OUT, axis=1), np.count_nonzero(self.at_least > OUT, axis=1)

    def left(self, size: int) -> NDArray[np.float64]:
        """By row, and by how many hits fewer than `size` the enemy could take: how likely each number is left."""
        hits = np.zeros((len(self.shares), size + 1))
        known = min(size, self.shares.shape[1])
        hits[:, :known] = self.shares[:, :known]
        found = hits.take(_lost(size), axis=1)
        found[:, :known, 0] = self.at_least[:, :known]
        return found

    def bounds(self, which: slice, weights: Row) -> tuple[int, int]:
        """The fewest and the most hits of these rows that are not left out."""
        fewest, most = self._limits
        low, high = int(fewest[which].min()), int(most[which].max())
        few, many = weights @ self.at_most[which, low:high], weights @ self.at_least[which, low:high]
        return low + int(np.count_nonzero(few <= OUT)), low + int(np.count_nonzero(many > OUT)) - 1


@dataclass
class Grid:
    """How likely each place is come to. `ends` and `rounds` grow while it is worked through."""

    shares: Table
    rare: float
    ends: dict[tuple[int, int], float] = field(default_factory=dict)
    rounds: float = 0.0
    dropped: float = 0.0

    def work_through(self, fire: Fire, answer: Fire, over: Which) -> None:
        """Fight on from everywhere, from those with most left. fire, answer: of the attackers and of the defenders.
        over: whether the battle is, by how many hits both can still take.
        """
        if self.shares.size * max(self.shares.shape) <= AT_ONCE:
            self._row_by_row(fire, answer, over)
            return
        for attack in range(len(self.shares) - 1, -1, -1):
            visits = self._visits(attack, fire, answer, over[attack])
            for defend in np.flatnonzero(over[attack] & (self.shares[attack] > 0)).tolist():
                self.ends[attack, defend] = self.shares[attack].item(defend)
            standing = np.flatnonzero(visits)
            if len(standing):
                for fewest in range(int(standing[0]), int(standing[-1]) + 1, BLOCK):
                    block = visits[fewest : min(fewest + BLOCK, int(standing[-1]) + 1)]
                    self._go_on(attack, fewest, block, fire, answer)

    def _row_by_row(self, fire: Fire, answer: Fire, over: Which) -> None:
        """All places of a row at once: what leads from one to another, and back to itself, are linear equations."""
        rows, columns = self.shares.shape
        left, answered = fire.left(columns), answer.left(rows).transpose(1, 2, 0)
        goes_on = (~over).astype(float)
        unharmed = goes_on * answer.shares[:, 0]
        come_to = np.linalg.inv(np.eye(columns) - (unharmed[:, :, None] * left).transpose(0, 2, 1))
        shares, visits = self.shares, goes_on[:, :, None] * come_to
        for attack in range(rows - 1, 0, -1):
            shares[:attack] += (answered[attack, :attack] * (visits[attack] @ shares[attack])) @ left[attack]
        shares = self.shares = (come_to @ shares[:, :, None])[:, :, 0]
        self.rounds += float((goes_on * shares).sum())
        ends = (over & (shares > 0)).nonzero()
        self.ends |= zip(zip(*(each.tolist() for each in ends), strict=True), shares[ends].tolist(), strict=True)

    def _visits(self, attack: int, fire: Fire, answer: Fire, over: Which) -> Row:
        """How many rounds are fought from each place of a row; those without a hit on the attackers stay in it."""
        shares, unharmed = self.shares[attack], answer.shares[:, 0].tolist()
        hits, at_least, last = fire.shares[attack], fire.at_least[attack], fire.last[attack]
        missed = hits.item(0)
        visits: Row = np.zeros_like(shares)
        standing = np.flatnonzero(~over)
        low = int(np.count_nonzero(standing < answer.sure_from))
        if low < len(standing):
            self._visit_once(standing[low:], visits, shares, answer.shares[:, 0], missed)
        for defend in standing[:low][::-1].tolist():
            share = shares.item(defend)
            if share < self.rare:
                self.dropped += share
                continue
            visits[defend] = rounds = share / (1 - missed * unharmed[defend])
            self.rounds += rounds
            stays = rounds * unharmed[defend]
            if stays < NONE:
                self.dropped += stays * (1 - missed)
            elif defend >= last:
                shares[defend - last : defend] += stays * hits[last:0:-1]
            else:
                shares[1:defend] += stays * hits[defend - 1 : 0 : -1]
                shares[0] += stays * at_least[defend]
        found: Row = visits
        return found

    def _visit_once(self, standing: Places, visits: Row, shares: Row, unharmed: Row, missed: float) -> None:
        """The same for places at which the attackers never stay without a hit."""
        able = shares[standing] >= self.rare
        going = standing[able]
        visits[going] = shares[going] / (1 - missed * unharmed[going])
        self.rounds += float(visits[going].sum())
        self.dropped += float(shares[standing[~able]].sum() + (visits[going] @ unharmed[going]) * (1 - missed))

    def _go_on(self, attack: int, fewest: int, visits: Row, fire: Fire, answer: Fire) -> None:
        """From places of a row, the first with the fewest defenders, as far as the attackers take hits."""
        standing = slice(fewest, fewest + len(visits))
        least, most = answer.bounds(standing, visits)
        least, most = max(1, min(least, attack)), min(most, attack)
        if least > most:
            return
        taken = visits[:, None] * answer.shares[standing, least : most + 1]
        if most == attack:
            taken[:, -1] = visits * answer.at_least[standing, attack]
        down, left = _left(fire, attack, fewest, visits)
        found = _product(taken.T, left)
        self.shares[attack - most : attack - least + 1, down : down + left.shape[1]] += found[::-1]
        going = float(visits @ (1 - answer.shares[standing, 0]))
        self.dropped += max(going - float(found.sum()), 0.0)


@lru_cache(maxsize=64)
def _lost(size: int) -> Places:
    """How many are lost by how many fewer than `size` stood and stand; what is in no way is the size itself, behind all
    hits.
    """
    before = np.arange(size)
    return np.where(before[:, None] >= before, before[:, None] - before, size)


def _product(one: Table, other: Table) -> Table:
    """The matrix product, in pieces that are worked out in one thread each."""
    rows = max(1, ALONE // other.size)
    if len(one) <= rows:
        found: Table = one @ other
        return found
    return np.concatenate([one[at : at + rows] @ other for at in range(0, len(one), rows)])


def _left(fire: Fire, attack: int, fewest: int, visits: Row) -> tuple[int, Table]:
    """How many defenders are left: the fewest, and in a row for each number that stood the shares from these on."""
    least, most = fire.bounds(slice(attack, attack + 1), visits.sum(keepdims=True))
    rows = len(visits)
    down = max(0, fewest - most)
    columns = max(0, fewest + rows - 1 - least) - down + 1
    # The hits that lead from a row to a column are as many as the one lies above the other.
    begin, end = fewest - down - columns + 1, fewest - down + rows
    hits = np.zeros(end - begin)
    known = fire.shares[attack, max(begin, 0) : end][::-1]
    hits[end - max(begin, 0) - len(known) : end - max(begin, 0)] = known
    step = hits.itemsize
    # Each row is the one above it, one place further on.
    left: Table = np.ndarray((rows, columns), hits.dtype, hits, (rows - 1) * step, (-step, step)).copy()
    if not down:
        sure = fire.at_least[attack, fewest : fewest + rows]
        left[:, 0] = 0.0
        left[: len(sure), 0] = sure
    return down, left
