"""Who is seated in a game, and what else an order has to know of it, in one question each."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Select, Table, bindparam, exists, select

from store.database import tables
from store.database.prepared import Prepared
from store.games.rows import UNFINISHED, ForOrder, Game, Seat, SeatedRow

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
