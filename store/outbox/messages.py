"""Messages on their way to Discord: at least once each, in order within a channel."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Update, and_, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from store.clock import Clock
from store.database import tables
from store.database.prepared import Prepared
from store.database.upsert import put
from store.errors import LeaseLost, UnreadableMessage
from store.games.reading import MESSAGE_COLUMNS
from store.games.rows import IS_POSTED, Claimed, Message, NewMessage, tag_of, values_of
from store.outbox.statements import (
    CHANNELS_AT_ONCE,
    CLAIMABLE,
    CLOCK_SLACK_SECONDS,
    DROP_WAITING_EDIT,
    NEWER,
    NEXT,
    SET_LAST_MESSAGE,
    START,
    TAKING,
    THE_ONE,
    THESE,
    as_new,
    queueing,
    releasing,
)
from store.outbox.threads import THREAD

_outbox = tables.outbox
_IN_LINE = tables.in_line(_outbox)


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
        self._queueing = queueing(is_told=process is not None)
        self._told = {} if process is None else {"process": process}

    async def enqueue(self, game_id: int, messages: Sequence[NewMessage]) -> tuple[int, ...]:
        """Puts messages in line and returns their ids; an edit replaces a waiting edit of the same post."""
        ids = []
        for message in messages:
            if message.kind == "edit" and message.role is not None:
                await DROP_WAITING_EDIT.rows(self._connection, {"of_game": game_id, "of_role": message.role})
            row = {**values_of(message), **START, "written_at": self._clock(), "game_id": game_id}
            queued = await self._queueing.rows(self._connection, as_new(row) | self._told)
            ids.append(queued[0].id)
        return tuple(ids)

    async def claim(
        self,
        worker: str,
        lease: int,
        limit: int,
        *,
        after: int = 0,
        busy: Collection[int] = (),
        at_once: bool = False,
    ) -> Claimed:
        """Takes up to `limit` messages for `lease` seconds, at most one per channel, from the channels after `after`.

        Of `busy` channels none is taken; with `at_once` also what is to be tried again later. An edit or delete by role
        comes with the id of the post it means, or without one if there is none, or no longer. Raises
        `UnreadableMessage` before anything is changed.
        """
        if not limit:
            return Claimed((), after)
        # More than are wanted, as a statement that is told of a list is made ready anew each time.
        where = {"after": after, "room": limit + len(busy), **self._times()}
        rows = await self._readable(CLAIMABLE[at_once], where)
        free = [row for row in rows if row.id is not None and row.channel_id not in busy]
        messages = [_message(row) for row in free[:limit]]
        taken = await self._take(messages, worker, lease, at_once=at_once) if messages else ()
        if len(messages) == limit:
            left_off = messages[-1].channel_id
        else:
            left_off = rows[0].last if rows[0].seen == CHANNELS_AT_ONCE else 0
        return Claimed(taken, left_off)

    async def set_aside_unreadable(self, after: int = 0) -> tuple[str, ...]:
        """Sets aside what would come next in the channels after `after` and cannot be read; their tags.

        So the others go on.
        """
        tags = []
        for number, game_id in (await self._connection.execute(NEXT, {"after": after})).all():
            this = _outbox.c.id == number
            try:
                await self._readable(THE_ONE, {"this": number})
            except UnreadableMessage as unreadable:
                aside = {"state": "parked", "failure": str(unreadable), "claimed_by": None, "lease_until": None}
                await self._connection.execute(update(_outbox).where(this).values(**aside))
                tags.append(tag_of(game_id, number))
        return tuple(tags)

    def _times(self) -> dict[str, int]:
        now = self._clock()
        return {"now": now, "too_far": now + CLOCK_SLACK_SECONDS}

    async def _readable(self, query: Prepared, where: Mapping[str, Any]) -> Sequence[Any]:
        """The messages of rows; raises `UnreadableMessage` where a row is not one."""
        try:
            rows = await query.rows(self._connection, where)
            if any(row.id is not None and not _is_message(row) for row in rows):
                raise UnreadableMessage
        except (ValueError, TypeError) as fault:  # What a host or a disk has changed may be anything.
            raise UnreadableMessage from fault
        return rows

    async def _take(
        self, messages: Sequence[Message], worker: str, lease: int, *, at_once: bool
    ) -> tuple[Message, ...]:
        """Those of these messages that are still free, claimed with one statement for so many of them."""
        times, claimed = self._times(), dict[int, Any]()
        where = {"worker": worker, "held_until": times["now"] + lease, **times}
        for start in range(0, len(messages), len(THESE)):
            numbers = [message.id for message in messages[start : start + len(THESE)]]
            these = {name: numbers[min(place, len(numbers) - 1)] for place, name in enumerate(THESE)}
            rows = await TAKING[at_once].rows(self._connection, {**where, **these})
            claimed |= {row.id: row for row in rows}
        return tuple(_as_claimed(message, claimed[message.id]) for message in messages if message.id in claimed)

    async def renew(self, worker: str, lease: int) -> None:
        """Keeps all that a worker has claimed for `lease` seconds from now."""
        await self._connection.execute(_held_by(worker).values(lease_until=self._clock() + lease))

    async def give_back(self, worker: str) -> None:
        """Leaves all that a worker has claimed to the next one, which must look whether it was sent."""
        free = {"state": "pending", "doubtful": True, "claimed_by": None, "lease_until": None}
        await self._connection.execute(_held_by(worker).values(**free))

    async def mark_sent(self, message: Message, worker: str, message_id: int | None = None) -> None:
        """Records that a claimed message is out. `message_id` is Discord's id of what was posted; raises `LeaseLost`.

        An edit has one where it had to be posted again.
        """
        if message.kind == "post" and message_id is None:
            raise ValueError("a post that was sent has an id")
        done = {"state": "sent", "message_id": message_id or message.message_id, "failure": None}
        done |= {"kind": "post"} if message.is_posted else {}
        # What is in Discord need not be here: for sent messages only the ids are kept, for a day, to find them.
        await self._release(message, worker, **done, payload={}, picture=None)
        await self._stands(message, message_id)

    async def mark_posted(self, message: Message, worker: str, message_id: int) -> None:
        """Records that a claimed message is posted, and leaves it in line as an edit of itself, which pings nobody.

        It is out where a newer message for its role waits, which says what then holds. Raises `LeaseLost`.
        """
        of_role = {"of_game": message.game_id, "of_role": message.role}
        if await NEWER.rows(self._connection, {**of_role, "this": message.id}):
            await self.mark_sent(message, worker, message_id)
            return
        payload = {**message.payload, "ping": [], IS_POSTED: True}
        await self._release(message, worker, **START, failure=None, kind="edit", payload=payload)
        await self._stands(message, message_id)

    async def _stands(self, message: Message, message_id: int | None) -> None:
        """Remembers where a message was posted; of an edit there is no new place, and a deleted one has none."""
        if message_id is not None:
            there = {"of_game": message.game_id, "in_channel": message.channel_id, "last": message_id}
            await SET_LAST_MESSAGE.rows(self._connection, there)
        if message.role is None or (message.kind == "edit" and message_id is None):
            return
        place = {"channel_id": message.channel_id, "message_id": message_id} if message_id is not None else None
        await put(self._connection, tables.posts, {"game_id": message.game_id, "role": message.role}, place)

    async def mark_thread_made(self, message: Message, worker: str, parent_id: int, thread_id: int | None) -> None:
        """Records that the thread is there that a claimed message asked for: it bears the number of the post in its
        channel that it hangs on; None where nobody wants it any more. Raises `LeaseLost`.
        """
        await self._release(message, worker, state="sent", message_id=thread_id, failure=None, payload={})
        if thread_id is None:
            return
        key, place = {"game_id": message.game_id, "role": THREAD}, {"channel_id": parent_id, "message_id": thread_id}
        await put(self._connection, tables.posts, key, place)

    async def retry(self, message: Message, worker: str, *, not_before: int, failure: str, doubtful: bool) -> None:
        """Puts a message back to the head of its channel; `doubtful` if it may have been sent. Raises `LeaseLost`."""
        again = {"state": "pending", "not_before": not_before, "failure": failure}
        await self._release(message, worker, **again, doubtful=doubtful or message.doubtful)

    async def park_message(self, message: Message, worker: str, reason: str) -> None:
        """Sets aside a message that Discord will never take; the channel goes on. Raises `LeaseLost`."""
        await self._release(message, worker, state="parked", failure=reason)

    async def _release(self, message: Message, worker: str, **values: Any) -> None:
        released = releasing(tuple(values))
        if not await released.rows(self._connection, {**as_new(values), "this": message.id, "worker": worker}):
            raise LeaseLost(message.id, worker)

    async def park_channel(self, channel_id: int, reason: str) -> None:
        """Stops sending to a channel that is gone or closed to us; what waits for it or was refused is kept."""
        refused = and_(_outbox.c.channel_id == channel_id, tables.in_state(_outbox, "sending"))
        released = update(_outbox).where(refused).values(state="pending", claimed_by=None, lease_until=None)
        await self._connection.execute(released)
        parked = {"reason": reason, "parked_at": self._clock()}
        await put(self._connection, tables.parked_channels, {"channel_id": channel_id}, parked)

    async def unpark_channel(self, channel_id: int) -> None:
        """Goes on sending to a channel."""
        await put(self._connection, tables.parked_channels, {"channel_id": channel_id}, None)

    async def redirect(self, game_id: int, former: int, channel_id: int) -> None:
        """Sends a game's messages to another channel instead; changes to a message by its id are dropped.

        What waits for a third channel stays. The former channel is no longer parked where nothing waits for it.
        """
        waits = and_(_outbox.c.game_id == game_id, _outbox.c.channel_id == former, _IN_LINE)
        by_id = and_(waits, _outbox.c.role.is_(None), _outbox.c.kind != "post")
        await self._connection.execute(delete(_outbox).where(by_id))
        await self._connection.execute(update(_outbox).where(waits).values(channel_id=channel_id))
        left = select(_outbox.c.id).where(_outbox.c.channel_id == former, _IN_LINE).limit(1)
        if (await self._connection.execute(left)).first() is None:
            await self.unpark_channel(former)
        await self.unpark_channel(channel_id)

    async def forget_sent(self, before: int, at_most: int) -> int:
        """Removes the oldest of what was sent and had been written before this time; returns how many."""
        # Found by their numbers, which an index has: the time is behind the pictures in each row.
        oldest = select(_outbox.c.id).where(tables.in_state(_outbox, "sent")).order_by(_outbox.c.id).limit(at_most)
        old = and_(_outbox.c.id.in_(oldest), _outbox.c.written_at < before)
        return (await self._connection.execute(delete(_outbox).where(old))).rowcount


def _as_claimed(message: Message, row: Any) -> Message:
    changes: dict[str, Any] = {"state": "sending", "attempts": row.attempts, "doubtful": bool(row.doubtful)}
    if message.kind != "post" and message.role is not None:
        changes["message_id"] = message.former[1] if message.former else None
    return replace(message, **changes)


def _held_by(worker: str) -> Update:
    return update(_outbox).where(tables.in_state(_outbox, "sending"), _outbox.c.claimed_by == worker)


def _is_message(row: Any) -> bool:
    return isinstance(row.payload, Mapping) and isinstance(row.attempts, int)


def _message(row: Any) -> Message:
    former = row.former_channel_id, row.former_message_id
    columns = {column.name: getattr(row, column.name) for column in MESSAGE_COLUMNS}
    return Message(**columns, former=None if None in former else former)
