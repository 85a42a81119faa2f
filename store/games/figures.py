"""How much there is, for those who monitor the bot."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.database import tables
from store.database.dialect import size_query
from store.games.reading import ReadTransaction
from store.games.rows import UNFINISHED, ParkedChannel


@dataclass(frozen=True)
class Figures:
    """Games under way and in their lobby; messages that wait and how long the oldest has; parked channels; bytes."""

    running: int
    lobbies: int
    waiting: int
    oldest_seconds: int
    parked: int
    database_bytes: int


@dataclass(frozen=True)
class ServerFigures:
    """Of a server: messages that wait and how long the oldest has, and messages that Discord never took.

    parked: the channels of its games where nothing can be posted.
    """

    waiting: int
    oldest_seconds: int
    set_aside: int
    parked: tuple[ParkedChannel, ...]


async def figures(connection: AsyncConnection, now: int) -> Figures:
    """The figures of this moment."""
    running, lobbies = await ReadTransaction(connection).unfinished_games()
    waiting, oldest = await in_line(connection, now)
    parked = (await connection.execute(select(func.count()).select_from(tables.parked_channels))).scalar_one()
    size = (await connection.exec_driver_sql(size_query(connection.dialect.name))).scalar_one()
    return Figures(running, lobbies, waiting, oldest, parked, size)


async def server_figures(connection: AsyncConnection, guild_id: int, now: int) -> ServerFigures:
    """The figures of the games of a server that are not over."""
    games, outbox = tables.games, tables.outbox
    unfinished = and_(games.c.guild_id == guild_id, games.c.status.in_(UNFINISHED))
    of_server = outbox.c.game_id.in_(select(games.c.id).where(unfinished))
    waiting, oldest = await in_line(connection, now, of_server)
    refused = select(func.count()).where(outbox.c.state == "parked", of_server)
    places = set((await connection.execute(select(games.c.channel_id).where(unfinished))).scalars())
    parked = tuple(each for each in await ReadTransaction(connection).parked_channels() if each.channel_id in places)
    return ServerFigures(waiting, oldest, (await connection.execute(refused)).scalar_one(), parked)


async def in_line(connection: AsyncConnection, now: int, *conditions: ColumnElement[bool]) -> tuple[int, int]:
    """How many messages wait, and for how many seconds the oldest has; not those for channels that are parked."""
    outbox, channels = tables.outbox, tables.parked_channels
    is_parked = exists().where(channels.c.channel_id == outbox.c.channel_id)
    waits = and_(tables.in_line(outbox), ~is_parked)
    line = await connection.execute(select(func.count(), func.min(outbox.c.written_at)).where(waits, *conditions))
    waiting, oldest = line.one()
    return waiting, max(0, now - oldest) if waiting else 0
