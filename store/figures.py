"""How much there is, for whoever watches the bot."""

from dataclasses import dataclass

from sqlalchemy import and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store import tables
from store.dialect import size_query
from store.reading import Reading

_UNDER_WAY = ("pending", "sending")


@dataclass(frozen=True)
class Figures:
    """Games under way and in their lobby; messages that wait and how long the oldest has; parked channels; bytes."""

    running: int
    lobbies: int
    waiting: int
    oldest_seconds: int
    parked: int
    database_bytes: int


async def figures(connection: AsyncConnection, now: int) -> Figures:
    """The figures of this moment. What waits for a parked channel is not late, and not counted."""
    running, lobbies = await Reading(connection).unfinished_games()
    outbox, channels = tables.outbox, tables.parked_channels
    in_line = and_(outbox.c.state.in_(_UNDER_WAY), outbox.c.channel_id.not_in(select(channels.c.channel_id)))
    line = await connection.execute(select(func.count(), func.min(outbox.c.written_at)).where(in_line))
    waiting, oldest = line.one()
    parked = (await connection.execute(select(func.count()).select_from(channels))).scalar_one()
    size = (await connection.exec_driver_sql(size_query(connection.dialect.name))).scalar_one()
    return Figures(running, lobbies, waiting, max(0, now - oldest) if waiting else 0, parked, size)
