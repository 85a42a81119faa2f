"""A store in a file of its own, or, where COMMUNIQUE_TEST_POSTGRESQL holds a URL, in that database emptied first."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from store import Store
from tests.tables import with_tables


class HandSetClock:
    """Stands still until it is set."""

    def __init__(self) -> None:
        self.now = 1_790_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> HandSetClock:
    return HandSetClock()


@pytest.fixture
async def database_url(tmp_path: Path) -> str:
    url = os.environ.get("COMMUNIQUE_TEST_POSTGRESQL")
    if url is None:
        return f"sqlite:///{with_tables(tmp_path / 'communique.db')}"
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await engine.dispose()
    return url


@pytest.fixture
async def store(database_url: str, clock: HandSetClock) -> AsyncIterator[Store]:
    opened = await Store.open(database_url, clock=clock)
    yield opened
    await opened.close()
