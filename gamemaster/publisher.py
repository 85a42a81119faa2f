"""Sending what waits in the outbox, at least once and in order, and going on after a crash."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from gamemaster.pictures import drawn
from gamemaster.plain import as_plain_text
from gamemaster.story import cut_at_line
from gamemaster.tending import Tending
from gamemaster.workshop import Workshop
from maps import Picture
from store import Clock, LeaseLost, Message, NewMessage, ParkedChannel, Store, StoreError

LEASE_SECONDS = 10
BATCH = 5
LONGEST_POST = 2000
IDLE_SECONDS = 30.0
EDIT_PAUSE_SECONDS = 2.0
FIRST_WAIT, LONGEST_WAIT = 2, 300
PATIENCE_SECONDS = 8.0
LOOK_AGAIN_SECONDS = 1.0

log = logging.getLogger(__name__)


class ChannelGone(Exception):
    """The channel was deleted, or the bot may not write there any more; the text says which."""


class NotDelivered(Exception):
    """Discord could not be reached or refused for now. `doubtful`: the message may have arrived all the same."""

    def __init__(self, reason: str, *, doubtful: bool) -> None:
        super().__init__(reason)
        self.doubtful = doubtful


class NotEditable(Exception):
    """The message is gone, too old, another's, or in an archived thread: it stays as it is."""


class Unsendable(Exception):
    """Discord will never take this message."""


class PictureRefused(Exception):
    """Discord does not take the picture here; the text alone may do."""


@dataclass(frozen=True)
class Outgoing:
    """A message ready to be sent. `rows` are buttons as JSON, `ping` the only users that may be notified."""

    channel_id: int
    content: str
    rows: Sequence[Sequence[dict[str, Any]]]
    ping: Sequence[int]
    nonce: str
    picture: Picture | None


class Sender(Protocol):
    """What the publisher needs of Discord."""

    async def post(self, message: Outgoing) -> int:
        """Post a message and give its id; raises ChannelGone, NotDelivered, Unsendable, PictureRefused."""
        ...

    async def edit(self, message_id: int, message: Outgoing) -> None:
        """Change a message to this, its picture too; raises as `post` does, and NotEditable."""
        ...

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message; nothing happens if it is gone. Raises ChannelGone, NotDelivered."""
        ...

    async def find(self, channel_id: int, tag: str) -> int | None:
        """The id of the bot's own recent message that bears a tag; raises ChannelGone, NotDelivered."""
        ...

    async def strip_buttons(self, channel_id: int, message_id: int) -> None:
        """Take the buttons off a message, where that can be done. Raises ChannelGone, NotDelivered, Unsendable."""
        ...

    async def tell(self, user_id: int, text: str) -> None:
        """Send a direct message, if the user takes any. Raises NotDelivered."""
        ...


class Publisher(Tending):
    """One task that empties the outbox and sleeps until there is something new."""

    def __init__(
        self,
        store: Store,
        sender: Sender,
        clock: Clock,
        workshop: Workshop,
        edit_pause: float = EDIT_PAUSE_SECONDS,
    ) -> None:
        self._store = store
        self._sender = sender
        self._clock = clock
        self._workshop = workshop
        self._worker = secrets.token_hex(4)
        self._news = asyncio.Event()
        self._reported = asyncio.Event()
        # What a process that died had claimed comes free when its lease ends.
        self._watchful_until = clock() + LEASE_SECONDS + FIRST_WAIT
        self._edit_pause = edit_pause
        self._edited_at: dict[int, float] = {}

    def wake(self) -> None:
        """Something new is in the outbox."""
        self._news.set()

    async def why_unsent(self, number: int, patience: float = PATIENCE_SECONDS) -> str | None:
        """Wait for a message to be sent; what keeps it from that as a sentence, None once it is out."""
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        while True:
            reported = self._reported
            async with self._store.read() as read:
                message = await read.message(number)
                if message is None or message.state == "sent":
                    return None
                parked = await read.parked_channel(message.channel_id)
            if parked or message.state == "parked" or loop.time() > end:
                return _hindrance(message, parked)
            with suppress(TimeoutError):  # another process may send it too
                await asyncio.wait_for(reported.wait(), min(LOOK_AGAIN_SECONDS, patience))

    async def _run(self) -> None:
        while True:
            self._news.clear()
            try:
                busy = await self.send_batch()
            except StoreError as failure:
                log.warning("The outbox cannot be read; trying again later: %s", failure)
                busy = False
            if not busy:
                with suppress(TimeoutError):
                    pause = FIRST_WAIT if self._clock() < self._watchful_until else IDLE_SECONDS
                    await asyncio.wait_for(self._news.wait(), timeout=pause)

    async def send_batch(self) -> bool:
        """Send the first waiting message of some channels; gives whether there was anything to do."""
        async with self._store.write() as write:
            claimed = await write.outbox.claim(self._worker, LEASE_SECONDS, BATCH)
        await asyncio.gather(*(self._send(message) for message in claimed))
        return bool(claimed)

    async def _send(self, message: Message) -> None:
        try:
            message_id = await self._deliver(message)
        except ChannelGone as gone:
            log.warning("Nothing more is posted in channel %s (%s): %s", message.channel_id, message.tag, gone)
            await self._report(message, "park_channel", reason=str(gone))
            await self._tell_organiser(message, str(gone))
        except Unsendable as no:
            log.exception("Message %s cannot be sent.", message.tag)
            await self._report(message, "park_message", reason=str(no))
        except NotDelivered as failure:
            log.warning("Message %s was not delivered (%s); it is tried again.", message.tag, failure)
            await self._report(message, "retry", reason=str(failure), doubtful=failure.doubtful)
        except Exception as failure:
            # A fault in one message must not keep all others from being sent.
            log.exception("Message %s failed.", message.tag)
            await self._report(message, "retry", reason=repr(failure), doubtful=True)
        else:
            await self._report(message, "mark_sent", message_id=message_id)

    async def _report(
        self, message: Message, how: str, *, reason: str = "", doubtful: bool = False, message_id: int | None = None
    ) -> None:
        """Write down how it went; a lost lease means that another process has taken over."""
        with suppress(LeaseLost):
            async with self._store.write() as write:
                if how == "mark_sent":
                    await write.outbox.mark_sent(message, self._worker, message_id)
                elif how == "park_channel":
                    await write.outbox.park_channel(message.channel_id, reason)
                elif how == "park_message":
                    await write.outbox.park_message(message, self._worker, reason)
                else:
                    wait = min(LONGEST_WAIT, FIRST_WAIT ** min(message.attempts, 9))
                    later = self._clock() + wait
                    self._watchful_until = max(self._watchful_until, later + FIRST_WAIT)
                    await write.outbox.retry(message, self._worker, not_before=later, failure=reason, doubtful=doubtful)
        self._reported.set()
        self._reported = asyncio.Event()

    async def _deliver(self, message: Message) -> int | None:
        """Do what a message asks for; gives the id of what was posted."""
        if message.kind == "post":
            return await self._post(message)
        if message.kind == "edit":
            return await self._edit(message)
        if message.message_id is not None:
            await self._delete(message.channel_id, message.message_id)
        return None

    async def _delete(self, channel_id: int, message_id: int) -> None:
        """Delete a post; one that may not be deleted stays, and stops nothing."""
        try:
            await self._sender.delete(channel_id, message_id)
        except (ChannelGone, Unsendable) as no:
            log.info("Message %s stays: %s", message_id, no)

    async def _edit(self, message: Message) -> int | None:
        """Change a post; what cannot be changed is posted anew if the table needs it: its buttons or its picture."""
        if message.message_id is not None and await self._changed(message, message.message_id):
            return None
        if message.role is None or not (message.payload["rows"] or message.picture):
            return None
        return await self._post(message)

    async def _changed(self, message: Message, message_id: int) -> bool:
        """Change a post; gives whether Discord let us."""
        await self._keep_edits_apart(message_id)
        try:
            try:
                await self._sender.edit(message_id, await self._outgoing(message, tagged=False))
            except PictureRefused:
                in_words = await self._outgoing(message, with_picture=False, tagged=False)
                await self._sender.edit(message_id, in_words)
        except NotEditable as why:
            log.info("Message %s stays as it is: %s", message.tag, why)
            return False
        return True

    async def _keep_edits_apart(self, message_id: int) -> None:
        """Wait until the last edit of a message is long enough ago; newer edits meanwhile become one."""
        now = asyncio.get_running_loop().time()
        wait = self._edited_at.get(message_id, -self._edit_pause) + self._edit_pause - now
        if wait > 0:
            await asyncio.sleep(wait)
        self._edited_at = {message_id: now + max(wait, 0)}

    async def _post(self, message: Message) -> int:
        former = await self._former(message)
        posted = await self._sender.find(message.channel_id, message.tag) if message.doubtful else None
        if posted is None:
            try:
                posted = await self._sender.post(await self._outgoing(message))
            except PictureRefused:
                posted = await self._sender.post(await self._outgoing(message, with_picture=False))
        if former is not None and former[1] != posted:
            await self._retire(message, *former)
        return posted

    async def _retire(self, message: Message, channel_id: int, message_id: int) -> None:
        """Take away a post in whose place another stands now, or else its buttons."""
        if not message.payload.get("instead"):
            await self._strip(channel_id, message_id)
            return
        try:
            await self._delete(channel_id, message_id)
        except NotDelivered:
            gone = NewMessage(kind="delete", channel_id=channel_id, payload={}, message_id=message_id)
            async with self._store.write() as write:
                await write.outbox.enqueue(message.game_id, [gone])

    async def _strip(self, channel_id: int, message_id: int) -> None:
        """Take the buttons off a post that is over; where that fails it stops nothing, as they are refused anyway."""
        try:
            await self._sender.strip_buttons(channel_id, message_id)
        except (ChannelGone, NotDelivered, Unsendable) as failure:
            log.info("Message %s keeps its buttons: %s", message_id, failure)

    async def _tell_organiser(self, message: Message, reason: str) -> None:
        """A channel that takes nothing more cannot say so itself."""
        async with self._store.read() as read:
            game = await read.game(message.game_id)
        if message.channel_id != game.channel_id:
            return  # the game has moved away
        text = (
            f"Nothing more can be posted for **{as_plain_text(game.name)}** in <#{game.channel_id}>: {reason}. "
            "The game is safe. Once the bot may write there again, use /panel in that channel; "
            "where it is gone for good, a server manager can bring the game into another channel by /game move there."
        )
        try:
            await self._sender.tell(game.organiser_id, text)
        except NotDelivered as failure:
            log.warning("The organiser of game %s could not be told: %s", game.id, failure)

    async def _former(self, message: Message) -> tuple[int, int] | None:
        """The post that this one replaces in its role."""
        if message.role is None:
            return None
        async with self._store.read() as read:
            post = await read.post(message.game_id, message.role)
        return (post.channel_id, post.message_id) if post else None

    async def _outgoing(self, message: Message, *, with_picture: bool = True, tagged: bool = True) -> Outgoing:
        payload = message.payload
        content = payload["content"]
        picture = await self._drawn(message)
        if picture is not None and not with_picture:
            content = f"{content}\n{picture.alt_text}"
            picture = None
        tag = f"\n-# {message.tag}" if tagged else ""
        content = cut_at_line(content, LONGEST_POST - len(tag)) + tag
        return Outgoing(message.channel_id, content, payload["rows"], payload["ping"], message.nonce, picture)

    async def _drawn(self, message: Message) -> Picture | None:
        return await drawn(self._workshop, message.picture, f"message {message.tag}") if message.picture else None


def _hindrance(message: Message, parked: ParkedChannel | None) -> str:
    """Why a message is not out, and what becomes of it."""
    if parked is not None:
        return f"I could not post in this channel: {parked.reason}. The game is safe; once that is mended, use /panel."
    if message.state == "parked":
        return f"Discord does not take that post ({message.failure}); the commands do all that its buttons do."
    why = f" ({message.failure})" if message.failure else ""
    return f"Discord has not taken that post yet{why}; it comes by itself as soon as it can."
