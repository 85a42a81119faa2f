"""Commands of players that are not answered yet."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from sqlalchemy import delete, or_, select

from store import tables
from store.reading import Reading
from store.rows import values_of
from store.upsert import put
from store.writing import Writing


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderWay:
    """A command, press or form to which Discord shows that the bot is thinking. Its token is a secret for 15 minutes.

    `is_order`: what counts of it is in the log of the game, under the id of the interaction.
    """

    interaction_id: int
    application_id: int
    token: str = field(repr=False)
    guild_id: int
    channel_id: int
    is_order: bool
    began_at: int


async def commands_under_way(read: Reading) -> tuple[UnderWay, ...]:
    """All that are not answered, oldest first."""
    rows = await read.connection.execute(select(tables.under_way).order_by(tables.under_way.c.interaction_id))
    return tuple(UnderWay(**row._mapping) for row in rows)


async def note_under_way(write: Writing, begun: Iterable[UnderWay]) -> None:
    """Writes down that these are not answered."""
    for each in begun:
        values = values_of(each)
        key = {"interaction_id": values.pop("interaction_id")}
        await put(write.connection, tables.under_way, key, values)


async def forget_under_way(write: Writing, answered: Collection[int], before: int) -> None:
    """Removes these, and all that began before that time."""
    rows = tables.under_way
    over = or_(rows.c.interaction_id.in_(answered), rows.c.began_at < before)
    await write.connection.execute(delete(rows).where(over))
