"""Setting one row by its key, in one statement, so that two processes doing it at once do not collide."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Table, and_, delete
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

_INSERT: Mapping[str, Callable[[Table], postgresql.Insert | sqlite.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


async def put(
    connection: AsyncConnection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any] | None
) -> None:
    """Replaces the row with this key, which is the table's, or removes it where there are no values."""
    if values is None:
        same = and_(*(table.c[name] == value for name, value in key.items()))
        await connection.execute(delete(table).where(same))
        return
    new = _INSERT[connection.dialect.name](table).values({**key, **values})
    if values:
        await connection.execute(new.on_conflict_do_update(index_elements=list(key), set_=dict(values)))
    else:
        await connection.execute(new.on_conflict_do_nothing(index_elements=list(key)))
