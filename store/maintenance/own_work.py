"""What the bot has to do by itself, by games in which something happened since it was done: never all there are."""

from sqlalchemy import select, true, update

from store.database import tables
from store.games.reading import ReadTransaction
from store.games.writing import WriteTransaction


async def grown_games(read: ReadTransaction, most: int) -> tuple[tuple[int, int], ...]:
    """Games that have more positions since they were looked through, and their last entries; the oldest first."""
    games = tables.games.c
    query = select(games.id, games.seq).where(games.is_grown.is_(true())).order_by(games.id).limit(most)
    return tuple((row.id, row.seq) for row in (await read.connection.execute(query)).all())


async def note_looked_through(write: WriteTransaction, game_id: int, seq: int) -> None:
    """No position of a game up to this entry needs to be looked at again, unless there were more meanwhile."""
    these = tables.games.c.id == game_id, tables.games.c.seq == seq
    await write.connection.execute(update(tables.games).where(*these).values(is_grown=False))
