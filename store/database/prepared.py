"""Statements of which as much as possible is done once for each kind of database: compiled, or made ready altogether.

What SQLAlchemy does anew for each that it carries out, finding its text, binding values, describing rows, takes four
times as long as SQLite needs for them. Here it is done the first time; from then on the driver gets text and values,
that of SQLite at once where nothing has to be waited for.
What is compiled it keeps by itself for each engine, and what reads, what writes and what reads at length are engines of
their own.
"""

from __future__ import annotations

import sqlite3
from collections import namedtuple
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, Dialect, Select, bindparam
from sqlalchemy.engine import Compiled
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.compiler import ExpandedState
from sqlalchemy.sql.dml import UpdateBase

from store.sqlite.connection import SqliteConnection

MOST = 500
"""More than the bot has statements; beyond that all are compiled anew."""


class CompiledStatements(dict[Any, Compiled]):
    """By the kind of database instead of its dialect, of which each engine has its own, made with the same options."""

    def get(self, key: Any, default: Any = None) -> Any:
        """What a statement was compiled to."""
        return super().get(_by_kind(key), default)

    def __setitem__(self, key: Any, compiled: Compiled) -> None:
        """Keep what a statement was compiled to."""
        if len(self) >= MOST:
            self.clear()
        super().__setitem__(_by_kind(key), compiled)


def _by_kind(key: Any) -> Any:
    dialect, *statement = key
    return dialect.name, *statement


COMPILED = CompiledStatements()


def given(name: str, column: ColumnElement[Any]) -> BindParameter[Any]:
    """A value that a statement is given by this name each time, of the type of a column."""
    return bindparam(name, type_=column.type)


class Prepared:
    """A statement with named values, none of which is a list."""

    def __init__(self, statement: Select[Any] | UpdateBase) -> None:
        self._statement = statement
        self._ready: dict[str, _Ready] = {}

    async def rows(self, connection: AsyncConnection, values: Mapping[str, Any]) -> Sequence[Any]:
        """Carry it out, and give its rows with their columns by name; raises what SQLAlchemy would raise."""
        found = self._rows_at_once(connection.sync_connection, values)
        return await connection.run_sync(self._rows, values) if found is None else found

    def _rows_at_once(self, connection: Connection | None, values: Mapping[str, Any]) -> Sequence[Any] | None:
        """None where it may have to wait, or fails: then it is carried out as usual, which waits, or tells why."""
        if connection is None or connection.invalidated or not connection.in_transaction():
            return None
        driver = connection.connection.driver_connection
        if not isinstance(driver, SqliteConnection):
            return None
        ready = self._ready_for(connection.dialect, values)
        if driver.may_wait_for(ready.text):
            return None
        bound = ready.bound(values)
        _tell(connection.dispatch.before_cursor_execute, connection, None, ready.text, bound)
        try:
            rows = driver.opened.execute(ready.text, bound).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if driver.opened.in_transaction:
                return None
            # On a full disk SQLite ends the transaction itself: carried out again, this part would be saved alone.
            raise _as_raised(error, ready.text, connection.dialect) from error
        _tell(connection.dispatch.after_cursor_execute, connection, None, ready.text, bound)
        return ready.read(rows)

    def _rows(self, connection: Connection, values: Mapping[str, Any]) -> Sequence[Any]:
        ready = self._ready_for(connection.dialect, values)
        if not connection.in_transaction():
            connection.begin()
        return ready.read(carried_out(connection, ready.text, ready.bound(values)))

    def _ready_for(self, dialect: Dialect, values: Mapping[str, Any]) -> _Ready:
        ready = self._ready.get(dialect.name)
        if ready is None:
            ready = self._ready[dialect.name] = _Ready(self._statement, dialect, values)
        return ready


class _Ready:
    """A statement as one kind of database takes it."""

    def __init__(self, statement: Select[Any] | UpdateBase, dialect: Dialect, values: Mapping[str, Any]) -> None:
        compiled: Any = statement.compile(dialect=dialect)
        whole: ExpandedState = compiled.construct_expanded_state(dict(values))
        names = whole.positiontup or ()
        if lists := values.keys() - set(names):
            raise ValueError(f"lists, or no values of this statement: {lists}")
        self.text = whole.statement
        writers: dict[str, Any] = {
            name: parameter.type.dialect_impl(dialect).bind_processor(dialect)
            for name, parameter in compiled.binds.items()
        }
        writers.update(whole.processors)
        self._places = [(name, name in values, whole.parameters[name], writers.get(name)) for name in names]
        columns = statement.exported_columns
        row: Any = namedtuple("Row", [str(column.name) for column in columns])  # type: ignore[misc]  # found out here
        self._as_row = row._make
        found = (column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns)
        self._readers = [(place, reader) for place, reader in enumerate(found) if reader is not None]

    def bound(self, values: Mapping[str, Any]) -> Sequence[Any]:
        """The values in their places, with those that are always the same, as the driver takes them."""
        given = ((values[name] if is_given else own, write) for name, is_given, own, write in self._places)
        return tuple(value if write is None else write(value) for value, write in given)

    def read(self, rows: Sequence[Sequence[Any]]) -> Sequence[Any]:
        """The rows of the driver as they are meant."""
        found = []
        for row in rows:
            values = list(row)
            for place, reader in self._readers:
                values[place] = reader(values[place])
            found.append(self._as_row(values))
        return found


def is_out_of_step(error: BaseException) -> bool:
    """Whether the driver of PostgreSQL can use a connection no more: the server is just cutting it off, for example."""
    return type(error).__name__ == "InternalClientError"  # The driver need not be installed.


def carried_out(connection: Connection, text: str, values: Sequence[Any] = ()) -> Sequence[Sequence[Any]]:
    """The rows of a statement, as the driver gives them; raises what SQLAlchemy would raise."""
    dialect, cursor = connection.dialect, connection.connection.cursor()
    _tell(connection.dispatch.before_cursor_execute, connection, cursor, text, values)
    try:
        cursor.execute(text, values)
        rows = cursor.fetchall()
        cursor.close()
    except BaseException as error:
        driver: Any = dialect.loaded_dbapi.Error
        if not isinstance(error, driver):
            if not isinstance(error, Exception):  # cut short, so that nobody knows what the connection still waits for
                connection.invalidate(error)
            raise
        is_lost = is_out_of_step(error) or dialect.is_disconnect(error, None, cursor)
        if is_lost:
            connection.invalidate(error)
        raise _as_raised(error, text, dialect, is_lost=is_lost) from error
    _tell(connection.dispatch.after_cursor_execute, connection, cursor, text, values)
    return rows


def _as_raised(error: Exception, text: str, dialect: Dialect, *, is_lost: bool = False) -> Exception:
    """As SQLAlchemy raises it, without the values of the statement."""
    return DBAPIError.instance(
        text,
        None,
        error,
        dialect.loaded_dbapi.Error,
        hide_parameters=True,
        connection_invalidated=is_lost,
        dialect=dialect,
    )


def _tell(listeners: Iterable[Any], connection: Connection, cursor: Any, text: str, values: Sequence[Any]) -> None:
    """Tell those who listen to statements, as SQLAlchemy does."""
    for hear in listeners:
        hear(connection, cursor, text, values, None, False)
