"""What has happened with the time for the present turn of a game."""

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select

from store.database import tables
from store.database.upsert import put
from store.games.reading import ReadTransaction
from store.games.writing import WriteTransaction


@dataclass(frozen=True)
class TurnTime:
    """Of which turn; when its table was told that its time is up; how often it was bumped, and when last (UTC)."""

    turn: str
    told_at: int | None = None
    bumps: int = 0
    bumped_at: int | None = None


async def turn_time(read: ReadTransaction, game_id: int) -> TurnTime | None:
    """What was noted last of the time for a turn of a game."""
    table = tables.turn_times
    row: Any = (await read.connection.execute(select(table).where(table.c.game_id == game_id))).first()
    return TurnTime(row.turn, row.told_at, row.bumps, row.bumped_at) if row else None


async def note_turn_time(write: WriteTransaction, game_id: int, time: TurnTime) -> None:
    """Keep what happened with the time for a turn with this transaction."""
    await put(write.connection, tables.turn_times, {"game_id": game_id}, asdict(time))
