"""Who follows a game without playing in it."""

from sqlalchemy import delete, select

from store.database import tables
from store.database.upsert import put
from store.games.reading import ReadTransaction
from store.games.writing import WriteTransaction


async def followers_of(read: ReadTransaction, game_id: int) -> tuple[int, ...]:
    """The users who follow a game, by id."""
    table = tables.followers
    query = select(table.c.user_id).where(table.c.game_id == game_id).order_by(table.c.user_id)
    return tuple((await read.connection.execute(query)).scalars())


async def keep_follower(write: WriteTransaction, game_id: int, user_id: int) -> None:
    """Remembers that a user follows a game."""
    await put(write.connection, tables.followers, {"game_id": game_id, "user_id": user_id}, {})


async def forget_follower(write: WriteTransaction, game_id: int, user_id: int) -> None:
    """Forgets that a user follows a game."""
    table = tables.followers
    await write.connection.execute(delete(table).where(table.c.game_id == game_id, table.c.user_id == user_id))
