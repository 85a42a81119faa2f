"""What an order asks of its game, and how its change claims the next version: one statement each, with packed events.

The claim lets only one of several changes succeed. PostgreSQL logs an order and saves the state after it with the same
statement; with SQLite the database is never far away.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Select,
    Table,
    Update,
    bindparam,
    exists,
    func,
    insert,
    null,
    select,
    true,
    update,
)

from store.database import tables
from store.database.dialect import as_text
from store.database.prepared import Prepared, given
from store.games.rows import UNFINISHED, ForOrder, Game, GameStatus, JsonObject, JsonText, Seat, SeatedRow

_LEVEL = 6
# Entries are short, so without it each would have to learn again what all events look like. Never change it.
_WORDS = (
    b'"audience":"all","power":"soviet_union","germany","united_kingdom","japan","united_states","territory","round":'
    b'"unit":"infantry","artillery","tank","fighter","bomber","submarine","transport","destroyer","carrier","battleship"'
    b'"treasuries":{"owners":{"turn":{"memory":{"purchased":{"promises":{"requests":[],"battle":null,"step":null'
    b'{"kind":"order_undone","index":0,"patch":{"pieces":{},"removed":[]'
    b'{"kind":"units_moved","pieces":["path":["aboard":null,"space":"moved":1,"number":1,"id":"'
    b'[{"kind":"order_taken","order":{"action":{"type":"move","units":{"infantry":1}},"patch":{"'
)


def packed(events: Sequence[JsonObject] | JsonText) -> bytes:
    """Events as they are stored."""
    packing = zlib.compressobj(_LEVEL, zdict=_WORDS)
    return packing.compress(as_text(events).encode()) + packing.flush()


def unpacked(stored: bytes) -> str:
    """The text of events that were packed; raises zlib.error where they are damaged."""
    return zlib.decompressobj(zdict=_WORDS).decompress(stored).decode()


IS_UNFINISHED = tables.games.c.status.in_(UNFINISHED)
_OWN = {"seed", "open_roll", "is_grown", "is_counted", "fight_all"}
"""Columns of games that are secret, or of no interest but to the store."""
GAME_COLUMNS = [
    *(column for column in tables.games.c if column.name not in _OWN),
    tables.games.c.open_roll.is_not(None).label("roll_is_open"),
]
GAME_NAMES = [column.name for column in GAME_COLUMNS]


def _seated() -> Select[Any]:
    """Games, a row for each seat taken, or one where none is."""
    games, seats = tables.games, tables.seats
    joined = games.outerjoin(seats, seats.c.game_id == games.c.id)
    return (
        select(*GAME_COLUMNS, seats.c.power, seats.c.user_id, seats.c.deputy_id, seats.c.lender_id)
        .select_from(joined)
        .order_by(seats.c.power)
    )


def _with_what_orders_ask(seated: Select[Any], game: ColumnElement[int]) -> Select[Any]:
    def has(table: Table, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
        return exists().where(table.c.game_id == game, *conditions)

    return seated.add_columns(
        has(tables.log, tables.log.c.cause == bindparam("cause")).label("is_done"),
        has(tables.standing_orders).label("has_standing_orders"),
        has(tables.proposals, tables.proposals.c.status == "open").label("has_open_proposals"),
        tables.games.c.fight_all,
    )


_GAME = bindparam("game_id", type_=BigInteger)
_HERE = bindparam("channel_id", type_=BigInteger)
_GAME_HERE = (
    select(tables.games.c.id)
    .where(tables.games.c.channel_id == _HERE)
    .order_by(IS_UNFINISHED.desc(), tables.games.c.id.desc())
    .limit(1)
    .scalar_subquery()
)
_IS_PARKED = exists().where(tables.parked_channels.c.channel_id == _HERE).label("is_parked")

_BY_ID = _seated().where(tables.games.c.id == _GAME)
_BY_CHANNEL = _seated().where(tables.games.c.id == _GAME_HERE).add_columns(_IS_PARKED)
SEATED_BY_ID, SEATED_HERE = Prepared(_BY_ID), Prepared(_BY_CHANNEL)
FOR_ORDER = Prepared(_with_what_orders_ask(_BY_ID, _GAME))
FOR_ORDER_HERE = Prepared(_with_what_orders_ask(_BY_CHANNEL, tables.games.c.id))


def game_of(row: Sequence[Any]) -> Game:
    """The game that stands first in a row."""
    return Game(**dict(zip(GAME_NAMES, row, strict=False)))


def seated_row(rows: Sequence[Any], *, is_parked: bool = False) -> SeatedRow:
    """A game with its seats."""
    taken = (row for row in rows if row.power is not None)
    seats = tuple(Seat(row.power, row.user_id, row.deputy_id, row.lender_id) for row in taken)
    return SeatedRow(game_of(rows[0]), seats, bool(is_parked))


def for_order(rows: Sequence[Any], *, is_parked: bool = False) -> ForOrder:
    """The same with what else an order has to know."""
    row = rows[0]
    return ForOrder(
        seated_row(rows, is_parked=is_parked),
        bool(row.is_done),
        bool(row.has_standing_orders),
        bool(row.has_open_proposals),
        row.fight_all,
    )


_games, _log, _states = tables.games, tables.log, tables.states


class Shape(NamedTuple):
    """Which parts the statement of a claim has."""

    has_cause: bool
    has_entries: bool
    keeps_state: bool
    opens_roll: bool
    closes_roll: bool
    status: GameStatus | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The change to make to a game.

    cause: the interaction that it leads from, which may not be on record. entries, rolls: how many are logged.
    keeps_state: a position is kept beside the former ones. opens: the roll that is written down; closes_roll: this is
    what the one on record led to. now: the time, where there is a new status.
    """

    game_id: int
    expected_version: int
    cause: str | None = None
    entries: int = 0
    rolls: int = 0
    keeps_state: bool = False
    status: GameStatus | None = None
    winner: str | None = None
    now: int = 0
    opens: JsonObject | None = None
    closes_roll: bool = False

    def statement(self) -> Prepared:
        """What claims the version and gives the game as it is then, or nothing where that cannot be."""
        return _prepared_claim(self._shape())

    def statement_with_order(self) -> Prepared:
        """The same, which logs an entry and saves a state as well: they are in `row_of` each."""
        return _with_order(self._shape())

    def values(self) -> dict[str, Any]:
        """The values for either."""
        values: dict[str, Any] = {"claimed": self.game_id, "expected": self.expected_version}
        if self.cause is not None:
            values["cause"] = self.cause
        if self.entries:
            values |= {"more_entries": self.entries, "more_rolls": self.rolls}
        if self.opens is not None:
            values["opened"] = self.opens
        if self.status is not None:
            values |= {"won_by": self.winner, "now": self.now}
        return values

    def _shape(self) -> Shape:
        return Shape(
            self.cause is not None,
            bool(self.entries),
            self.keeps_state,
            self.opens is not None,
            self.closes_roll,
            self.status,
        )


@cache
def _prepared_claim(shape: Shape) -> Prepared:
    return Prepared(_claiming(shape))


def _claiming(shape: Shape) -> Update:
    change = update(_games).where(
        _games.c.id == given("claimed", _games.c.id), _games.c.version == given("expected", _games.c.version)
    )
    if not shape.closes_roll:
        change = change.where(_games.c.open_roll.is_(None))
    if shape.status in UNFINISHED:
        change = change.where(_games.c.status.in_(UNFINISHED))
    if shape.has_cause:
        is_done = exists().where(_log.c.game_id == _games.c.id, _log.c.cause == given("cause", _log.c.cause))
        change = change.where(~is_done)
    values: dict[str, Any] = {"version": _games.c.version + 1}
    values["open_roll"] = given("opened", _games.c.open_roll) if shape.opens_roll else null()
    if shape.keeps_state:
        values["is_grown"] = true()
    if shape.has_entries:
        values["seq"] = _games.c.seq + given("more_entries", _games.c.seq)
        values["next_roll"] = _games.c.next_roll + given("more_rolls", _games.c.next_roll)
    if shape.status is not None:
        values |= _status_values(shape.status)
    return change.values(values).returning(*GAME_COLUMNS)


def _status_values(status: GameStatus) -> dict[str, Any]:
    now = given("now", _games.c.created_at)
    values: dict[str, Any] = {"status": status, "winner": given("won_by", _games.c.winner)}
    values["ended_at"] = null() if status in UNFINISHED else now
    if status == "running":
        values["started_at"] = func.coalesce(_games.c.started_at, now)
    return values


def row_of(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a row of the log or of a state, as the statement with an order takes them."""
    return {f"{table.name}_{name}": value for name, value in values.items()}


@cache
def _with_order(shape: Shape) -> Prepared:
    claimed = _claiming(shape).cte("claimed")
    place: dict[str, ColumnElement[Any]] = {"game_id": claimed.c.id, "seq": claimed.c.seq}
    entry = place | _row_given(_log, _ENTRY)
    logged = insert(_log).from_select(list(entry), select(*entry.values())).cte("logged")
    state = _row_given(_states, _STATE)
    same = _states.c.game_id == claimed.c.id, _states.c.phase_key == state["phase_key"]
    superseding = update(_states).where(*same).values({"seq": claimed.c.seq, **state})
    superseded = superseding.returning(_states.c.game_id).cte("superseded")
    new = place | state
    is_first = ~exists().where(superseded.c.game_id == claimed.c.id)
    saved = insert(_states).from_select(list(new), select(*new.values()).where(is_first)).cte("saved")
    whole: Select[Any] = select(*claimed.c).add_cte(logged, saved)
    return Prepared(whole)


_ENTRY = [column for column in _log.c if column.name not in ("game_id", "seq", "rolled_back_by")]
_STATE = [column for column in _states.c if column.name not in ("game_id", "seq")]


def _row_given(table: Table, columns: Sequence[Column[Any]]) -> dict[str, ColumnElement[Any]]:
    return {column.name: given(f"{table.name}_{column.name}", column) for column in columns}


SUPERSEDE = Prepared(
    update(_states)
    .where(
        _states.c.game_id == given("of_game", _states.c.game_id),
        _states.c.phase_key == given("of_phase", _states.c.phase_key),
    )
    .values({name: given(f"new_{name}", _states.c[name]) for name in ("seq", "acting", "format", "body")})
    .returning(_states.c.game_id)
)
"""The last state in place of the one before it in its phase; a row where there was one."""
LOG_ENTRY = Prepared(insert(_log).values(_row_given(_log, [*_log.primary_key, *_ENTRY])))
"""An entry of the log, its values as in `row_of`."""
