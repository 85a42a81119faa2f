"""Arithmetic of many fights at once: arrays have a row for each group of a side, and a column for each fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.combat.hits import Profile, Source
from engine.odds.rolls import Shares

Row = NDArray[np.float64]
Numbers = NDArray[np.int64]
Rows = NDArray[np.integer[Any]]
SMALL = np.int16
"""Enough for the units and hits of a side."""
Which = NDArray[np.bool_]
MOST_BITS = 30
MOST_CODES = 1 << 20
"""Up to so many codes a table is faster than sorting."""


@dataclass(frozen=True)
class Codes:
    """A code for each fight, below `size`: the same for those that are alike."""

    values: Numbers
    size: int

    def beside(self, values: NDArray[np.integer[Any]], size: int) -> Codes:
        """Those that are alike in something else as well."""
        first = self if self.size * size < 1 << 60 else Codes(kinds_of(self)[1], len(self.values))
        found = first.values * size
        found += values
        return Codes(found, first.size * size)


def codes_of(rows: Rows, most: Sequence[int]) -> Codes:
    """Codes of fights with the same numbers. most: the highest of each row."""
    found = Codes(rows[0].astype(np.int64), most[0] + 1)
    for row, highest in zip(rows[1:], most[1:], strict=True):
        found = found.beside(row, highest + 1)
    return found


def codes_of_standing(rows: Rows) -> Codes:
    """Codes of fights in which somebody of the same groups is left."""
    if len(rows) > MOST_BITS:
        return codes_of((rows > 0).astype(SMALL), [1] * len(rows))
    bits = np.zeros(rows.shape[1], np.int32)
    for row in rows > 0:
        bits += bits
        bits += row
    return Codes(bits.astype(np.int64), 1 << len(rows))


def kinds_of(codes: Codes) -> tuple[Numbers, Numbers]:
    """A fight of each kind, and for each fight the number of its kind."""
    if codes.size > MOST_CODES:
        _, first, kind = np.unique(codes.values, return_index=True, return_inverse=True)
        return first, kind
    first = np.full(codes.size, -1)
    first[codes.values] = np.arange(len(codes.values))
    used = np.flatnonzero(first >= 0)
    number = np.zeros(codes.size, np.int64)
    number[used] = np.arange(len(used))
    return first[used], number[codes.values]


def draw(shares: Sequence[Shares], which: Numbers, at: Row) -> Rows:
    """Hits of each fight. which: the shares of each; at: numbers below 1, each from a fight's own dice."""
    known = {each: number for number, each in enumerate(dict.fromkeys(shares))}
    lines = [
        [*(number + min(total, 1.0) for total in accumulate(each[:-1])), number + 1.0] for each, number in known.items()
    ]
    begin = np.array([0, *accumulate(len(line) for line in lines)])
    line = np.array([known[each] for each in shares])[which]
    hits = np.searchsorted(np.concatenate(lines), at + line, side="right") - begin[line]
    most: Rows = np.minimum(hits, begin[line + 1] - begin[line] - 1).astype(SMALL)
    return most


def after_losses(left: Rows, hits: Mapping[Source, Rows], profiles: Sequence[Profile]) -> Rows:
    """What is left of each group after these hits, as `HitsToGive` gives them one by one."""
    sets = [frozenset(chosen) for size in range(len(hits) + 1) for chosen in combinations(hits, size)]
    room = {chosen: sum((hits[each] for each in hits if each not in chosen), np.zeros_like(left[0])) for chosen in sets}
    after = left.copy()
    for row, profile in zip(after, profiles, strict=True):
        if not profile:
            continue
        without = [chosen for chosen in sets if not chosen & profile]
        lost = row.copy()
        for chosen in without:
            np.minimum(lost, room[chosen], out=lost)
        for chosen in without:
            room[chosen] = room[chosen] - lost
        row -= lost
    return after
