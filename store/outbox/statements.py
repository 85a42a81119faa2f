"""What is asked about messages all the time, each statement made once: to make it takes longer than to carry it out."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from sqlalchemy import (
    CTE,
    BigInteger,
    ColumnElement,
    ScalarSelect,
    Select,
    Text,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    null,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.sql.dml import ReturningUpdate

from store.database import tables
from store.database.prepared import Prepared, given
from store.games.reading import MESSAGE_COLUMNS
from store.games.rows import NewMessage
from store.outbox.listening import told_as

_outbox = tables.outbox
_IN_LINE = tables.in_line(_outbox)
CHANNELS_AT_ONCE = 100
"""How many channels one claim looks at, however many have something waiting."""
_AFTER = bindparam("after", type_=BigInteger)
_NOW, _TOO_FAR = bindparam("now", type_=BigInteger), bindparam("too_far", type_=BigInteger)
_LIMIT = bindparam("room", type_=BigInteger)
_WORKER = given("worker", _outbox.c.claimed_by)
_WITH_FORMER = select(
    *MESSAGE_COLUMNS,
    tables.posts.c.channel_id.label("former_channel_id"),
    tables.posts.c.message_id.label("former_message_id"),
).outerjoin_from(
    _outbox, tables.posts, and_(tables.posts.c.game_id == _outbox.c.game_id, tables.posts.c.role == _outbox.c.role)
)
THESE = tuple(f"this_{number}" for number in range(10))
"""The messages that one statement takes."""
CLOCK_SLACK_SECONDS = 60
"""A time further ahead than any wait was written by a clock that has been set back since."""


def _window() -> CTE:
    """The next channels after this one that have something waiting, found by steps through an index."""
    start = select(_next_channel(_AFTER).label("channel_id"), literal(1).label("step"))
    line = start.cte("line", recursive=True)
    is_before = and_(line.c.channel_id.is_not(None), line.c.step < CHANNELS_AT_ONCE)
    line = line.union_all(select(_next_channel(line.c.channel_id), line.c.step + 1).where(is_before))
    return select(line.c.channel_id).where(line.c.channel_id.is_not(None)).cte("next_channels")


def _next_channel(after: ColumnElement[int]) -> ScalarSelect[int]:
    waiting = _outbox.alias()
    further = and_(tables.in_line(waiting), waiting.c.channel_id > after)
    return select(func.min(waiting.c.channel_id)).where(further).scalar_subquery()


def _heads(window: CTE) -> Select[tuple[int]]:
    """The first waiting message of each of these channels that is not parked."""
    waiting, parked = _outbox.alias(), tables.parked_channels
    of_channel = and_(tables.in_line(waiting), waiting.c.channel_id == window.c.channel_id)
    head = select(func.min(waiting.c.id)).where(of_channel).scalar_subquery()
    is_parked = exists().where(parked.c.channel_id == window.c.channel_id)
    return select(head).select_from(window).where(~is_parked)


def _free(*, at_once: bool) -> ColumnElement[bool]:
    """No worker has it: it waits and its time has come, or the lease on it has run out."""
    due = or_(_outbox.c.not_before <= _NOW, _outbox.c.not_before > _TOO_FAR)
    waiting = _outbox.c.state == "pending" if at_once else and_(_outbox.c.state == "pending", due)
    ended = or_(_outbox.c.lease_until <= _NOW, _outbox.c.lease_until > _TOO_FAR)
    return or_(waiting, and_(_outbox.c.state == "sending", ended))


def _claimable(free: ColumnElement[bool]) -> Select[Any]:
    """What can be claimed in the next channels; how many channels were seen, and the last of them, in each row."""
    window = _window()
    first = _WITH_FORMER.where(_outbox.c.id.in_(_heads(window)), free)
    found = first.order_by(_outbox.c.channel_id).limit(_LIMIT).subquery()
    seen = select(func.count().label("seen"), func.max(window.c.channel_id).label("last")).subquery()
    return select(found, seen).outerjoin_from(seen, found, true())


def _taking(free: ColumnElement[bool]) -> ReturningUpdate[Any]:
    """What claims these messages, some of which may be named twice, if they are still free; gives which they were."""
    values = {
        "state": "sending",
        "attempts": _outbox.c.attempts + 1,
        # The worker that held it before may have sent it and died before saying so.
        "doubtful": or_(_outbox.c.doubtful, _outbox.c.state == "sending"),
        "claimed_by": _WORKER,
        "lease_until": bindparam("held_until", type_=BigInteger),
    }
    these = _outbox.c.id.in_([bindparam(name, type_=BigInteger) for name in THESE])
    return (
        update(_outbox)
        .where(these, free)
        .values(values)
        .returning(_outbox.c.id, _outbox.c.attempts, _outbox.c.doubtful)
    )


_FREE = {at_once: _free(at_once=at_once) for at_once in (False, True)}
CLAIMABLE = {at_once: Prepared(_claimable(free)) for at_once, free in _FREE.items()}
TAKING = {at_once: Prepared(_taking(free)) for at_once, free in _FREE.items()}
_IS_THIS = _outbox.c.id == given("this", _outbox.c.id)
THE_ONE = Prepared(select(*MESSAGE_COLUMNS).where(_IS_THIS))
START = {"state": "pending", "not_before": 0, "attempts": 0, "doubtful": False}
_NEW = (*(each.name for each in fields(NewMessage)), *START, "written_at", "game_id")
_OF_ROLE = and_(
    _outbox.c.game_id == given("of_game", _outbox.c.game_id), _outbox.c.role == given("of_role", _outbox.c.role)
)
DROP_WAITING_EDIT = Prepared(
    delete(_outbox).where(
        _outbox.c.id == select(func.max(_outbox.c.id)).where(_OF_ROLE, _IN_LINE).scalar_subquery(),
        _outbox.c.kind == "edit",
        _outbox.c.state == "pending",
    )
)
NEWER = Prepared(select(_outbox.c.id).where(_OF_ROLE, _outbox.c.id > given("this", _outbox.c.id), _IN_LINE).limit(1))
SET_LAST_MESSAGE = Prepared(
    update(tables.games)
    .where(
        tables.games.c.id == given("of_game", tables.games.c.id),
        tables.games.c.channel_id == given("in_channel", tables.games.c.channel_id),
    )
    .values(last_message_id=given("last", tables.games.c.last_message_id))
)
NEXT = select(_outbox.c.id, _outbox.c.game_id).where(_outbox.c.id.in_(_heads(_window())))


@cache
def queueing(*, is_told: bool) -> Prepared:
    """Puts a message in line and gives its id; where there are other processes they are told of it, by this name."""
    told = (told_as(bindparam("process", type_=Text)),) if is_told else ()
    return Prepared(insert(_outbox).values(_new_values(_NEW)).returning(_outbox.c.id, *told))


@cache
def releasing(names: tuple[str, ...]) -> Prepared:
    """Gives new values for these columns to a message that a worker holds and leaves it; a row where it did hold it."""
    mine = and_(_IS_THIS, _outbox.c.state == "sending", _outbox.c.claimed_by == _WORKER)
    free = {"claimed_by": null(), "lease_until": null()}
    return Prepared(update(_outbox).where(mine).values({**_new_values(names), **free}).returning(_outbox.c.id))


def _new_values(names: Sequence[str]) -> dict[str, ColumnElement[Any]]:
    return {name: given(f"new_{name}", _outbox.c[name]) for name in names}


def as_new(values: Mapping[str, Any]) -> dict[str, Any]:
    """The new values of columns, as these statements take them."""
    return {f"new_{name}": value for name, value in values.items()}
