"""All rows of a SQLite file, a few at a time: whether they can be read, without holding up a start or an order."""

import sqlite3
import zlib
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from store.database import tables
from store.database.opening import Store
from store.games.orders import unpacked

ROWS_AT_ONCE = 100
PACKED: dict[str, tuple[str, Callable[[bytes], object]]] = {
    "log": ("packed", unpacked),
    "states": ("body", zlib.decompress),
}
"""Columns that are compressed, by table, and what reads them."""
PASSING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)


class _Part(NamedTuple):
    """What was looked at in one go; `last`: its last row, None at the end of a table."""

    last: int | None
    damages: list[str]


async def damages(store: Store) -> AsyncGenerator[str | None, None]:
    """What cannot be read, a sentence each; None after each part, for others to have their turn.

    Raises `StoreError` where it cannot be looked at all, as while the file is locked.
    """
    for table in tables.metadata.sorted_tables:
        after: int | None = -1
        while after is not None:
            part = await store.read_file(partial(_part, table.name, after))
            for damage in part.damages:
                yield damage
            yield None
            after = part.last


def _part(table: str, after: int, opened: sqlite3.Connection) -> _Part:
    query = f'SELECT rowid, * FROM "{table}" WHERE rowid > ? ORDER BY rowid LIMIT ?'  # noqa: S608  # our own names
    try:
        cursor = opened.execute(query, (after, ROWS_AT_ONCE))
        names = [column[0] for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor]
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF in PASSING:
            raise
        return _Part(None, [f"Rows of the table {table} cannot be read after row {max(after, 0)}. Restore a backup."])
    found = [damage for row in rows if (damage := _damage(table, row))]
    if len(rows) < ROWS_AT_ONCE:  # what is added from now on was written well
        return _Part(None, found)
    return _Part(int(str(rows[-1].get("rowid", rows[-1].get("id")))), found)


def _damage(table: str, row: dict[str, object]) -> str | None:
    column, read = PACKED.get(table, ("", len))
    content = row.get(column)
    if not isinstance(content, bytes) or not content:
        return None
    with suppress(zlib.error, UnicodeDecodeError):
        read(content)
        return None
    if table == "states":
        what = f"the position after entry {row['seq']} ({row['phase_key']}) is damaged"
        return f"Game {row['game_id']}: {what}; the bot works it out from the log when needed."
    return f"Game {row['game_id']}: what entry {row['seq']} of its log led to is damaged."
