"""Who has a stake in a game: everybody who plays or has played in it, and deputies.

The other side consents to what they want.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine import load_setup
from gamemaster.orders.loading import LoadedGame
from store import ReadTransaction


@dataclass(frozen=True)
class Stakes:
    """The present players by power, and the sides that each user plays or has played on."""

    side_of: Mapping[str, str]
    seats: Mapping[str, int]
    sides: Mapping[int, frozenset[str]]

    def has_stake(self, user_id: int) -> bool:
        """Whether a user plays or has played: a player who gave their seat to a friend still has a stake."""
        return user_id in self.sides

    def players(self, *, without: int = 0) -> frozenset[int]:
        """All who play now."""
        return frozenset(user for user in self.seats.values() if user != without)

    def players_of(self, side: str, *, without: int = 0) -> frozenset[int]:
        """Who plays now on one side."""
        return frozenset(u for power, u in self.seats.items() if self.side_of[power] == side and u != without)

    def opponents(self, user_id: int) -> frozenset[int]:
        """Who plays now on a side that is not the user's; nobody, if the user has no stake.

        For a user who has played on all sides, these are all others.
        """
        mine = self.sides.get(user_id, frozenset())
        if not mine:
            return frozenset()
        others = {u for power, u in self.seats.items() if self.side_of[power] not in mine and u != user_id}
        return frozenset(others) or self.players(without=user_id)


async def stakes_in(read: ReadTransaction, loaded: LoadedGame) -> Stakes:
    """The stakes in a game as it stands."""
    edition = load_setup(loaded.game.setup)
    side_of = {power.id: power.side for power in edition.powers}
    sides: dict[int, set[str]] = {}
    former = ((seat.power, seat.user_id) for seat in await read.former_players(loaded.game.id))
    for power, user in (*loaded.seats.items(), *loaded.deputies.items(), *former):
        sides.setdefault(user, set()).add(side_of[power])
    return Stakes(side_of, loaded.seats, {user: frozenset(found) for user, found in sides.items()})
