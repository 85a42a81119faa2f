"""Databases with all tables and no rows: the tables are made once in each process of tests."""

from __future__ import annotations

import itertools
import os
import tempfile
from functools import cache
from pathlib import Path

from sqlalchemy import create_engine, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine

from store import Store
from store.database.schema import upgrade
from tests.postgresql import VARIABLE

_numbers = itertools.count(1)


def with_tables(file: Path) -> Path:
    """The file of a database, which is made with all tables where it is not there yet."""
    if not file.exists():
        file.write_bytes(_empty_database())
    return file


@cache
def _empty_database() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            upgrade(connection, str(file))
        engine.dispose()
        return file.read_bytes()


async def postgresql_with_tables() -> str:
    """The URL of a new database on the server that COMMUNIQUE_TEST_POSTGRESQL names, with all tables and no rows."""
    server = make_url(os.environ[VARIABLE])
    model = server.set(database=f"model_{os.getpid()}")
    number = next(_numbers)
    if number == 1:
        await _create(server, f"CREATE DATABASE {model.database}")
        await (await Store.open(model.render_as_string(hide_password=False))).close()
    new = server.set(database=f"test_{os.getpid()}_{number}")
    await _create(server, f"CREATE DATABASE {new.database} TEMPLATE {model.database}")
    return new.render_as_string(hide_password=False)


async def _create(server: URL, statement: str) -> None:
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(statement))
    await engine.dispose()
