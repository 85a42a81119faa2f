"""Running games of which somebody may have to be reminded, and what their players were last reminded of."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, literal, select

from store.database import tables
from store.database.upsert import put
from store.games.reading import ReadTransaction
from store.games.writing import WriteTransaction


@dataclass(frozen=True)
class QuietGame:
    """A running game, the last post in a role there, how often its players were reminded and when last, if ever."""

    game_id: int
    message_id: int
    reminders: int
    reminded_at: int


@dataclass(frozen=True)
class Reminder:
    """What players were last reminded of in a game, how often, and when last, in UTC seconds."""

    of_what: str
    given: int
    given_at: int


async def quiet_games(read: ReadTransaction, role: str, before: int, after: int, most: int) -> tuple[QuietGame, ...]:
    """Running games whose post in a role has a lower id than `before`, by number, from those after `after`."""
    games, posts, reminders = tables.games, tables.posts, tables.reminders
    query = (
        select(games.c.id, posts.c.message_id, reminders.c.given, reminders.c.given_at)
        .join(posts, (posts.c.game_id == games.c.id) & (posts.c.role == role))
        .outerjoin(reminders, reminders.c.game_id == games.c.id)
        .where(games.c.status == literal("running", literal_execute=True), games.c.id > after)
        .where(posts.c.message_id < before)
        .order_by(games.c.id)
        .limit(most)
    )
    rows = (await read.connection.execute(query)).all()
    return tuple(QuietGame(row.id, row.message_id, row.given or 0, row.given_at or 0) for row in rows)


@dataclass(frozen=True, slots=True)
class GameWithSettings:
    """A running game whose table has settings of its own, and how often it has changed."""

    game_id: int
    version: int


async def games_with_settings(read: ReadTransaction, after: int, most: int) -> tuple[GameWithSettings, ...]:
    """Running games whose tables have settings of their own, by number, from those after `after`.

    The settings are not read, as this is asked every minute.
    """
    games = tables.games.c
    query = (
        select(games.id, games.version)
        .where(games.status == literal("running", literal_execute=True), games.customs.is_not(None), games.id > after)
        .order_by(games.id)
        .limit(most)
    )
    rows = (await read.connection.execute(query)).all()
    return tuple(GameWithSettings(row.id, row.version) for row in rows)


async def last_reminder(read: ReadTransaction, game_id: int) -> Reminder | None:
    """What the players of a game were reminded of last."""
    row: Any = (
        await read.connection.execute(select(tables.reminders).where(tables.reminders.c.game_id == game_id))
    ).first()
    return Reminder(row.of_what, row.given, row.given_at) if row else None


async def games_with_reminders(read: ReadTransaction, users: Collection[int], since: int) -> Counter[int]:
    """In how many games of each of these users there was a reminder since then."""
    seats, reminders = tables.seats, tables.reminders
    query = (
        select(seats.c.user_id, func.count(func.distinct(seats.c.game_id)).label("games"))
        .join(reminders, reminders.c.game_id == seats.c.game_id)
        .where(seats.c.user_id.in_(list(users)), reminders.c.given_at > since)
        .group_by(seats.c.user_id)
    )
    return Counter({row.user_id: row.games for row in (await read.connection.execute(query)).all()})


async def note_reminder(write: WriteTransaction, game_id: int, reminder: Reminder) -> None:
    """Keep what the players of a game are reminded of with this transaction."""
    values = {"of_what": reminder.of_what, "given": reminder.given, "given_at": reminder.given_at}
    await put(write.connection, tables.reminders, {"game_id": game_id}, values)
