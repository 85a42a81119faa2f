"""Dice that can be checked: faces drawn from a secret seed whose hash is published first (docs/dice.md)."""

import hashlib
import hmac
import itertools
import secrets
from collections.abc import Iterator

from store import Roll

SEED_BYTES = 32
METHOD = 2
"""How the rolls of new games are made; games of before go on with method 1 (docs/dice.md)."""
_FAIR_BYTES = 252  # The greatest multiple of 6 in a byte: values from here on would favour the low faces.


def new_seed() -> bytes:
    """A secret seed for one game."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hex, which is posted when the game is created."""
    return hashlib.sha256(seed).hexdigest()


def commitment_line(digest: str) -> str:
    """How the commitment stands below what everybody may read at any time."""
    return f"-# SHA-256 of the seed of the dice: {digest}"


def roll_faces(seed: bytes, game: str, number: int, cause: str, count: int, step: int | None = None) -> tuple[int, ...]:
    """The faces of a roll, 1 to 6 each. The same arguments give the same faces.

    `step` is the log entry that the roll belongs to; None in games of the first method, which binds a roll neither to
    its entry nor to its count.
    """
    if count < 1 or "\n" in game or "\n" in cause:
        raise ValueError("a roll has at least one die, and the names of game and cause have one line")
    bound = "" if step is None else f"\n{step}\n{count}"
    fair = (byte for byte in _stream(seed, f"{game}\n{number}\n{cause}{bound}") if byte < _FAIR_BYTES)
    return tuple(byte % 6 + 1 for byte in itertools.islice(fair, count))


def _stream(seed: bytes, roll: str) -> Iterator[int]:
    for block in itertools.count():
        yield from hmac.digest(seed, f"{roll}\n{block}".encode(), "sha256")


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
