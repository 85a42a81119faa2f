"""Hearing, on PostgreSQL, when another process puts messages in line (LISTEN, NOTIFY)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import BindParameter, Function, func
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from store.errors import DatabaseUnavailable

QUEUED = "communique_queued"


def told_as(name: BindParameter[str]) -> Function[Any]:
    """What a statement selects to tell the other processes, once it is saved, that a process has queued something."""
    return func.pg_notify(QUEUED, name)


class Overheard:
    """What other processes have said since it was last asked for."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._is_lost = False
        self._happened = asyncio.Event()

    async def next(self) -> None:
        """Wait until another process has queued something; raises `DatabaseUnavailable` where nothing is heard."""
        await self._happened.wait()
        self._happened.clear()
        if self._is_lost:
            raise DatabaseUnavailable("The connection that brings messages from other processes is lost.")

    def hear(self, _connection: Any, _process: int, _channel: str, name: str) -> None:
        """Another process, or this one itself, has spoken."""
        if name != self._name:
            self._happened.set()

    def end(self, _connection: Any) -> None:
        """The connection has ended."""
        self._is_lost = True
        self._happened.set()


@asynccontextmanager
async def listen(url: URL, name: str) -> AsyncIterator[Overheard]:
    """A connection of its own on which others are heard than the process of this name."""
    engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    heard = Overheard(name)
    try:
        async with engine.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            driver.add_termination_listener(heard.end)
            await driver.add_listener(QUEUED, heard.hear)
            yield heard
            driver.remove_termination_listener(heard.end)
            await driver.remove_listener(QUEUED, heard.hear)
    finally:
        await engine.dispose()
