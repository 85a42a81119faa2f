"""A connection to a SQLite file that goes to a thread only for what may have to wait.

Rows of a few pages are read and written faster than they are handed to a thread and back, so that is done at once.
What may have to wait for the disk is done in a thread: to save, long lists, and all that is asked at length; so is what
finds a lock of another process. It has the face of `aiosqlite.Connection`, as SQLAlchemy expects it; that one
hands every statement to a thread, and takes ten times as long for a row.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

T = TypeVar("T")

AT_ONCE = ("SELECT", "WITH RECURSIVE", "INSERT", "UPDATE", "DELETE", "BEGIN")
BEGIN_READING = "BEGIN"
MANY = 10


class SqliteConnection:
    """One connection; `writes`: what it saves has to reach the disk; `at_length`: everything is done in a thread."""

    def __init__(
        self,
        file: Path,
        threads: ThreadPoolExecutor,
        *,
        busy_timeout: float,
        writes: bool = False,
        at_length: bool = False,
    ) -> None:
        self._file = file
        self._threads = threads
        self._patience = int(busy_timeout * 1000)
        self._writes = writes
        self.at_length = at_length
        # Named as SQLAlchemy looks for it: the connection, None once it is closed.
        self._connection: sqlite3.Connection | None = None

    async def open(self) -> Self:
        """Open the file; raises sqlite3.Error."""
        # It never waits for a lock by itself; `in_thread` does. Without an isolation level BEGIN is left to us.
        # The file is there already: where it is gone while the bot runs, no empty one must take its place.
        place = f"{self._file.absolute().as_uri()}?mode={'rw' if os.name == 'posix' else 'rwc'}"
        self._connection = await self._done(
            lambda: sqlite3.connect(place, uri=True, timeout=0, isolation_level=None, check_same_thread=False)
        )
        return self

    @property
    def opened(self) -> sqlite3.Connection:
        """The connection of the driver; raises ValueError once it is closed."""
        if self._connection is None:
            raise ValueError("no active connection")
        return self._connection

    @property
    def isolation_level(self) -> str | None:
        """None: BEGIN is left to us."""
        return self.opened.isolation_level

    def cursor(self) -> Cursor:
        """A cursor of this connection."""
        return Cursor(self)

    async def create_function(self, *arguments: Any, **options: Any) -> None:
        """Make a function known to SQL."""
        self.opened.create_function(*arguments, **options)

    async def commit(self) -> None:
        """Save what the transaction has changed."""
        connection = self.opened
        if self._writes and connection.in_transaction:
            await self.in_thread(connection.commit)
        else:
            connection.commit()

    async def rollback(self) -> None:
        """Undo what the transaction has changed."""
        self.opened.rollback()

    async def close(self) -> None:
        """Close the connection; a second time nothing happens."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await self._done(connection.close)

    def stop(self) -> None:
        """Close the connection where nobody can wait for it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def may_wait_for(self, statement: str) -> bool:
        """Whether a statement is to be carried out in a thread."""
        if self.at_length:
            return statement != BEGIN_READING
        return not statement.startswith(AT_ONCE)

    async def shorten(self, pages: int) -> None:
        """Give so many free pages of the file back, within a transaction."""
        connection = self.opened

        def work() -> None:
            for _ in range(pages):  # The driver takes only one step of this statement, which is one page.
                connection.execute("PRAGMA incremental_vacuum(1)")

        await self.in_thread(work)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Do something that may wait for a lock, as long as this connection is willing to."""
        connection = self.opened

        def patiently() -> T:
            connection.execute(f"PRAGMA busy_timeout = {self._patience}")
            try:
                return work()
            finally:
                connection.execute("PRAGMA busy_timeout = 0")

        return await self._done(patiently)

    async def _done(self, work: Callable[[], T]) -> T:
        """Do something in a thread; a caller that is cancelled meanwhile waits until it is done, so that nothing
        overlaps."""
        loop = asyncio.get_running_loop()
        try:
            doing = self._threads.submit(work)
        except RuntimeError:  # The store is closed; whoever was still asking gives the connection back.
            return work()
        cancelled: asyncio.CancelledError | None = None
        while not doing.done():
            # Woken by the thread itself: while the loop is busy, each of its turns counts for those who wait to write.
            woken: asyncio.Future[None] = loop.create_future()
            doing.add_done_callback(partial(_wake_from_thread, loop, woken))
            try:
                await woken
            except asyncio.CancelledError as error:
                cancelled = error
        if cancelled is not None:
            raise cancelled
        return doing.result()


def _wake_from_thread(loop: asyncio.AbstractEventLoop, woken: asyncio.Future[None], _: Future[Any]) -> None:
    with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
        loop.call_soon_threadsafe(_wake, woken)


def _wake(woken: asyncio.Future[None]) -> None:
    if not woken.done():
        woken.set_result(None)


class Cursor:
    """Statements of a connection, and their rows."""

    arraysize = 1

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection
        self._cursor = connection.opened.cursor()
        self._rows: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    @property
    def description(self) -> Any:
        """The columns of the rows."""
        return self._cursor.description

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        return self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The number of the row that was inserted last."""
        return self._cursor.lastrowid

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Self:
        """Carry out a statement; raises sqlite3.Error."""

        def work() -> list[Any]:
            try:
                return self._cursor.execute(statement, parameters).fetchall()
            except (UnicodeDecodeError, sqlite3.OperationalError) as error:
                if hasattr(error, "sqlite_errorcode"):
                    raise
                raise as_damaged(str(error)) from error  # a text that is none

        if self._connection.may_wait_for(statement):
            self._rows = await self._connection.in_thread(work)
            return self
        try:
            self._rows = work()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            self._rows = await self._connection.in_thread(work)
        return self

    async def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> Self:
        """Carry out a statement for each of these; raises sqlite3.Error."""
        rows = list(parameters)
        if len(rows) > MANY:
            await self._connection.in_thread(lambda: self._cursor.executemany(statement, rows))
        else:
            self._cursor.executemany(statement, rows)
        return self

    async def fetchall(self) -> list[Any]:
        """The rows of the last statement."""
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Forget the rows."""
        self._cursor.close()


def as_damaged(what: str) -> sqlite3.DatabaseError:
    """The error that SQLite has for pages that contradict each other."""
    found = sqlite3.DatabaseError(what)
    found.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return found
