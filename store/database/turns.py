"""Connections for those who come, in the order in which they come.

The pool of SQLAlchemy gives one that is free again to whoever asks next, so that in a crowd those who have waited
longest go on waiting, and it refuses them after half a minute.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from store.errors import DatabaseLocked

LONGEST_WAIT_SECONDS = 300.0
"""An order waits for two or three connections at most, and Discord takes its answer for 15 minutes."""
_CROWDED = (
    "So many wait for the database {place} that one of them had no turn within {minutes:g} minutes. If this happens "
    "often, the machine is too slow for so many players."
)


class Connections:
    """The connections of an engine, as many as `turns` has room for; whoever finds none waits behind all before."""

    def __init__(self, engine: AsyncEngine, turns: asyncio.Semaphore, place: str) -> None:
        self._engine = engine
        self._turns = turns
        self._place = place

    def for_single_questions(self) -> "Connections":
        """The same connections without transactions."""
        return Connections(self._engine.execution_options(isolation_level="AUTOCOMMIT"), self._turns, self._place)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, saved at the end and undone where that fails; raises DatabaseLocked after minutes in vain."""
        await self._wait()
        try:
            async with self._engine.begin() as connection:
                yield connection
        finally:
            self._turns.release()

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """A connection; raises as `begin` does."""
        await self._wait()
        try:
            async with self._engine.connect() as connection:
                yield connection
        finally:
            self._turns.release()

    async def dispose(self) -> None:
        """Close them all."""
        await self._engine.dispose()

    async def _wait(self) -> None:
        if not self._turns.locked():
            await self._turns.acquire()
            return
        try:
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                await self._turns.acquire()
        except TimeoutError as error:
            minutes = LONGEST_WAIT_SECONDS / 60
            raise DatabaseLocked(_CROWDED.format(place=self._place, minutes=minutes)) from error
