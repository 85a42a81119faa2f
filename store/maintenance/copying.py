"""A database taken over into another one, as a rule from a file of SQLite to PostgreSQL."""

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import Table, func, insert, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from store.database import tables
from store.database.opening import Store
from store.errors import CopyRefused
from store.games.reading import ReadTransaction
from store.games.writing import WriteTransaction

ROWS_AT_ONCE = 200


async def copied(source: Store, target: Store) -> int:
    """Copies everything into a database without games, all or nothing; gives the number of games.

    Numbers of games, messages and proposals go on from where they were, as players have seen them. Raises `CopyRefused`
    where the target holds games, and what opening and writing raise.
    """
    async with source.read_at_length() as read, target.write() as write:
        if await write.all_games():
            raise CopyRefused(f"{target.place} already holds games. Name an empty database.")
        for table in tables.metadata.sorted_tables:
            async for rows in _rows_of(read.connection, table):
                await write.connection.execute(insert(table), rows)
            if is_numbered(table):
                await go_on_numbering(write, table, await last_number(read, table))
        return len(await write.all_games())


async def _rows_of(connection: AsyncConnection, table: Table) -> AsyncIterator[list[dict[str, Any]]]:
    """All rows of a table in the order of its key, some at a time."""
    key = list(table.primary_key.columns)
    query = select(table).order_by(*key).limit(ROWS_AT_ONCE)
    after: tuple[Any, ...] | None = None
    while True:
        following = query if after is None else query.where(tuple_(*key) > tuple_(*after))
        found = [dict(row._mapping) for row in (await connection.execute(following)).all()]
        if not found:
            return
        yield found
        after = tuple(found[-1][column.name] for column in key)


def is_numbered(table: Table) -> bool:
    """Whether the database numbers its rows, none of whose numbers may come back."""
    return bool(table.dialect_options["sqlite"]["autoincrement"])


async def last_number(read: ReadTransaction, table: Table) -> int:
    """The last number that was given, also where its row is gone."""
    last = (await read.connection.execute(select(func.coalesce(func.max(table.c.id), 0)))).scalar_one()
    if read.connection.dialect.name == "sqlite":
        given = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
    else:
        given = text("SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence(:name, 'id') AS regclass))")
    return max(int(last), (await read.connection.execute(given, {"name": table.name})).scalar() or 0)


async def go_on_numbering(write: WriteTransaction, table: Table, last: int) -> None:
    """Has the next row of a table numbered after this."""
    if not last:
        return
    if write.connection.dialect.name == "sqlite":
        change = text(
            "INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq) "
            "VALUES ((SELECT rowid FROM sqlite_sequence WHERE name = :name), :name, :last)"
        )
        await write.connection.execute(change, {"name": table.name, "last": last})
    else:
        sequence = func.pg_get_serial_sequence(table.name, "id")
        await write.connection.execute(select(func.setval(sequence, last)))
