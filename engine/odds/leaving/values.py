"""The chance to win from each place of a grid, worked out from the end on arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.odds.rolls import Shares

Values = NDArray[np.float64]


def win_values(
    attack_hits: Sequence[Shares],
    defend_hits: Sequence[Shares],
    is_over: Callable[[int, int], bool],
    is_won: Callable[[int, int], bool],
) -> Values:
    """For each place: how likely the attackers win from there. *_hits: of a side that can take so many hits."""
    found = np.zeros((len(attack_hits), len(defend_hits)))
    hit = [[_left(shares, size) for size in range(len(defend_hits))] for shares in attack_hits]
    answered = [[_left(shares, size) for size in range(len(attack_hits))] for shares in defend_hits]
    for attack in range(len(attack_hits)):
        for defend in range(len(defend_hits)):
            if is_over(attack, defend):
                found[attack, defend] = is_won(attack, defend)
                continue
            defend_left, attack_left = hit[attack][defend], answered[defend][attack]
            stays = float(defend_left[-1] * attack_left[-1])
            after = found[attack + 1 - len(attack_left) : attack + 1, defend + 1 - len(defend_left) : defend + 1]
            found[attack, defend] = attack_left @ after @ defend_left / (1 - stays)
    return found


def _left(hits: Shares, standing: int) -> Values:
    """How likely the last so many of those who stood are left, from the fewest to all of them."""
    row = np.array(hits)
    if len(row) > standing + 1:
        row = np.append(row[:standing], row[standing:].sum())
    return row[::-1]
