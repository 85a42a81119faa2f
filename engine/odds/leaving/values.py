"""The chance to win from each place of a grid, worked out from the end on arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.odds.rolls import Shares

Values = NDArray[np.float64]


NONE = 1e-18
"""Numbers of hits that are less likely than this, at either end, are left out."""


class _Hits:
    """How many hits a side scores that can take so many itself."""

    def __init__(self, shares: Shares) -> None:
        self.shares = np.array(shares)
        self.at_least = self.shares[::-1].cumsum()[::-1]
        likely = np.flatnonzero(self.shares > NONE)
        self.fewest, self.most = int(likely[0]), int(likely[-1])

    def left(self, standing: int) -> tuple[int, Values]:
        """How likely so many of those who stood are left: the fewest, and the shares from these on."""
        most = min(self.most, standing)
        row = self.shares[min(self.fewest, most) : most + 1]
        if self.most > standing:
            row = np.append(row[:-1], self.at_least[standing])
        return standing - most, row[::-1]


def win_values(
    attack_hits: Sequence[Shares],
    defend_hits: Sequence[Shares],
    is_over: Callable[[int, int], bool],
    is_won: Callable[[int, int], bool],
) -> Values:
    """For each place: how likely the attackers win from there. *_hits: of a side that can take so many hits."""
    found = np.zeros((len(attack_hits), len(defend_hits)))
    fire, answer = [_Hits(shares) for shares in attack_hits], [_Hits(shares) for shares in defend_hits]
    for attack in range(len(fire)):
        for defend in range(len(answer)):
            if is_over(attack, defend):
                found[attack, defend] = is_won(attack, defend)
                continue
            fewest, attack_left = answer[defend].left(attack)
            few, defend_left = fire[attack].left(defend)
            # Nobody is known yet to win from this very place, so a round without a hit adds nothing.
            after = found[fewest : fewest + len(attack_left), few : few + len(defend_left)]
            missed = fire[attack].shares[0] * answer[defend].shares[0]
            found[attack, defend] = attack_left @ after @ defend_left / (1 - missed)
    return found
