"""Messages on their way to Discord: at least once each, in order within a channel."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Update, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from store import tables
from store.clock import Clock
from store.errors import LeaseLost, UnreadableMessage
from store.overhearing import told_as
from store.reading import MESSAGE_COLUMNS
from store.rows import Message, NewMessage, tag_of, values_of
from store.upsert import put

_outbox = tables.outbox
_UNDER_WAY = ("pending", "sending")
_WITH_FORMER = select(
    *MESSAGE_COLUMNS,
    tables.posts.c.channel_id.label("former_channel_id"),
    tables.posts.c.message_id.label("former_message_id"),
).outerjoin_from(
    _outbox, tables.posts, and_(tables.posts.c.game_id == _outbox.c.game_id, tables.posts.c.role == _outbox.c.role)
)
CLOCK_SLACK_SECONDS = 60
"""What lies further ahead than anybody waits was written by a clock that has been put back since."""


class Outbox:
    """The outbox within a transaction.

    A worker claims messages for a while (the lease), sends them outside any transaction, then says how it went:
    `mark_sent`, `retry`, `park_message` or `park_channel`. Of each channel only the first waiting message can be
    claimed, so the order holds with any number of workers.
    """

    def __init__(self, connection: AsyncConnection, clock: Clock, process: str | None = None) -> None:
        """`process`: as whom others are told of what is put in line; None where there are none."""
        self._connection = connection
        self._clock = clock
        self._told = () if process is None else (told_as(process),)

    async def enqueue(self, game_id: int, messages: Sequence[NewMessage]) -> tuple[int, ...]:
        """Puts messages in line and returns their ids; an edit replaces a waiting edit of the same post."""
        ids = []
        for message in messages:
            if message.kind == "edit" and message.role is not None:
                await self._drop_waiting_edit(game_id, message)
            start = {"state": "pending", "not_before": 0, "attempts": 0, "doubtful": False, "written_at": self._clock()}
            queued = insert(_outbox).values(**values_of(message), **start, game_id=game_id)
            ids.append((await self._connection.execute(queued.returning(_outbox.c.id, *self._told))).scalar_one())
        return tuple(ids)

    async def _drop_waiting_edit(self, game_id: int, edit: NewMessage) -> None:
        same_post = (_outbox.c.game_id == game_id) & (_outbox.c.role == edit.role)
        waiting = select(func.max(_outbox.c.id)).where(same_post, _outbox.c.state.in_(_UNDER_WAY))
        last_id = (await self._connection.execute(waiting)).scalar()
        replaced = and_(_outbox.c.id == last_id, _outbox.c.kind == "edit", _outbox.c.state == "pending")
        await self._connection.execute(delete(_outbox).where(replaced))

    async def claim(
        self, worker: str, lease: int, limit: int, *, busy: Collection[int] = (), at_once: bool = False
    ) -> tuple[Message, ...]:
        """Takes up to `limit` messages for `lease` seconds, oldest first, at most one per channel.

        Of `busy` channels none is taken; with `at_once` also what is to be tried again later. An edit or delete by role
        comes with the id of the post it means, or without one if there is none (any more). Raises `UnreadableMessage`
        before anything is changed.
        """
        free = _free(self._clock(), at_once=at_once)
        query = _WITH_FORMER.where(_outbox.c.id.in_(self._heads()), free)
        if busy:
            query = query.where(_outbox.c.channel_id.not_in(busy))
        rows = (await self._rows(query.order_by(_outbox.c.id).limit(limit))) if limit else []
        taken = [await self._take(message, worker, lease, free) for message in rows]
        return tuple(message for message in taken if message is not None)

    def _heads(self) -> Select[tuple[int]]:
        """The first waiting message of every channel that is not parked."""
        parked = select(tables.parked_channels.c.channel_id)
        in_line = and_(_outbox.c.state.in_(_UNDER_WAY), _outbox.c.channel_id.not_in(parked))
        return select(func.min(_outbox.c.id)).where(in_line).group_by(_outbox.c.channel_id)

    async def _rows(self, query: Select[Any]) -> list[Message]:
        try:
            return [_message(row) for row in (await self._connection.execute(query)).all()]
        except (ValueError, TypeError) as fault:  # What a host or a disk has changed may be anything.
            raise UnreadableMessage from fault

    async def set_aside_unreadable(self) -> tuple[str, ...]:
        """Sets aside every message that would come next and cannot be read, so that the others go on; their tags."""
        place = (_outbox.c.id, _outbox.c.game_id)
        heads = (await self._connection.execute(select(*place).where(_outbox.c.id.in_(self._heads())))).all()
        tags = []
        for number, game_id in heads:
            this = _outbox.c.id == number
            try:
                await self._rows(select(*MESSAGE_COLUMNS).where(this))
            except UnreadableMessage as unreadable:
                aside = {"state": "parked", "failure": str(unreadable), "claimed_by": None, "lease_until": None}
                await self._connection.execute(update(_outbox).where(this).values(**aside))
                tags.append(tag_of(game_id, number))
        return tuple(tags)

    async def _take(self, message: Message, worker: str, lease: int, free: ColumnElement[bool]) -> Message | None:
        changes: dict[str, Any] = {
            "state": "sending",
            "attempts": message.attempts + 1,
            # Whoever held it before may have sent it and not lived to say so.
            "doubtful": message.doubtful or message.state == "sending",
        }
        held = {"claimed_by": worker, "lease_until": self._clock() + lease}
        taken = update(_outbox).where(_outbox.c.id == message.id, free).values(**changes, **held)
        if (await self._connection.execute(taken)).rowcount != 1:
            return None
        values = values_of(message) | changes
        if message.kind != "post" and message.role is not None:
            values["message_id"] = message.former[1] if message.former else None
        return Message(**values)

    async def renew(self, worker: str, lease: int) -> None:
        """Keeps all that a worker has claimed for `lease` seconds from now."""
        await self._connection.execute(_held_by(worker).values(lease_until=self._clock() + lease))

    async def give_back(self, worker: str) -> None:
        """Leaves all that a worker has claimed to whoever comes next, who must look whether it was sent."""
        free = {"state": "pending", "doubtful": True, "claimed_by": None, "lease_until": None}
        await self._connection.execute(_held_by(worker).values(**free))

    async def mark_sent(self, message: Message, worker: str, message_id: int | None = None) -> None:
        """Records that a claimed message is out. `message_id` is Discord's id of what was posted; raises `LeaseLost`.

        An edit has one where it had to be posted anew.
        """
        if message.kind == "post" and message_id is None:
            raise ValueError("a post that was sent has an id")
        done = {"state": "sent", "message_id": message_id or message.message_id, "failure": None}
        # What stands in Discord need not stand here: of what was sent the ids are kept for a day, by which it is found.
        await self._release(message, worker, **done, payload={}, picture=None)
        if message_id is not None:
            games = tables.games
            public = and_(games.c.id == message.game_id, games.c.channel_id == message.channel_id)
            await self._connection.execute(update(games).where(public).values(last_message_id=message_id))
        if message.role is None or (message.kind == "edit" and message_id is None):
            return
        place = {"channel_id": message.channel_id, "message_id": message_id} if message_id is not None else None
        await put(self._connection, tables.posts, {"game_id": message.game_id, "role": message.role}, place)

    async def retry(self, message: Message, worker: str, *, not_before: int, failure: str, doubtful: bool) -> None:
        """Puts a message back to the head of its channel; `doubtful` if it may have been sent. Raises `LeaseLost`."""
        again = {"state": "pending", "not_before": not_before, "failure": failure}
        await self._release(message, worker, **again, doubtful=doubtful or message.doubtful)

    async def park_message(self, message: Message, worker: str, reason: str) -> None:
        """Sets aside a message that Discord will never take; the channel goes on. Raises `LeaseLost`."""
        await self._release(message, worker, state="parked", failure=reason)

    async def _release(self, message: Message, worker: str, **values: Any) -> None:
        mine = and_(_outbox.c.id == message.id, _outbox.c.state == "sending", _outbox.c.claimed_by == worker)
        released = update(_outbox).where(mine).values(**values, claimed_by=None, lease_until=None)
        if (await self._connection.execute(released)).rowcount != 1:
            raise LeaseLost(message.id, worker)

    async def park_channel(self, channel_id: int, reason: str) -> None:
        """Stops sending to a channel that is gone or closed to us; what waits for it or was refused is kept."""
        refused = and_(_outbox.c.channel_id == channel_id, _outbox.c.state == "sending")
        released = update(_outbox).where(refused).values(state="pending", claimed_by=None, lease_until=None)
        await self._connection.execute(released)
        parked = {"reason": reason, "parked_at": self._clock()}
        await put(self._connection, tables.parked_channels, {"channel_id": channel_id}, parked)

    async def unpark_channel(self, channel_id: int) -> None:
        """Goes on sending to a channel."""
        await put(self._connection, tables.parked_channels, {"channel_id": channel_id}, None)

    async def redirect(self, game_id: int, former: int, channel_id: int) -> None:
        """Sends what a game has to tell to another channel; changes of a message by its id are left undone.

        The former channel is no longer parked where nothing waits for it.
        """
        waits = and_(_outbox.c.game_id == game_id, _outbox.c.state.in_(_UNDER_WAY))
        by_id = and_(waits, _outbox.c.role.is_(None), _outbox.c.kind != "post")
        await self._connection.execute(delete(_outbox).where(by_id))
        await self._connection.execute(update(_outbox).where(waits).values(channel_id=channel_id))
        left = select(_outbox.c.id).where(_outbox.c.channel_id == former, _outbox.c.state.in_(_UNDER_WAY)).limit(1)
        if (await self._connection.execute(left)).first() is None:
            await self.unpark_channel(former)
        await self.unpark_channel(channel_id)

    async def forget_sent(self, before: int, at_most: int) -> int:
        """Removes the oldest of what was sent and had been written before this time; returns how many."""
        # Found by their numbers, which an index has: the time is behind the pictures in each row.
        oldest = select(_outbox.c.id).where(_outbox.c.state == "sent").order_by(_outbox.c.id).limit(at_most)
        old = and_(_outbox.c.id.in_(oldest), _outbox.c.written_at < before)
        return (await self._connection.execute(delete(_outbox).where(old))).rowcount


def _held_by(worker: str) -> Update:
    return update(_outbox).where(_outbox.c.state == "sending", _outbox.c.claimed_by == worker)


def _free(now: int, *, at_once: bool) -> ColumnElement[bool]:
    """Nobody is at it: it waits and its time has come, or the lease on it has run out."""
    too_far = now + CLOCK_SLACK_SECONDS
    due = or_(_outbox.c.not_before <= now, _outbox.c.not_before > too_far)
    waiting = _outbox.c.state == "pending" if at_once else and_(_outbox.c.state == "pending", due)
    ended = or_(_outbox.c.lease_until <= now, _outbox.c.lease_until > too_far)
    return or_(waiting, and_(_outbox.c.state == "sending", ended))


def _message(row: Row[Any]) -> Message:
    """The message of a row; raises TypeError, ValueError where it is none."""
    values = dict(row._mapping)
    former = values.pop("former_channel_id", None), values.pop("former_message_id", None)
    message = Message(**values, former=None if None in former else former)
    if not isinstance(message.payload, Mapping) or not isinstance(message.attempts, int):
        raise TypeError
    return message
