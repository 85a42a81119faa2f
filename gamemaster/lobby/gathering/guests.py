"""Who comes to the table of a game, as it is stored with it, and who may sit down there."""

from __future__ import annotations

from dataclasses import replace

from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.gathering import Gathering
from gamemaster.roles import SeatedGame
from gamemaster.table_settings import table_settings_of
from store import Game, JsonObject


def gathering_of(game: Game) -> Gathering:
    """Who comes to the table of a game."""
    return table_settings_of(game).gathering


def with_gathering(game: Game, gathering: Gathering) -> JsonObject:
    """The settings of a game, as stored, once others come to its table."""
    return replace(table_settings_of(game), gathering=gathering).stored


def check_not_kept(loaded: SeatedGame, user_id: int, now: int) -> None:
    """Raise NotAllowed while the free seats of a lobby are kept for somebody who waited."""
    gathering = gathering_of(loaded.game)
    if gathering.keeps_a_seat_from(user_id, now):
        raise NotAllowed(
            f"<@{gathering.kept_for}> waited for a seat and can take it until <t:{gathering.kept_until}:f>. Nothing "
            "changed; wait for a seat yourself with `/game wait`."
        )


def check_at_will(loaded: SeatedGame) -> None:
    """Raise TableRefusal while seats are still to be given out, by the dice or in a draft."""
    if loaded.game.status == "lobby" and gathering_of(loaded.game).gives_out_seats:
        raise TableRefusal("Seats are given out here: press [Join the game] in the lobby. Nothing changed.")


def check_invited(loaded: SeatedGame, user_id: int) -> None:
    """Raise NotAllowed where only those whom the organiser invites may sit down, and this user isn't invited."""
    gathering, organiser = gathering_of(loaded.game), loaded.game.organiser_id
    if gathering.joining != "invited" or user_id in (organiser, *gathering.invited):
        return
    if user_id in (*loaded.seats.values(), *loaded.lenders.values()):
        return
    who = f"<@{organiser}> says" if organiser else "server managers say"
    raise NotAllowed(f"This table is by invitation: {who} who plays, with `/game invite`. Nothing changed.")
