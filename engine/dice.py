"""Where dice come from: always an argument."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Protocol

from engine.errors import IllegalAction

FACES = 6


def counted_on(needed: Sequence[int], face: int) -> tuple[int, ...]:
    """One die for all that fire together with low luck: for each, the die as it is counted on from those before it.

    needed: the number with which each hits. Each hits as often as with a die of its own, and all together once for each
    6 of their strength, or once more.
    """
    before = (0, *accumulate(needed[:-1]))
    return tuple((face - 1 - strength) % FACES + 1 for strength in before)


def hits_expected(dice: int, needed: int, best_of: int = 1) -> Fraction:
    """Hits to expect from this many dice; of each `best_of` of them only the best counts."""
    miss = 1 - Fraction(min(needed, FACES), FACES)
    return Fraction(dice, best_of) * (1 - miss**best_of)


class Dice(Protocol):
    """Gives `count` faces of 1 to 6; `why` says in words what they are for."""

    def roll(self, count: int, why: str) -> tuple[int, ...]:
        """Roll `count` dice."""
        ...


class DiceWanted(Exception):
    """An order went as far as rolling dice, so nothing forbids it."""


class NoDice:
    """Cannot be rolled: for asking whether an order would be accepted, which is settled before any die is."""

    def roll(self, count: int, why: str) -> tuple[int, ...]:
        """Raises DiceWanted."""
        raise DiceWanted(f"{count} dice for {why}")


class ScriptedDice:
    """Gives these faces in order; raises IllegalAction (`dice`) when they run out."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        if wrong := [face for face in self._faces if not isinstance(face, int) or not 1 <= face <= 6]:
            raise IllegalAction("dice", f"A die shows 1 to 6, not {wrong[0]}.")

    @property
    def left(self) -> int:
        """Number of faces not used."""
        return len(self._faces)

    def roll(self, count: int, why: str) -> tuple[int, ...]:
        """The next `count` faces."""
        if count > len(self._faces):
            raise IllegalAction("dice", f"{why} needs {count} dice, but only {len(self._faces)} are left.")
        rolled, self._faces = self._faces[:count], self._faces[count:]
        return tuple(rolled)
