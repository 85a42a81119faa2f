"""A store in a file of its own, or in a database of its own where COMMUNIQUE_TEST_POSTGRESQL names a server."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from store import Store
from tests.postgresql import VARIABLE
from tests.tables import postgresql_with_tables, with_tables


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
    if VARIABLE in os.environ:
        return await postgresql_with_tables()
    return f"sqlite:///{with_tables(tmp_path / 'communique.db')}"


@pytest.fixture
async def store(database_url: str, clock: HandSetClock) -> AsyncIterator[Store]:
    opened = await Store.open(database_url, clock=clock)
    yield opened
    await opened.close()


@pytest.fixture
def default_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the database is by default, in a program of its own."""
    monkeypatch.setattr("store.place.DEFAULT_FOLDER", tmp_path / "var")
    return tmp_path / "var" / "communique.db"
