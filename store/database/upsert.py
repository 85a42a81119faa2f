"""Setting one row by its key, in one statement, so that two processes doing it at once do not collide."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from sqlalchemy import Table, delete
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from store.database.prepared import Prepared, given

_INSERT: Mapping[str, Callable[[Table], postgresql.Insert | sqlite.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


async def put(
    connection: AsyncConnection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any] | None
) -> None:
    """Replaces the row with this key, which is the table's, or removes it where there are no values."""
    if values is None:
        statement = _removing(table, tuple(key))
    else:
        statement = _putting(connection.dialect.name, table, tuple(key), tuple(values))
    await statement.rows(connection, {_named(name): value for name, value in {**key, **(values or {})}.items()})


def _named(column: str) -> str:
    return f"its_{column}"


@cache
def _putting(database: str, table: Table, key: tuple[str, ...], names: tuple[str, ...]) -> Prepared:
    new = _INSERT[database](table).values({name: given(_named(name), table.c[name]) for name in (*key, *names)})
    if not names:
        return Prepared(new.on_conflict_do_nothing(index_elements=key))
    return Prepared(new.on_conflict_do_update(index_elements=key, set_={name: new.excluded[name] for name in names}))


@cache
def _removing(table: Table, key: tuple[str, ...]) -> Prepared:
    return Prepared(delete(table).where(*(table.c[name] == given(_named(name), table.c[name]) for name in key)))
