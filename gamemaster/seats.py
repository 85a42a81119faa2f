"""A game and who sits where: what everybody may know of it at any time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from store import Game


@dataclass(frozen=True)
class SeatedGame:
    """A game and who sits where (power to user)."""

    game: Game
    seats: Mapping[str, int]

    def powers_of(self, user_id: int) -> tuple[str, ...]:
        """Powers that a user plays."""
        return tuple(power for power, user in self.seats.items() if user == user_id)
