"""Who plays what in a game, for what is told of it elsewhere."""

from __future__ import annotations

from gamemaster.roles import the_house
from gamemaster.views.view import GameView


def players_of(view: GameView) -> dict[int | str, list[str]]:
    """The names of the powers of each player, in turn order: by user, or by what the house is called."""
    edition = view.board.edition
    powers: dict[int | str, list[str]] = {}
    for power in edition.turn_order:
        if power in view.taken:
            player = view.seats[power] if power in view.seats else the_house(view.house[power])
            powers.setdefault(player, []).append(edition.power[power].name)
    return powers
