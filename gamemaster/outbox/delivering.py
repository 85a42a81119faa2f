"""What a message of the outbox asks for, done through a sender."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

from gamemaster.narration import cut_at_line
from gamemaster.narration.phrases import as_plain_text
from gamemaster.outbox.drawn import drawn
from gamemaster.outbox.pictures import emblem_request, wanted_by
from gamemaster.outbox.quiet_hours import heeding_quiet_hours
from gamemaster.outbox.sender import (
    ChannelGone,
    Container,
    NotDelivered,
    NotEditable,
    Outgoing,
    PictureRefused,
    Sender,
    Unsendable,
)
from gamemaster.views.chances import Chances, line_of_chances
from gamemaster.workers import WorkerPool
from maps import Picture, is_drawn
from store import UNFINISHED, Clock, Message, NewMessage, Store
from store.outbox.threads import THREAD, threads_of

LONGEST_POST = 2000
MOST_AT_DISCORD, SOLE_SECONDS = 16, 0.25
"""Calls to Discord at a time; one that takes longer, or waits for its channel's limit, makes room for others."""
MOST_DRAWN = 10
"""Pictures wanted at once: a post gives its picture up where it waits too long for it."""
NO_MAP = "\n-# I couldn't draw the map this time; `/map` shows the board."
NO_BATTLE = "\n-# I couldn't draw the battle this time."
NO_BOARD = "\n-# This board has no pictures yet, so I'll tell you what happens in words."

log = logging.getLogger(__name__)


class Emblems:
    """The emblems of powers as they are shown in containers; each is drawn once."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers
        self._drawn: dict[tuple[str, str], Picture] = {}

    async def of(self, message: Message) -> Picture | None:
        """The emblem that a change of a message shows; None where there is none, or it can't be drawn."""
        wanted = message.payload.get("container")
        if wanted is None or message.kind != "edit":
            return None
        key = str(wanted["power"]), str(wanted["emblem"])
        if key not in self._drawn:
            emblem = await drawn(self._workers, emblem_request(*key), f"message {message.tag}")
            if emblem is None:
                return None
            self._drawn[key] = emblem
        return self._drawn[key]


class Delivery:
    """Posts, edits and deletes, each as the message says."""

    def __init__(
        self, store: Store, sender: Sender, clock: Clock, workers: WorkerPool, chances: Chances, edit_pause: float
    ) -> None:
        self._store = store
        self._clock = clock
        self._sender = sender
        self._workers = workers
        self._chances = chances
        self._emblems = Emblems(workers)
        self._edit_pause = edit_pause
        self._edited_at: dict[int, float] = {}
        self._places = asyncio.Semaphore(MOST_AT_DISCORD)
        self._drawings = asyncio.Semaphore(MOST_DRAWN)

    async def drawn(self, message: Message) -> Sequence[Picture]:
        """The pictures that a message asks for, as many as can be drawn."""
        requests = wanted_by(message.picture)
        if not requests:
            return ()
        async with self._drawings:
            what = f"message {message.tag}"
            found = await asyncio.gather(*(drawn(self._workers, request, what) for request in requests))
        return tuple(picture for picture in found if picture is not None)

    async def with_chances(self, message: Message) -> Message:
        """The message with the chances that it is to tell."""
        if not (wanted := message.payload.get("chances")):
            return message
        line = await line_of_chances(self._chances, wanted, f"message {message.tag}")
        content = "\n".join(filter(None, (message.payload["content"], line)))
        return replace(message, payload={**message.payload, "content": content})

    async def deliver(self, message: Message, pictures: Sequence[Picture] = ()) -> int | None:
        """Do what a message asks for, with its pictures; gives the id of what was posted.

        Raises ChannelGone, NotDelivered, Unsendable.
        """
        if not is_readable(message):
            raise Unsendable("its row cannot be read")
        if message.kind == THREAD:
            return await self._make_thread(message)
        if message.kind == "post":
            return await self._post(message, pictures)
        if message.kind == "edit":
            return await self._edit(message, pictures)
        if message.message_id is not None:
            await self._delete(message.channel_id, message.message_id)
        return None

    async def _make_thread(self, message: Message) -> int | None:
        """Make the thread that a game wants; gives its number, None where the game is over or elsewhere by now.

        However often that is tried it is one thread: its post is found again, and has one thread at most.
        """
        async with self._store.read() as read:
            game = await read.game(message.game_id)
        if game.status not in UNFINISHED or game.channel_id != message.payload["of"]:
            return None
        parent, name = int(message.payload["parent"]), str(message.payload["name"])
        async with self._place():
            posted = await self._sender.find(parent, message.tag) if message.doubtful else None
            if posted is None:
                posted = await self._sender.post(replace(_outgoing(message, ()), channel_id=parent))
            try:
                await self._sender.open_thread(parent, posted, name)
            except (ChannelGone, Unsendable):
                with suppress(ChannelGone, NotDelivered, Unsendable):
                    await self._sender.delete(parent, posted)
                raise
        return posted

    async def _delete(self, channel_id: int, message_id: int) -> None:
        """Delete a post; one that may not be deleted stays, and stops nothing."""
        try:
            async with self._place():
                await self._sender.delete(channel_id, message_id)
        except (ChannelGone, Unsendable) as no:
            log.info("Message %s stays: %s", message_id, no)

    async def _edit(self, message: Message, pictures: Sequence[Picture]) -> int | None:
        """Change a post; what cannot be changed is posted anew if the table needs it: its buttons or its picture."""
        if message.message_id is not None and await self._changed(message, message.message_id, pictures):
            return None
        if message.role is None or message.is_posted or not (message.payload["rows"] or message.picture):
            return None
        return await self._post(message, pictures)

    async def _changed(self, message: Message, message_id: int, pictures: Sequence[Picture]) -> bool:
        """Change a post; gives whether Discord let us."""
        if not message.is_posted:
            await self._keep_edits_apart(message_id)
        outgoing = _outgoing(message, pictures, tagged=message.is_posted)
        if "container" in message.payload:
            emblem = await self._emblems.of(message)
            outgoing = replace(outgoing, container=container_of(message.payload, outgoing.content, emblem))
        try:
            async with self._place():
                try:
                    await self._sender.edit(message_id, outgoing)
                except PictureRefused:
                    in_words = _outgoing(message, pictures, with_pictures=False, tagged=False)
                    await self._sender.edit(message_id, replace(in_words, container=_without_emblem(outgoing)))
        except NotEditable as why:
            log.info("Message %s stays as it is: %s", message.tag, why)
            return False
        return True

    async def _keep_edits_apart(self, message_id: int) -> None:
        """Wait until the last edit of a message is long enough ago; newer edits meanwhile become one."""
        now = asyncio.get_running_loop().time()
        recent = {number: at for number, at in self._edited_at.items() if at + self._edit_pause > now}
        wait = recent[message_id] + self._edit_pause - now if message_id in recent else 0
        self._edited_at = {**recent, message_id: now + wait}
        if wait:
            await asyncio.sleep(wait)

    async def _post(self, message: Message, pictures: Sequence[Picture]) -> int:
        message = await heeding_quiet_hours(self._store, message, self._clock())
        async with self._place():
            posted = await self._sender.find(message.channel_id, message.tag) if message.doubtful else None
            if posted is None:
                try:
                    posted = await self._sender.post(_outgoing(message, pictures))
                except PictureRefused:
                    posted = await self._sender.post(_outgoing(message, pictures, with_pictures=False))
        if message.former is not None and message.former[1] != posted:
            await self._retire(message, *message.former)
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
            async with self._place():
                await self._sender.strip_buttons(channel_id, message_id)
        except (ChannelGone, NotDelivered, Unsendable) as failure:
            log.info("Message %s keeps its buttons: %s", message_id, failure)

    async def tell_organiser(self, message: Message, reason: str) -> None:
        """A channel that takes nothing more cannot say so itself."""
        async with self._store.read() as read:
            game = await read.game(message.game_id)
            thread = (await threads_of(read, [game.id])).get(game.id)
        if message.channel_id != game.channel_id:
            return  # the game has moved away
        new_thread = ""
        if thread is not None and thread.message_id == game.channel_id:
            new_thread = f"use `/game move game: {game.id} into: thread` in <#{thread.channel_id}>, or "
        text = (
            f"I can no longer post for **{as_plain_text(game.name)}** in <#{game.channel_id}>: {reason}. The game is "
            f"safe. Once I can post there again, use /panel in that channel. If it's gone for good, {new_thread}"
            "a server manager can move the game to another channel with /game move there."
        )
        await self.tell(game.organiser_id, text)

    async def tell(self, user_id: int, text: str) -> None:
        """Write to somebody what no channel can say."""
        try:
            async with self._place():
                await self._sender.tell(user_id, text)
        except NotDelivered as failure:
            log.warning("User %s could not be told: %s", user_id, failure)

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """One of the places for calls of Discord, as long as it answers quickly."""
        await self._places.acquire()
        loan = _Loan(self._places)
        soon = asyncio.get_running_loop().call_later(SOLE_SECONDS, loan.give_back)
        try:
            yield
        finally:
            soon.cancel()
            loan.give_back()


class _Loan:
    """Something that is given back only once, by the first who does it."""

    def __init__(self, lender: asyncio.Semaphore) -> None:
        self._lender: asyncio.Semaphore | None = lender

    def give_back(self) -> None:
        if self._lender is not None:
            self._lender.release()
            self._lender = None


def _outgoing(
    message: Message, pictures: Sequence[Picture], *, with_pictures: bool = True, tagged: bool = True
) -> Outgoing:
    payload = message.payload
    content, end = payload["content"], f"\n-# {message.tag}" if tagged else ""
    if not with_pictures:
        content = "\n".join([content, *(picture.alt_text for picture in pictures)])
        pictures = ()
    elif len(pictures) < len(requests := wanted_by(message.picture)):
        end = _why_without(requests, pictures) + end
    content = cut_at_line(content, LONGEST_POST - len(end)) + end
    is_silent = payload.get("silent", False)
    return Outgoing(message.channel_id, content, payload["rows"], payload["ping"], message.nonce, pictures, is_silent)


def _without_emblem(outgoing: Outgoing) -> Container | None:
    return outgoing.container and replace(outgoing.container, emblem=None)


def _why_without(requests: Sequence[Mapping[str, Any]], pictures: Sequence[Picture]) -> str:
    """What players are told where some of the pictures asked for are missing."""
    board = next((str(request["board"]) for request in requests if "board" in request), None)
    if board is None or any(picture.filename.startswith(board) for picture in pictures):
        return NO_BATTLE
    return NO_MAP if is_drawn(board) else NO_BOARD


def container_of(payload: Mapping[str, Any], content: str, emblem: Picture | None) -> Container:
    """The container of a message with these words."""
    wanted, lines = payload["container"], content.splitlines()
    beside = int(wanted["beside"])
    return Container(str(wanted["power"]), "\n".join(lines[:beside]), "\n".join(lines[beside:]), emblem)


def is_readable(message: Message) -> bool:
    """Whether a row has the parts of a message; no version has written any that has not."""
    payload = message.payload
    parts: dict[str, type] = {"content": str, "rows": list, "ping": list} if message.kind != "delete" else {}
    if message.kind == THREAD:
        parts |= {"parent": int, "of": int, "name": str}
    return message.kind in ("post", "edit", "delete", THREAD) and all(
        isinstance(payload.get(name), kind) for name, kind in parts.items()
    )
