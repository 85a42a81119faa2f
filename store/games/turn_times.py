"""What has happened with the time for the present turn of a game, and what powers had left as others began."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import delete, select

from store.database import tables
from store.database.upsert import put
from store.games.reading import ReadTransaction
from store.games.writing import WriteTransaction


@dataclass(frozen=True)
class TurnTime:
    """Of which turn; when its table was told that its time is up; how often it was bumped, and when last (UTC).

    extra: seconds that it was given besides, since the last bump, and extended_at: when last. banked: the seconds that
    powers had left of their time for the whole game as this turn began.
    """

    turn: str
    told_at: int | None = None
    bumps: int = 0
    bumped_at: int | None = None
    extra: int = 0
    extended_at: int | None = None
    banked: Mapping[str, int] = field(default_factory=dict)


async def turn_time(read: ReadTransaction, game_id: int) -> TurnTime | None:
    """What was noted last of the time for a turn of a game."""
    table = tables.turn_times
    row: Any = (await read.connection.execute(select(table).where(table.c.game_id == game_id))).first()
    if row is None:
        return None
    return TurnTime(row.turn, row.told_at, row.bumps, row.bumped_at, row.extra, row.extended_at, row.banked or {})


async def note_turn_time(write: WriteTransaction, game_id: int, time: TurnTime) -> None:
    """Keep what happened with the time for a turn with this transaction."""
    await put(write.connection, tables.turn_times, {"game_id": game_id}, asdict(time))


async def banked_at(read: ReadTransaction, game_id: int, seq: int) -> Mapping[str, int]:
    """The seconds that powers had left as the turn began that an entry belongs to; all of it for those not named."""
    banks = tables.banks
    query = select(banks.c.banked).where(banks.c.game_id == game_id, banks.c.seq <= seq).order_by(banks.c.seq.desc())
    row: Any = (await read.connection.execute(query.limit(1))).first()
    return {} if row is None else row.banked


async def keep_banked(write: WriteTransaction, game_id: int, seq: int, banked: Mapping[str, int]) -> None:
    """Keep what powers have left as a turn begins with this entry; call `commit_turn` first."""
    await put(write.connection, tables.banks, {"game_id": game_id, "seq": seq}, {"banked": dict(banked)})


async def forget_banked_after(write: WriteTransaction, game_id: int, seq: int) -> None:
    """Forget what was kept of turns that are taken back."""
    banks = tables.banks
    await write.connection.execute(delete(banks).where(banks.c.game_id == game_id, banks.c.seq > seq))
