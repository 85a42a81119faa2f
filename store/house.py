"""What the house plays: the games in which it has a seat, and why it ordered what it did."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, exists, insert, literal, select, update

from store.database import tables
from store.games.reading import ReadTransaction
from store.games.rows import JsonObject
from store.games.writing import WriteTransaction

_HAS_A_SEAT = and_(tables.games.c.house.is_not(None), tables.games.c.status == literal("running", literal_execute=True))
_IS_ALONE = ~exists().where(tables.seats.c.game_id == tables.games.c.id)


@dataclass(frozen=True, slots=True)
class HousesGame:
    """A running game in which the house has a seat, how often it has changed, and whether nobody else has one."""

    game_id: int
    version: int
    is_alone: bool


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why the house ordered something: the first entry of the log that it led to, its phase, and the particulars."""

    seq: int
    phase_key: str
    body: JsonObject


async def games_of_the_house(read: ReadTransaction) -> tuple[HousesGame, ...]:
    """Running games in which the house has a seat, oldest first."""
    games = tables.games.c
    query = select(games.id, games.version, _IS_ALONE.label("is_alone")).where(_HAS_A_SEAT).order_by(games.id)
    rows = (await read.connection.execute(query)).all()
    return tuple(HousesGame(row.id, row.version, row.is_alone) for row in rows)


async def agreed_where_it_is_alone(read: ReadTransaction, guild_id: int) -> tuple[JsonObject | None, ...]:
    """What the tables of a server agreed on at which nobody but the house has a seat in a running game."""
    games = tables.games.c
    query = select(games.customs).where(games.guild_id == guild_id, _HAS_A_SEAT, _IS_ALONE)
    return tuple((await read.connection.execute(query)).scalars())


async def keep_house(write: WriteTransaction, game_id: int, house: Mapping[str, str]) -> None:
    """Say which powers the house plays at which level; call `commit_turn` first."""
    games = tables.games
    values: dict[str, Any] = {"house": dict(house) or None}
    await write.connection.execute(update(games).where(games.c.id == game_id).values(values))


async def keep_reasons(write: WriteTransaction, game_id: int, reasons: Reasons) -> None:
    """Keep why the house ordered what was logged with this transaction; call `commit_turn` first."""
    values = {"seq": reasons.seq, "phase_key": reasons.phase_key, "body": dict(reasons.body)}
    await write.connection.execute(insert(tables.reasons).values(game_id=game_id, **values))


async def last_reasons(read: ReadTransaction, game_id: int, most: int) -> tuple[Reasons, ...]:
    """Why the house ordered what it did, the latest first; without what was rolled back."""
    reasons, log = tables.reasons.c, tables.log.c
    query = (
        select(reasons.seq, reasons.phase_key, reasons.body)
        .join(tables.log, (log.game_id == reasons.game_id) & (log.seq == reasons.seq))
        .where(reasons.game_id == game_id, log.rolled_back_by.is_(None))
        .order_by(reasons.seq.desc())
        .limit(most)
    )
    return tuple(Reasons(**row._mapping) for row in (await read.connection.execute(query)).all())


async def last_of_a_person(read: ReadTransaction, game_id: int) -> int:
    """The last entry of the log that a person has led to by themselves; 0 where there is none."""
    log = tables.log.c
    query = select(log.seq).where(log.game_id == game_id, log.auto.is_(None)).order_by(log.seq.desc()).limit(1)
    return (await read.connection.execute(query)).scalar() or 0


async def last_order(read: ReadTransaction, game_id: int) -> tuple[str, str]:
    """The cause and the type of what was logged last; empty where there is nothing."""
    log = tables.log.c
    query = select(log.cause, log.action).where(log.game_id == game_id).order_by(log.seq.desc()).limit(1)
    row = (await read.connection.execute(query)).one_or_none()
    return (row.cause, str(row.action["type"])) if row else ("", "")
