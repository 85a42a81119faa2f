"""Dice that can be checked: faces drawn from a secret seed whose hash is published first (docs/dice.md)."""

import secrets

from store import Roll
from store.games.fair_dice import commitment, roll_faces

__all__ = ["METHOD", "SEED_BYTES", "Dice", "commitment", "commitment_line", "new_seed", "roll_faces"]

SEED_BYTES = 32
METHOD = 2
"""How the rolls of new games are made; older games go on with method 1 (docs/dice.md)."""


def new_seed() -> bytes:
    """A secret seed for one game."""
    return secrets.token_bytes(SEED_BYTES)


def commitment_line(digest: str) -> str:
    """How the commitment stands below what everybody may read at any time."""
    return f"-# SHA-256 of the seed of the dice: {digest}"


class Dice:
    """The dice of one log entry: takes the next roll numbers of the game and remembers every roll made."""

    def __init__(self, seed: bytes, game: str, next_roll: int, cause: str, step: int | None = None) -> None:
        self._seed = seed
        self._game = game
        self._next_roll = next_roll
        self._cause = cause
        self._step = step
        self._rolls: list[Roll] = []

    def roll(self, count: int, why: str) -> tuple[int, ...]:
        """Rolls `count` dice at once."""
        number = self._next_roll + len(self._rolls)
        faces = roll_faces(self._seed, self._game, number, self._cause, count, self._step)
        self._rolls.append(Roll(number, self._cause, why, faces))
        return faces

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The rolls made so far, for the log entry."""
        return tuple(self._rolls)
