"""Pings that wait for the end of somebody's quiet hours; and when the seats kept in a lobby pass on."""

from collections.abc import Collection, Mapping

from sqlalchemy import delete, select

from store.database import tables
from store.database.upsert import put
from store.games.reading import ReadTransaction
from store.games.writing import WriteTransaction

NOBODY = 0
"""In place of a user: when the free seats of a lobby are kept no longer for who waited for one."""


async def late_pings(read: ReadTransaction, game_id: int) -> Mapping[int, int]:
    """When each user of a game is to be pinged, in UTC seconds."""
    table = tables.late_pings
    query = select(table.c.user_id, table.c.due_at).where(table.c.game_id == game_id, table.c.user_id != NOBODY)
    return {row.user_id: row.due_at for row in (await read.connection.execute(query)).all()}


async def games_with_late_pings(read: ReadTransaction, now: int, most: int) -> tuple[int, ...]:
    """Games in which somebody is to be pinged by now, those first that have waited longest."""
    table = tables.late_pings
    due = select(table.c.game_id).where(table.c.due_at <= now, table.c.user_id != NOBODY)
    return tuple(dict.fromkeys((await read.connection.execute(due.order_by(table.c.due_at).limit(most))).scalars()))


async def lobbies_with_lapsed_seats(read: ReadTransaction, now: int, most: int) -> tuple[int, ...]:
    """Games whose free seats were kept until now at most, those first that have waited longest."""
    table = tables.late_pings
    due = select(table.c.game_id).where(table.c.due_at <= now, table.c.user_id == NOBODY)
    return tuple((await read.connection.execute(due.order_by(table.c.due_at).limit(most))).scalars())


async def keep_seats_until(write: WriteTransaction, game_id: int, due_at: int) -> None:
    """Keep until when the free seats of a lobby are kept for somebody; 0: they are not."""
    if due_at:
        await keep_late_pings(write, game_id, {NOBODY: due_at})
    else:
        await take_late_ping(write, game_id, NOBODY)


async def drop_lapsed_seats(write: WriteTransaction, game_id: int, now: int) -> None:
    """Forget that the free seats of a lobby were kept until now at most."""
    table = tables.late_pings
    lapsed = delete(table).where(table.c.game_id == game_id, table.c.user_id == NOBODY, table.c.due_at <= now)
    await write.connection.execute(lapsed)


async def keep_late_pings(write: WriteTransaction, game_id: int, due: Mapping[int, int]) -> None:
    """Keep when users of a game are to be pinged."""
    for user_id, due_at in due.items():
        await put(write.connection, tables.late_pings, {"game_id": game_id, "user_id": user_id}, {"due_at": due_at})


async def take_late_ping(write: WriteTransaction, game_id: int, user_id: int) -> bool:
    """Forget that a user is to be pinged; gives whether they still were."""
    table = tables.late_pings
    mine = delete(table).where(table.c.game_id == game_id, table.c.user_id == user_id)
    return bool((await write.connection.execute(mine)).rowcount)


async def drop_late_pings(write: WriteTransaction, game_id: int, users: Collection[int]) -> None:
    """Forget that these users of a game are to be pinged."""
    table = tables.late_pings
    await write.connection.execute(delete(table).where(table.c.game_id == game_id, table.c.user_id.in_(list(users))))
