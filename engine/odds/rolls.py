"""How many hits dice score, and how likely each number is."""

from __future__ import annotations

from functools import lru_cache

from engine.dice import FACES

Shares = tuple[float, ...]
"""The probability of 0, 1, 2 … hits."""
MOST_ALONE = 60
"""The numbers of hits of more throws are put together from those of each half."""
MANY = 2_000
"""Up to so many pairs of numbers plain Python is as fast as numpy."""


@lru_cache(maxsize=4096)
def of_alike(count: int, needed: int, best_of: int = 1) -> Shares:
    """So many throws that hit with this number or less; of each, the best of some dice counts."""
    if count > MOST_ALONE:
        return together(of_alike(count // 2, needed, best_of), of_alike(count - count // 2, needed, best_of))
    miss = (1 - min(needed, FACES) / FACES) ** best_of
    found, ways = [], 1
    for hits in range(count + 1):
        found.append(ways * (1 - miss) ** hits * miss ** (count - hits))
        ways = ways * (count - hits) // (hits + 1)
    return tuple(found)


@lru_cache(maxsize=4096)
def of_strength(strength: int) -> Shares:
    """Low luck: a sure hit for each 6, and one die for the rest."""
    sure, rest = divmod(strength, FACES)
    return (*([0.0] * sure), 1 - rest / FACES, *([rest / FACES] if rest else []))


@lru_cache(maxsize=4096)
def together(a: Shares, b: Shares) -> Shares:
    """The hits of both."""
    if len(a) * len(b) > MANY:
        # Not before a large battle is asked for: numpy takes memory that the bot's own process never needs.
        from numpy import convolve

        return tuple(convolve(a, b).tolist())
    found = [0.0] * (len(a) + len(b) - 1)
    for i, p in enumerate(a):
        if p:
            for j, q in enumerate(b):
                found[i + j] += p * q
    return tuple(found)
