"""What tables agreed on before: the last game that somebody organised."""

from sqlalchemy import select

from store.database import tables
from store.games.reading import ReadTransaction
from store.games.rows import Game
from store.games.seated import GAME_COLUMNS, game_of


async def last_organised(read: ReadTransaction, guild_id: int, user_id: int) -> Game | None:
    """The last game of a server that somebody organised, over or not."""
    games = tables.games.c
    query = select(*GAME_COLUMNS).where(games.organiser_id == user_id, games.guild_id == guild_id)
    row = (await read.connection.execute(query.order_by(games.id.desc()).limit(1))).first()
    return None if row is None else game_of(row)
