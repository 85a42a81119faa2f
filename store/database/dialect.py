"""All that differs between SQLite and other databases: connections, locking, and the words for what went wrong."""

import json
import os
import sqlite3
from asyncio import Semaphore
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Connection, event, make_url
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidatePoolError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from store.database.prepared import COMPILED, carried_out, is_out_of_step
from store.database.turns import Connections
from store.errors import (
    DatabaseDamaged,
    DatabaseFull,
    DatabaseLocked,
    DatabaseNotSetUp,
    DatabaseUnavailable,
    StoreError,
)
from store.games.rows import JsonText
from store.place import from_repository, make_folder
from store.sqlite.connection import BEGIN_READING, SqliteConnection
from store.sqlite.privacy import make_private

# SQLite numbers rows by itself only in a column that is declared INTEGER; it holds 64 bits there too.
RowId = BigInteger().with_variant(sqlite.INTEGER(), "sqlite")

MOST_PORT = 65_535
CONNECTIONS = 4
SERVER_CONNECTIONS = 8  # of each kind: PostgreSQL takes 100, and opening one takes longer than most queries
LONG_READINGS = 2
ADVISORY = 0x436F6D6D
"""What our advisory locks on PostgreSQL are numbered under; any number that nobody else is likely to take."""
BEGIN_WRITING = "BEGIN IMMEDIATE"

_LOCKED = "The database {place} is locked by another process. Stop that process; a running bot then goes on by itself."
_FULL = "The database {place} cannot grow because the disk is full. Make room; a running bot then goes on by itself."
_DAMAGED = "The file {place} is damaged or is not a database. Put a backup in its place."
_NO_FOLDER = (
    "There is no folder {folder} for the database {place}. Correct the path in DATABASE_URL, or make the folder first."
)
_UNREACHABLE = "The database {place} cannot be opened. Check that its folder exists and is writable."
_READ_ONLY = "The database {place} cannot be written. Check the permissions of the file and its folder."
_NOT_ALLOWED = (
    "The bot may not write to the database {place}. Its user has to own it (ALTER DATABASE ... OWNER TO ...), and its "
    "server must not be a read-only copy."
)
_BROKEN_DISK = "The database {place} could not be read or written because of a disk error."
_NO_URL = (
    "The bot doesn't understand the URL of the database. It should look like sqlite:///var/communique.db or "
    "postgresql://user:password@host/communique, with %40 for @, %3A for : and %2F for / in the password."
)
_NO_OPTION = "The URL of the database has an option {option} that is not known here. Leave it out."
_NO_FILE = "The database must be a file. Give a URL such as sqlite:///var/communique.db."
_NO_DRIVER = (
    "The driver for the database {place} is missing. Install it with "
    ".venv/bin/pip install -r requirements/postgres.lock, then start again."
)
_NO_CERTIFICATE = (
    "The database {place} cannot be reached the way its URL asks. For ssl=verify-ca and verify-full, put the "
    "certificate of its authority in ~/.postgresql/root.crt."
)
_NOT_LET_IN = (
    "The server of the database {place} does not let this bot in. Check the user, password and name in DATABASE_URL."
)
_NO_SERVER = "The database {place} does not answer. Check that its server is running and that the URL is right."

_Failure = tuple[type[StoreError], str]
_SQLITE_FAILURES: dict[int, _Failure] = {
    sqlite3.SQLITE_BUSY: (DatabaseLocked, _LOCKED),
    sqlite3.SQLITE_LOCKED: (DatabaseLocked, _LOCKED),
    sqlite3.SQLITE_FULL: (DatabaseFull, _FULL),
    sqlite3.SQLITE_CORRUPT: (DatabaseDamaged, _DAMAGED),
    sqlite3.SQLITE_NOTADB: (DatabaseDamaged, _DAMAGED),
    sqlite3.SQLITE_CANTOPEN: (DatabaseUnavailable, _UNREACHABLE),
    sqlite3.SQLITE_READONLY: (DatabaseUnavailable, _READ_ONLY),
    sqlite3.SQLITE_PERM: (DatabaseUnavailable, _READ_ONLY),
    sqlite3.SQLITE_IOERR: (DatabaseUnavailable, _BROKEN_DISK),
    sqlite3.SQLITE_IOERR_SHMSIZE: (DatabaseFull, _FULL),  # as a file is opened on a full disk
}
# By the code itself, or by its class, the first two characters.
_SQLSTATE_FAILURES: dict[str, _Failure] = {
    "08": (DatabaseUnavailable, _NO_SERVER),
    "28": (DatabaseNotSetUp, _NOT_LET_IN),
    "3D": (DatabaseNotSetUp, _NOT_LET_IN),
    "53300": (DatabaseUnavailable, _NO_SERVER),
    "57": (DatabaseUnavailable, _NO_SERVER),
    "25006": (DatabaseUnavailable, _NOT_ALLOWED),
    "42501": (DatabaseNotSetUp, _NOT_ALLOWED),
    "40001": (DatabaseLocked, _LOCKED),
    "40P01": (DatabaseLocked, _LOCKED),
    "55P03": (DatabaseLocked, _LOCKED),
    "53100": (DatabaseFull, _FULL),
    "XX001": (DatabaseDamaged, _DAMAGED),
    "XX002": (DatabaseDamaged, _DAMAGED),
}


_SQLITE, _POSTGRESQL = "sqlite+aiosqlite", "postgresql+asyncpg"
_DRIVERS = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL, "postgres": _POSTGRESQL}
_OPTIONS: dict[str, frozenset[str]] = {
    _SQLITE: frozenset(),
    _POSTGRESQL: frozenset({"host", "port", "ssl"}),
}
_OTHER_NAMES = {"sslmode": "ssl"}  # as other drivers say
_SSL = (None, "disable", "allow", "prefer", "require", "verify-ca", "verify-full")


class Engines(NamedTuple):
    """Where to write, where to read, where to ask a single question, and where to read whole logs."""

    writer: Connections
    reader: Connections
    asker: Connections
    long_reader: Connections
    threads: ThreadPoolExecutor | None = None

    async def dispose(self) -> None:
        """Close all connections."""
        for connections in (self.writer, self.reader, self.long_reader):
            await connections.dispose()
        if self.threads is not None:
            self.threads.shutdown(wait=False)


def database_url(url: str) -> URL:
    """The URL with an asynchronous driver and the whole path of a file.

    Raises `DatabaseNotSetUp` for what is no URL, for SQLite in memory, and where the driver is not installed.
    """
    try:
        parsed = make_url(url)
        parsed = parsed.set(
            drivername=_DRIVERS[parsed.drivername.partition("+")[0]],
            query={_OTHER_NAMES.get(name, name): value for name, value in parsed.query.items()},
        )
    except (ArgumentError, KeyError, ValueError) as error:
        raise DatabaseNotSetUp(_NO_URL) from error
    if (parsed.port or 0) > MOST_PORT or "@" in (parsed.host or ""):
        raise DatabaseNotSetUp(_NO_URL)
    strange = set(parsed.query) - _OPTIONS[parsed.drivername]
    if parsed.query.get("ssl") not in _SSL:
        strange.add("ssl")
    if strange:
        raise DatabaseNotSetUp(_NO_OPTION.format(option=min(strange)))
    if parsed.drivername == _POSTGRESQL:
        if find_spec("asyncpg") is None:
            raise DatabaseNotSetUp(_NO_DRIVER.format(place=place_of(parsed)))
        return parsed
    file = sqlite_file(parsed)
    if file is None:
        raise DatabaseNotSetUp(_NO_FILE)
    return parsed.set(database=str(from_repository(file)))


def sqlite_file(url: URL) -> Path | None:
    """The file of a SQLite database; None for one in memory and for other databases."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def place_of(url: URL) -> str:
    """The name of the database for people, without its password."""
    return str(sqlite_file(url) or url.render_as_string(hide_password=True))


def make_place(url: URL) -> bool:
    """Makes the file of a SQLite database, only for its owner; returns whether it is new or empty.

    Raises `DatabaseNotSetUp` where it has no folder, but the default one, which is made too.
    """
    file = sqlite_file(url)
    if file is None:
        return False
    make_folder_of(file)
    is_new = not file.exists() or file.stat().st_size == 0
    make_private(file)
    if file.is_file() and not os.access(file, os.W_OK):  # SQLite itself would say so at the first order.
        raise DatabaseNotSetUp(_READ_ONLY.format(place=file))
    return is_new


def make_folder_of(file: Path) -> None:
    """Makes the folder of a SQLite database where it is the default one; raises `DatabaseNotSetUp` as `make_place`."""
    try:
        make_folder(file.parent)
    except FileNotFoundError as error:
        raise DatabaseNotSetUp(_NO_FOLDER.format(folder=file.parent, place=file)) from error
    except OSError as error:
        raise DatabaseNotSetUp(_UNREACHABLE.format(place=file)) from error


def as_text(value: Any) -> str:
    """JSON in as few characters as it takes."""
    return value if isinstance(value, JsonText) else json.dumps(value, separators=(",", ":"))


def create_engines(url: URL, busy_timeout: float) -> Engines:
    """One writing connection and several reading ones for SQLite; elsewhere several of both.

    `busy_timeout` is how long to wait for another process's lock, in seconds.
    """
    # Secret orders and seeds are written here, and must not appear in the log with a failure.
    create_engine = partial(
        create_async_engine,
        url,
        json_serializer=as_text,
        hide_parameters=True,
        execution_options={"compiled_cache": COMPILED},
    )
    file, place = sqlite_file(url), place_of(url)
    if file is None:
        writer = create_engine(pool_size=SERVER_CONNECTIONS, max_overflow=0)
        reader = create_engine(pool_size=SERVER_CONNECTIONS, max_overflow=0, isolation_level="REPEATABLE READ")
        for each in (writer, reader):
            _leave_what_has_ended(each)
            _leave_what_is_out_of_step(each)
        to_write, to_read = (Connections(each, Semaphore(SERVER_CONNECTIONS), place) for each in (writer, reader))
        return Engines(to_write, to_read, to_read.for_single_questions(), to_read)
    threads = ThreadPoolExecutor(1 + CONNECTIONS + LONG_READINGS, "database")
    connect = partial(SqliteConnection, file, threads, busy_timeout=busy_timeout)

    def engine_of(connections: int, **kind: bool) -> AsyncEngine:
        opened = lambda *_, **__: connect(**kind).open()  # noqa: E731  # the URL is known here
        return create_engine(pool_size=connections, max_overflow=0, async_creator=opened)

    writer, reader = engine_of(1, writes=True), engine_of(CONNECTIONS)
    long_reader = engine_of(LONG_READINGS, at_length=True)
    # What is deleted is overwritten in the file, too.
    # A file that is new can give room back to the disk; one from before could not, until it is copied.
    lasting = (
        "PRAGMA auto_vacuum = INCREMENTAL",
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "PRAGMA secure_delete = ON",
    )
    _prepare_with(writer, *lasting, "PRAGMA foreign_keys = ON")
    _begin_with(writer, BEGIN_WRITING)
    for each in (reader, long_reader):
        _prepare_with(each, "PRAGMA query_only = ON")
        _begin_with(each, BEGIN_READING)
    at_once = {writer: 1, reader: CONNECTIONS, long_reader: LONG_READINGS}
    to_write, to_read, at_length = (Connections(each, Semaphore(many), place) for each, many in at_once.items())
    return Engines(to_write, to_read, to_read, at_length, threads)


def size_query(dialect: str) -> str:
    """What asks a database how many bytes it takes."""
    if dialect == "sqlite":
        return "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    return "SELECT pg_database_size(current_database())"


def _prepare_with(engine: AsyncEngine, *pragmas: str) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(pragma)
        cursor.close()


def _begin_with(engine: AsyncEngine, statement: str) -> None:
    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        carried_out(connection, statement)


def _leave_what_has_ended(engine: AsyncEngine) -> None:
    """Take a new connection where one of the pool has ended meanwhile, as all do when the server restarts."""

    @event.listens_for(engine.sync_engine, "checkout")
    def check(connection: DBAPIConnection, _entry: ConnectionPoolEntry, _proxy: PoolProxiedConnection) -> None:
        driver: Any = connection
        if driver.driver_connection.is_closed():  # as the driver has heard, so that nobody need be asked
            raise InvalidatePoolError


def _leave_what_is_out_of_step(engine: AsyncEngine) -> None:
    @event.listens_for(engine.sync_engine, "handle_error")
    def judge(failure: ExceptionContext) -> None:
        if is_out_of_step(failure.original_exception):
            failure.is_disconnect = True


@contextmanager
def failures_explained(place: str) -> Iterator[None]:
    """Turns what a host or an outage can cause into a `StoreError` with a sentence; bugs pass unchanged."""
    try:
        yield
    except PoolTimeout as error:
        raise DatabaseLocked(_LOCKED.format(place=place)) from error
    except OSError as error:  # A server to which no connection can be made.
        raise DatabaseUnavailable(_NO_SERVER.format(place=place)) from error
    except Exception as error:
        failure = _failure_of(error)
        if failure is None:
            raise
        kind, sentence = failure
        raise kind(sentence.format(place=place)) from error


def _failure_of(error: Exception) -> _Failure | None:
    """What a failure of the driver means, which SQLAlchemy wraps only once a connection stands."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        # The low byte is the kind of failure, the rest says where it happened. Some errors carry no code.
        code = getattr(cause, "sqlite_errorcode", 0)
        return _SQLITE_FAILURES.get(code) or _SQLITE_FAILURES.get(code & 0xFF)
    if (
        cause is not None and type(cause.__cause__).__name__ == "ClientConfigurationError"
    ):  # of a driver that need not be installed
        return DatabaseNotSetUp, _NO_CERTIFICATE
    sqlstate = getattr(cause, "sqlstate", None)
    if sqlstate is None:
        is_cut = isinstance(error, DBAPIError) and error.connection_invalidated
        return (DatabaseUnavailable, _NO_SERVER) if is_cut or isinstance(error, OperationalError) else None
    return _SQLSTATE_FAILURES.get(sqlstate) or _SQLSTATE_FAILURES.get(sqlstate[:2])
