"""Rolls as players look them up: some of a game's many, found by their number, their place and their turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select

from store.database import tables
from store.games.reading import ReadTransaction
from store.games.rows import LoggedRoll

rolls, log = tables.rolls.c, tables.log.c


@dataclass(frozen=True, slots=True)
class FallenRoll(LoggedRoll):
    """A roll on record, and whether it counts: `order` is the kind of action that it was rolled for."""

    order: str
    is_rolled_back: bool


@dataclass(frozen=True, slots=True)
class RollsWanted:
    """Rolls of the entries after `first` up to and with `last`; those of a place are told apart by why they fell.

    open_until: the last entry that everybody may know of; what was rolled back counts among these, wherever it stood.
    begins, ends: with what words the reason begins or ends, one of them; nothing for all.
    """

    open_until: int
    first: int = 0
    last: int | None = None
    begins: Sequence[str] = ()
    ends: Sequence[str] = ()


_WITH_LOG = tables.rolls, tables.log, and_(log.game_id == rolls.game_id, log.seq == rolls.seq)


def _is_open(until: int) -> ColumnElement[bool]:
    return or_(rolls.seq <= until, log.rolled_back_by.is_not(None))


async def count_rolls(read: ReadTransaction, game_id: int, open_until: int) -> tuple[int, int]:
    """How many rolls there are that everybody may know of (`RollsWanted`), and how many dice they have."""
    dice = func.coalesce(func.sum(func.json_array_length(rolls.faces)), 0)
    query = select(func.count(), dice).join_from(*_WITH_LOG).where(rolls.game_id == game_id, _is_open(open_until))
    found = (await read.connection.execute(query)).one()
    return int(found[0]), int(found[1])


async def rolls_from(
    read: ReadTransaction, game_id: int, wanted: RollsWanted, number: int, most: int
) -> list[FallenRoll]:
    """The first so many from a number on."""
    return await _rolls(read, game_id, wanted, rolls.number >= number, rolls.number.asc(), most)


async def rolls_before(
    read: ReadTransaction, game_id: int, wanted: RollsWanted, number: int | None, most: int
) -> list[FallenRoll]:
    """The last so many before a number, or of all, in their order."""
    before = [] if number is None else [rolls.number < number]
    found = await _rolls(read, game_id, wanted, and_(True, *before), rolls.number.desc(), most)
    return found[::-1]


async def _rolls(
    read: ReadTransaction, game_id: int, wanted: RollsWanted, which: ColumnElement[bool], order: Any, most: int
) -> list[FallenRoll]:
    kind = log.action["type"].as_string().label("order")
    query = (
        select(rolls.number, rolls.cause, rolls.why, rolls.faces, rolls.seq, kind, log.rolled_back_by)
        .join_from(*_WITH_LOG)
        .where(rolls.game_id == game_id, _is_open(wanted.open_until), rolls.seq > wanted.first, which)
    )
    if wanted.last is not None:
        query = query.where(rolls.seq <= wanted.last)
    ways = [rolls.why.startswith(words, autoescape=True) for words in wanted.begins]
    if ways := ways + [rolls.why.endswith(words, autoescape=True) for words in wanted.ends]:
        query = query.where(or_(*ways))
    rows = (await read.connection.execute(query.order_by(order).limit(most))).all()
    return [
        FallenRoll(row.number, row.cause, row.why, tuple(row.faces), row.seq, row.order, row.rolled_back_by is not None)
        for row in rows
    ]


async def end_of_order(read: ReadTransaction, game_id: int, seq: int) -> int:
    """The last entry of the order that followed an entry; that entry where none has followed."""
    following = select(log.cause).where(log.game_id == game_id, log.seq == seq + 1).scalar_subquery()
    query = select(func.max(log.seq)).where(log.game_id == game_id, log.cause == following)
    return int((await read.connection.execute(query)).scalar() or seq)
