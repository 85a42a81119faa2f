"""How each player wants to be reminded."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from sqlalchemy import select

from store.database import tables
from store.database.upsert import put
from store.games.reading import ReadTransaction
from store.games.writing import WriteTransaction

Way: TypeAlias = Literal["channel", "direct", "never"]


@dataclass(frozen=True, slots=True)
class OwnReminders:
    """Where one player is reminded, and between which hours in which time zone not at all.

    is_closed: the player's direct messages were closed when the last one was sent, so the channel is used.
    """

    way: Way = "channel"
    zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int | None = None
    is_closed: bool = False


async def own_reminders(read: ReadTransaction, users: Collection[int]) -> Mapping[int, OwnReminders]:
    """What these users have chosen; those who have not are not among them."""
    table = tables.own_reminders
    rows = (await read.connection.execute(select(table).where(table.c.user_id.in_(list(users))))).all()
    return {
        row.user_id: OwnReminders(row.way, row.zone, row.quiet_from, row.quiet_until, is_closed=row.is_closed)
        for row in rows
    }


async def keep_own_reminders(write: WriteTransaction, user_id: int, chosen: OwnReminders) -> None:
    """Keep what a user has chosen, in place of what was kept before."""
    await put(write.connection, tables.own_reminders, {"user_id": user_id}, asdict(chosen))
