"""Opening, reading and writing the database."""

import asyncio
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar, cast

from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from store.clock import Clock, utc_seconds
from store.database.dialect import (
    LONG_READINGS,
    create_engines,
    database_url,
    failures_explained,
    make_place,
    place_of,
    sqlite_file,
)
from store.database.schema import upgrade
from store.database.turns import Connections
from store.errors import StorageChanged
from store.games.figures import Figures, ServerFigures, figures, server_figures
from store.games.reading import ReadTransaction
from store.games.writing import WriteTransaction
from store.outbox.listening import Overheard, listen
from store.sqlite.connection import SqliteConnection
from store.sqlite.guard import Change, Guard
from store.sqlite.mark import Notes

T = TypeVar("T")

PAGES_LEFT_FREE, PAGES_AT_ONCE = 256, 256
DEFAULT_URL = "sqlite+aiosqlite:///var/communique.db"


def is_shared(url: str | URL) -> bool:
    """Whether several bots can share this database."""
    return sqlite_file(database_url(url) if isinstance(url, str) else url) is None


class _FirstAsked:
    """The part of a connection that questions need; the connection is taken with the first of them."""

    def __init__(self, connections: Connections, open_until: AsyncExitStack) -> None:
        self._connections = connections
        self._open_until = open_until
        self._connection: AsyncConnection | None = None

    @property
    def sync_connection(self) -> Connection | None:
        """The connection, once there is one."""
        return self._connection.sync_connection if self._connection is not None else None

    async def execute(self, *question: Any) -> Any:
        """Ask."""
        return await (await self._taken()).execute(*question)

    async def run_sync(self, *question: Any) -> Any:
        """Ask with a statement that is made ready."""
        return await (await self._taken()).run_sync(*question)

    async def _taken(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._open_until.enter_async_context(self._connections.begin())
        return self._connection


class Store:
    """The database of all games. Made by `Store.open`."""

    def __init__(self, url: str, *, clock: Clock, busy_timeout: float) -> None:
        self._url = database_url(url)
        self._place = place_of(self._url)
        self._clock = clock
        self._engines = create_engines(self._url, busy_timeout)
        self._name = secrets.token_hex(4)
        self._is_new = False
        self._long_readings = asyncio.Semaphore(LONG_READINGS)
        self._notes: Notes | None = None
        self._change: Change | None = None
        self.guard: Guard | None = None

    @classmethod
    async def open(cls, url: str = DEFAULT_URL, *, clock: Clock = utc_seconds, busy_timeout: float = 5.0) -> Self:
        """Opens the database, makes or upgrades its tables.

        `busy_timeout` is how long to wait for another process's lock, in seconds. Raises `DatabaseTooNew`,
        `DatabaseLocked`, `DatabaseFull`, `DatabaseDamaged`, `DatabaseUnavailable` or, among these, `DatabaseNotSetUp`,
        each with a sentence for the host.
        """
        store = cls(url, clock=clock, busy_timeout=busy_timeout)
        try:
            await store._make_tables()
        except BaseException:
            await store.close()
            raise
        return store

    async def _make_tables(self) -> None:
        self._is_new = make_place(self._url)
        with failures_explained(self._place):
            async with self._engines.writer.begin() as connection:
                await connection.run_sync(upgrade, self._place)

    @property
    def file(self) -> Path | None:
        """The file of SQLite; None for other databases."""
        return sqlite_file(self._url)

    @property
    def change(self) -> Change | None:
        """What happened to the file, so that nothing is read or written; None where all is well."""
        return self._change

    def refuse(self, change: Change | None) -> None:
        """Read and write nothing from now on, as the file is not what it was; or do so again, where it is."""
        self._change = change

    def note_in(self, notes: Notes) -> None:
        """Say in the mark of the file how far games come from now on."""
        self._notes = notes

    def note_happening(self, happened: str | None, rescued: Path | None = None) -> None:
        """Note in the file's mark what happened to it and where it was copied, or that it is well again."""
        if self._notes is not None:
            self._notes.happening(happened, rescued)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Refuse where the file is not what it was, and explain what fails."""
        self._check_unchanged()
        with failures_explained(self._place):
            yield

    def _check_unchanged(self) -> None:
        if self._change is not None:
            raise StorageChanged(f"{self._change.what}. Nothing is read or written until that is fixed.")

    async def with_open_file(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something in a thread with the connection that writes, which has the file as it was when it was opened.

        Also while everything else is refused. Raises as `write` does, and TypeError where there is no file.
        """
        with failures_explained(self._place):
            async with self._engines.writer.connect() as connection:
                return await _with_driver(connection, work)

    async def read_file(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Read something long from a SQLite file in a thread, without a transaction; raises as `read` does."""
        with self._explained():
            async with self._long_readings, self._engines.long_reader.connect() as connection:
                return await _with_driver(connection, work)

    def now(self) -> int:
        """The time, in UTC seconds."""
        return self._clock()

    @property
    def is_shared(self) -> bool:
        """Whether other bots may play with the same database."""
        return is_shared(self._url)

    @asynccontextmanager
    async def listen(self) -> AsyncIterator[Overheard]:
        """What other processes queue, on a separate connection: where the database can be shared."""
        with failures_explained(self._place):
            async with listen(self._url, self._name) as others:
                yield others

    @property
    def is_new(self) -> bool:
        """Whether there was nothing in the file of SQLite as it was opened."""
        return self._is_new

    @property
    def place(self) -> str:
        """Where the database is, for people; without its password."""
        return self._place

    async def close(self) -> None:
        """Closes all connections."""
        await self._engines.dispose()
        if self._notes is not None:
            self._notes.close()
        if self.guard is not None:
            self.guard.close()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[ReadTransaction]:
        """A moment of the database, for questions."""
        with self._explained():
            async with self._engines.reader.begin() as connection:
                yield ReadTransaction(connection)

    @asynccontextmanager
    async def ask(self) -> AsyncIterator[ReadTransaction]:
        """The same for one question: a distant database is asked in one go, without a transaction around it."""
        with self._explained():
            async with self._engines.asker.connect() as connection:
                yield ReadTransaction(connection)

    @asynccontextmanager
    async def read_if_asked(self) -> AsyncIterator[ReadTransaction]:
        """A moment of the database that begins with the first question, if there is one."""
        with self._explained():
            async with AsyncExitStack() as open_until:
                moment = _FirstAsked(self._engines.reader, open_until)
                yield ReadTransaction(cast("AsyncConnection", moment))

    @asynccontextmanager
    async def read_at_length(self) -> AsyncIterator[ReadTransaction]:
        """The same for whole logs: few at once, so that small requests find a connection at once."""
        with self._explained():
            async with self._long_readings, self._engines.long_reader.begin() as connection:
                yield ReadTransaction(connection)

    async def figures(self) -> Figures:
        """How much there is at this moment."""
        with self._explained():
            async with self._engines.long_reader.begin() as connection:
                return await figures(connection, self._clock())

    async def server_figures(self, guild_id: int) -> ServerFigures:
        """What waits and what fails in a server at this moment."""
        with self._explained():
            async with self._engines.long_reader.begin() as connection:
                return await server_figures(connection, guild_id, self._clock())

    async def empty_journal(self) -> None:
        """Writes the journal beside a SQLite file into the file, so that the file has the size it needs, and the
        journal can be used again, before the disk is ever full.
        """
        if sqlite_file(self._url) is not None:
            with self._explained():
                async with self._engines.reader.begin() as connection:
                    await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    async def forget_journal(self) -> bool:
        """Removes what was deleted from the journal too; returns whether it worked (nobody was reading there)."""
        if sqlite_file(self._url) is None:
            return True
        with self._explained():
            async with self._engines.reader.begin() as connection:
                return not (await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")).scalar_one()

    async def give_room_back(self) -> None:
        """Gives some free room of a SQLite file back to the disk, if the file was made for that. Some stays free for
        what comes next.
        """
        if sqlite_file(self._url) is None:
            return
        with self._explained():
            async with self._engines.writer.begin() as connection:
                free = int((await connection.exec_driver_sql("PRAGMA freelist_count")).scalar_one())
                spare = min(free - PAGES_LEFT_FREE, PAGES_AT_ONCE)
                driver = (await connection.get_raw_connection()).driver_connection
                if spare > 0 and isinstance(driver, SqliteConnection):
                    await driver.shorten(spare)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[WriteTransaction]:
        """A transaction: saved when the block ends, undone when it raises. Nothing else writes meanwhile."""
        with self._explained():
            async with self._engines.writer.begin() as connection:
                self._check_unchanged()  # which may have been found out while others wrote
                writing = WriteTransaction(connection, self._clock, self._name if self.is_shared else None)
                yield writing
            if self._notes is not None:
                self._notes.note(writing.changed)


async def _with_driver(connection: AsyncConnection, work: Callable[[sqlite3.Connection], T]) -> T:
    driver = (await connection.get_raw_connection()).driver_connection
    if not isinstance(driver, SqliteConnection):
        raise TypeError("not a file of SQLite")
    return await driver.in_thread(lambda: work(driver.opened))
