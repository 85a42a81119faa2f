"""How many hits dice score, and how likely each number is."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from engine.dice import FACES

Shares = tuple[float, ...]
"""The probability of 0, 1, 2 … hits."""


@lru_cache(maxsize=4096)
def of_alike(count: int, needed: int, best_of: int = 1) -> Shares:
    """So many throws that hit with this number or less; of each, the best of some dice counts."""
    miss = (1 - min(needed, FACES) / FACES) ** best_of
    return tuple(comb(count, hits) * (1 - miss) ** hits * miss ** (count - hits) for hits in range(count + 1))


@lru_cache(maxsize=4096)
def of_strength(strength: int) -> Shares:
    """Low luck: a sure hit for each 6, and one die for the rest."""
    sure, rest = divmod(strength, FACES)
    return (*([0.0] * sure), 1 - rest / FACES, *([rest / FACES] if rest else []))


@lru_cache(maxsize=4096)
def together(a: Shares, b: Shares) -> Shares:
    """The hits of both."""
    found = [0.0] * (len(a) + len(b) - 1)
    for i, p in enumerate(a):
        if p:
            for j, q in enumerate(b):
                found[i + j] += p * q
    return tuple(found)
