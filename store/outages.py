"""When the bot was away from the servers of a shard: not running, or without a connection to Discord."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import delete, insert, select

from store.database import tables
from store.database.upsert import put
from store.games.reading import ReadTransaction
from store.games.writing import WriteTransaction

LEAST_SECONDS = 60
"""A shorter absence is none."""
KEPT_SECONDS = 400 * 24 * 3600
"""Longer than anything runs that an absence is added to."""


async def outages_of(read: ReadTransaction, guild_id: int, since: int, now: int) -> list[tuple[int, int | None]]:
    """From when to when the bot was away from a server after a moment; None: it is still away."""
    over = await read.connection.execute(select(tables.outages).where(tables.outages.c.ended_at > since))
    found: list[tuple[int, int | None]] = [(row.began_at, row.ended_at) for row in over if _is_of(row, guild_id)]
    late = [row.seen_at for row in await _present(read) if _is_of(row, guild_id) and row.seen_at < now - LEAST_SECONDS]
    return [*found, *((seen, None) for seen in late)]


async def _present(read: ReadTransaction) -> list[Any]:
    """When each shard was last seen; in the order of the key, so that PostgreSQL looks there."""
    table = tables.presence
    return list(await read.connection.execute(select(table).order_by(table.c.shard, table.c.shards)))


def _is_of(row: Any, guild_id: int) -> bool:
    """Whether a row is of the shard that a server belongs to."""
    return bool((guild_id >> 22) % row.shards == row.shard)


async def note_presence(write: WriteTransaction, own: Collection[int], shards: int, now: int) -> bool:
    """Note that the bot is at work for these of so many shards; gives whether it was away before.

    Where there were other shards before, it was away since the last of them was seen.
    """
    found = {(row.shard, row.shards): row.seen_at for row in await _present(write)}
    others = [seen for (_, count), seen in found.items() if count != shards]
    was_away = False
    for shard in own:
        last = found.get((shard, shards), max(others, default=now))
        if now - last > LEAST_SECONDS:
            was_away = True
            key = {"shard": shard, "shards": shards, "began_at": last}
            await write.connection.execute(insert(tables.outages).values(**key, ended_at=now))
        await put(write.connection, tables.presence, {"shard": shard, "shards": shards}, {"seen_at": now})
    if others:
        await write.connection.execute(delete(tables.presence).where(tables.presence.c.shards != shards))
    if was_away:
        await write.connection.execute(delete(tables.outages).where(tables.outages.c.ended_at < now - KEPT_SECONDS))
    return was_away
