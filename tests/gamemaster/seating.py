"""People who sit down to a game in its lobby."""

from __future__ import annotations

from engine.facts.edition import Edition
from gamemaster.lobby.opening import check_seats


def seated(edition: Edition, *groups: tuple[str, ...]) -> dict[str, int]:
    """Players who sit down one after the other, each with a group of powers that the rules let them hold."""
    seats: dict[str, int] = {}
    for player, group in enumerate(groups, 1):
        check_seats(edition, seats, player, group)
        seats |= dict.fromkeys(group, player)
    return seats
