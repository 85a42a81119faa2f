"""Asking defenders once, as a combat move ends, to answer ahead where it matters (ASY-61, ASY-62)."""

from __future__ import annotations

from dataclasses import dataclass

from engine import GameState
from engine.state.words import listed
from gamemaster.jobs.ahead import who_can_choose
from gamemaster.orders.loading import LoadedGame
from gamemaster.roles import SeatedGame
from gamemaster.table_settings import table_settings_of


@dataclass(frozen=True)
class AskedAhead:
    """Who is asked, and the line that says so; nobody, with no line."""

    users: tuple[int, ...] = ()
    line: str = ""


def ask_ahead(loaded: LoadedGame, state: GameState) -> AskedAhead:
    """Who is asked as a phase begins with battles to come, where a table asks only about what matters; `loaded` is the
    game before.

    Only the position counts: nobody learns who has left orders.
    """
    users = users_ahead(loaded, state)
    if not users:
        return AskedAhead()
    return AskedAhead(
        users, f"{listed(f'<@{user}>' for user in users)}: before the dice fall, you can answer ahead below."
    )


def users_ahead(loaded: SeatedGame, state: GameState) -> tuple[int, ...]:
    """Who can answer ahead in battles to come, where a table asks only about what matters.

    Nobody where the house attacks: it waits for nobody before its dice fall.
    """
    least, on_turn = table_settings_of(loaded.game).ask_from, loaded.seats.get(state.power)
    if not least or state.phase != "conduct_combat" or state.power in loaded.house:
        return ()
    players = (loaded.seats.get(power) for power in who_can_choose(state, least))
    return tuple(dict.fromkeys(user for user in players if user and user != on_turn))
