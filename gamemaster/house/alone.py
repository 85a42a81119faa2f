"""A table of computers: the house plays every power, a turn an hour, up to a last round (ASY-67)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import ceil

from engine import load_setup
from engine.state.words import number
from gamemaster.errors import TableRefusal
from gamemaster.roles import SeatedGame
from gamemaster.table_settings import (
    A_DAY,
    PACE_OF_COMPUTERS,
    PAUSE_OF_COMPUTERS,
    Alone,
    TableSettings,
)
from store import JsonObject, ReadTransaction
from store.house import agreed_where_it_is_alone

ROUNDS = 12
"""After so many a table of computers ends."""
MOST_IN_A_SERVER = 3
CONFIRM = "Let the house play"
NOT_ASKED = (
    "Nobody has a seat here, so the house would play every power. Press [Start the game] again, and I'll ask whether "
    "that's meant (ASY-67). Nothing changed."
)
NOT_ALONE = (
    "Somebody has taken a seat since I asked, so the house wouldn't play alone. Nothing changed. Press [Start the "
    "game] to begin with them."
)
NO_RECORD = (
    "A record can't be imported while the house plays every power (ASY-67). Take a seat first with `/game join`; once "
    "the game has begun you can give it to the house with `/game house`."
)
JOINED = (
    "From now on this is an ordinary game: the house no longer waits an hour after each turn, and no round is the last."
)
RESTS = "Nobody but the house plays here now, so it rests until somebody takes a seat."


def is_kept_alone(customs: JsonObject | None) -> bool:
    """The same of what a table agreed on, as it is stored."""
    alone = (customs or {}).get("alone")
    return isinstance(alone, Mapping) and alone.get("ended") is None


def would_play_alone(seated: SeatedGame) -> bool:
    """Whether a game would begin with the house at every power."""
    powers = {power.id for power in load_setup(seated.game.setup).powers_with_turns}
    return seated.game.status == "lobby" and not seated.seats and powers <= seated.house.keys()


def from_round(first: int) -> Alone:
    """The house plays alone from a round on."""
    return Alone(first + ROUNDS - 1)


def with_a_player(settings: TableSettings, seq: int) -> TableSettings:
    """The same once somebody has taken a seat after an entry of the log: an ordinary game."""
    if settings.alone is None or not settings.is_of_computers:
        return settings
    return replace(settings, alone=replace(settings.alone, ended=seq))


async def check_room(read: ReadTransaction, guild_id: int) -> None:
    """Raise TableRefusal where a server has as many tables of computers as it may."""
    if sum(map(is_kept_alone, await agreed_where_it_is_alone(read, guild_id))) >= MOST_IN_A_SERVER:
        raise TableRefusal(
            f"On this server the house already plays {MOST_IN_A_SERVER} games by itself, which is the most it may "
            "(ASY-67). `/games` shows them. End one with `/game end` in its channel, or let somebody play in this one. "
            "Nothing changed."
        )


def question(seated: SeatedGame, first: int = 1) -> str:
    """What the organiser reads before the house plays alone from a round on: the pace, the end, and how to stop it."""
    turns = len(load_setup(seated.game.setup).powers_with_turns) * ROUNDS
    days = number(ceil(turns * PAUSE_OF_COMPUTERS / A_DAY), "day")
    last = from_round(first).last_round
    return (
        "**Let the house play by itself?** Nobody else would play here (ASY-67).\n"
        f"• It plays {PACE_OF_COMPUTERS}, day and night. Nobody is pinged, and everybody can watch.\n"
        f"• It ends once a side has won, or after round {last}, in about {days}. Then I tell who is ahead.\n"
        "• `/game pause` stops it for a while, `/game end` for good.\n"
        "• `/game replace` gives a power to somebody who wants to play; from then on it's an ordinary game."
    )


def told_of_alone(alone: Alone) -> str:
    """What the table is told as the house begins to play alone."""
    return (
        f"The house plays every power, {PACE_OF_COMPUTERS}, until a side has won or round {alone.last_round} is over. "
        "Would you like to play? The organiser gives you a power with `/game replace`."
    )


def how_to_go_on(seated: SeatedGame) -> str:
    """What the table is told where the last player leaves the house behind."""
    organiser = seated.game.organiser_id
    who = f"<@{organiser}>" if organiser else "A server manager"
    return f"{RESTS} {who} can let it play on by itself: give it a free power with `/game house`."
