"""Setting one row by its key, in SQL that every database speaks."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table, and_, delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection


async def put(
    connection: AsyncConnection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any] | None
) -> None:
    """Replaces the row with this key, or removes it where there are no values."""
    same = and_(*(table.c[name] == value for name, value in key.items()))
    await connection.execute(delete(table).where(same))
    if values is not None:
        await connection.execute(insert(table).values({**key, **values}))
