"""Threads that games are to have of their own: what waits in the outbox for them, and where they hang."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import select

from store.database import tables
from store.games.reading import ReadTransaction
from store.games.rows import UNFINISHED, Post

THREAD: Final = "thread"
"""The kind of a message that asks for a thread, its role, and the role of the post that the thread hangs on."""


async def is_to_come(read: ReadTransaction, game_id: int) -> bool:
    """Whether a thread that was asked for a game is not made yet."""
    outbox = tables.outbox
    waits = select(outbox.c.id).where(outbox.c.game_id == game_id, outbox.c.role == THREAD, tables.in_line(outbox))
    return (await read.connection.execute(waits.limit(1))).first() is not None


async def played_in(read: ReadTransaction, channel_ids: Collection[int]) -> tuple[int, ...]:
    """Those of these channels and threads that have a game which is not over."""
    games = tables.games
    query = select(games.c.channel_id).where(games.c.channel_id.in_(channel_ids), games.c.status.in_(UNFINISHED))
    return tuple((await read.connection.execute(query.order_by(games.c.id))).scalars())


async def threads_of(read: ReadTransaction, game_ids: Collection[int]) -> dict[int, Post]:
    """The posts on which the threads of these games hang, by game; each thread bears the number of its post."""
    posts = tables.posts
    query = select(posts.c.game_id, posts.c.role, posts.c.channel_id, posts.c.message_id)
    rows = await read.connection.execute(query.where(posts.c.game_id.in_(game_ids), posts.c.role == THREAD))
    return {row.game_id: Post(row.role, row.channel_id, row.message_id) for row in rows}
