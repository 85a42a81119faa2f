"""A game and who sits where: what everybody may know of it at any time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from store import Game


@dataclass(frozen=True)
class SeatedGame:
    """A game and who sits where (power to user).

    is_parked: nothing could be posted in its channel when it was looked for there.
    """

    game: Game
    seats: Mapping[str, int]
    is_parked: bool = field(default=False, kw_only=True)

    def powers_of(self, user_id: int) -> tuple[str, ...]:
        """Powers that a user plays."""
        return tuple(power for power, user in self.seats.items() if user == user_id)
