"""Sending what waits in the outbox, at least once and in order, and going on after a crash."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from gamemaster.outbox.delivering import Delivery
from gamemaster.outbox.posts import becomes_components
from gamemaster.outbox.sender import ChannelGone, NotDelivered, Sender, Unsendable
from gamemaster.upkeep.routine import BackgroundTask, level_of
from gamemaster.views.chances import Chances
from gamemaster.workers import WorkerPool
from store import Clock, LeaseLost, Message, Outbox, ParkedChannel, Store, StoreError, UnreadableMessage

LEASE_SECONDS = 10
RENEWAL_SECONDS = LEASE_SECONDS / 3
MOST_UNDER_WAY = 200  # in as many channels; most of them wait for Discord's limits or for their pictures
MOST_CLAIMED = 10  # with one transaction, for whose end all who order wait
MOST_FAULTS = 5
IDLE_SECONDS = 10.0
EDIT_PAUSE_SECONDS = 2.0
FIRST_WAIT, LONGEST_WAIT = 2, 8
HURRY_PAUSE_SECONDS = 1.0
DELIVERY_SECONDS, USUAL_SECONDS = 60.0, 5.0
PATIENCE_SECONDS = 8.0
LOOK_AGAIN_SECONDS = 1.0
LAST_SECONDS = 2.0

log = logging.getLogger(__name__)


class Publisher(BackgroundTask):
    """One task that hands what waits in the outbox to Discord, several channels at once, and sleeps till more comes.

    No message can stop it: one that fails again and again without a reason that Discord gives, or that cannot be read
    at all, is set aside and named in the log, and its channel goes on. While Discord is away each channel tries its
    first message every few seconds, and at once when the connection is back or somebody gives an order.
    """

    def __init__(
        self,
        store: Store,
        sender: Sender,
        clock: Clock,
        workers: WorkerPool,
        edit_pause: float = EDIT_PAUSE_SECONDS,
        chances: Chances | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._delivery = Delivery(store, sender, clock, workers, chances or Chances(workers), edit_pause)
        self._worker = secrets.token_hex(4)
        self._looked_up_to = 0  # the channel; the line is long only after an outage
        self._looks_again = False
        self._under_way: dict[asyncio.Task[None], Message] = {}
        self._looked_on: set[asyncio.Task[Any]] = set()
        self._limits: dict[asyncio.Timeout, float] = {}
        self._faults: dict[int, int] = {}
        self._stirred = asyncio.Event()
        self._reported = asyncio.Event()
        self._is_wanted_now = False
        self._hurried_at = 0.0
        self._renewed_at = 0.0
        self._watchful_until = 0.0
        self._cannot_read = False
        self.discord_is_away = False

    def start(self) -> None:
        """Begin."""
        super().start()
        self._watch(LEASE_SECONDS)  # What a process that died had claimed comes free when its lease ends.

    def wake(self, *, is_new: bool = True) -> None:
        """Something new may be in the outbox; somebody has just given an order, so what waits is tried at once."""
        if is_new or self.discord_is_away:
            self._is_wanted_now = True
            self._stir()

    def look_after_others(self) -> None:
        """Another process has put something in the outbox, and may not live to send it, or to say that it did."""
        self._watch(LEASE_SECONDS)

    def reconnected(self) -> None:
        """Discord is back: what waits is tried at once, and what got no answer so far need not be waited for."""
        now = asyncio.get_running_loop().time()
        for limit, begun in self._limits.items():
            limit.reschedule(max(now, begun + USUAL_SECONDS))
        self.wake()

    async def stop(self) -> None:
        """Begin nothing more, give what is under way two seconds to finish, and give back the rest."""
        await super().stop()
        await self._end_what_is_under_way(LAST_SECONDS)

    async def flush(self, seconds: float) -> None:
        """Send what waits as far as it goes in that time, then give back the rest: the bot is about to stop."""
        await super().stop()
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        with suppress(StoreError):
            while (await self._begin() or self._under_way) and (left := end - clock()) > 0:
                await asyncio.wait([*self._under_way], timeout=left, return_when=asyncio.FIRST_COMPLETED)
        await self._end_what_is_under_way(0)

    async def _end_what_is_under_way(self, seconds: float) -> None:
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        while self._under_way and (left := end - clock()) > 0:
            await asyncio.wait([*self._under_way], timeout=left)
        cut = [*self._under_way]
        for sending in cut:
            sending.cancel()
        if cut:
            await asyncio.wait(cut)
            with suppress(StoreError):  # The next worker finds it when the lease has run out.
                async with self._store.write() as write:
                    await write.outbox.give_back(self._worker)

    async def why_unsent(self, number: int, patience: float = PATIENCE_SECONDS) -> str | None:
        """Wait for a message to be sent; what keeps it from that as a sentence, None once it is out."""
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        while True:
            reported = self._reported
            async with self._store.read() as read:
                message = await read.message(number)
                if message is None or message.is_posted:
                    return None
                parked = await read.parked_channel(message.channel_id)
            if parked or message.state == "parked" or loop.time() > end:
                return _hindrance(message, parked)
            await self._until(reported, min(LOOK_AGAIN_SECONDS, patience))  # another process may send it too

    async def send_batch(self) -> bool:
        """Send the first waiting message of some channels; gives whether there was anything to do."""
        begun = await self._begin()
        if begun:
            await asyncio.wait(begun)
        return bool(begun)

    async def _run(self) -> None:
        while True:
            self._stirred.clear()
            try:
                await self._renew_leases()
                await self._begin(at_once=self._takes_all())
            except StoreError as failure:
                if not self._cannot_read:
                    log.log(level_of(failure), "The outbox cannot be read or written. Trying again: %s", failure)
                self._cannot_read = True
            else:
                if self._cannot_read:
                    log.info("The outbox can be read and written again.")
                self._cannot_read = False
            await self._until(self._stirred, self._pause())

    def _pause(self) -> float:
        """How long nothing need be looked for, if nothing happens."""
        is_watchful = self._cannot_read or asyncio.get_running_loop().time() < self._watchful_until
        pause = FIRST_WAIT if is_watchful else IDLE_SECONDS
        return min(pause, RENEWAL_SECONDS) if self._under_way else pause

    def _takes_all(self) -> bool:
        """Whether what failed is tried before its time; not too often, however much is going on."""
        now = asyncio.get_running_loop().time()
        if not self._is_wanted_now or now < self._hurried_at + HURRY_PAUSE_SECONDS:
            return False
        self._is_wanted_now, self._hurried_at = False, now
        return True

    async def _begin(self, *, at_once: bool = False) -> Sequence[asyncio.Task[None]]:
        """Begin to send the first waiting messages of channels where none is under way."""
        if len(self._under_way) >= MOST_UNDER_WAY:
            return []
        claiming = asyncio.create_task(self._claim(at_once=at_once))
        try:
            return self._send_all(await asyncio.shield(claiming))
        except UnreadableMessage:
            await self._set_aside_what_cannot_be_read()
            return []
        except asyncio.CancelledError:
            await self._begin_before_the_end(claiming)
            raise

    async def _begin_before_the_end(self, claiming: asyncio.Task[tuple[Message, ...]]) -> None:
        """Begin to send what is just being claimed, as nobody else looks at it before its lease ends."""
        await asyncio.wait({claiming}, timeout=LAST_SECONDS)
        if not claiming.done():
            claiming.cancel()
        elif not claiming.exception():
            self._send_all(claiming.result())

    async def _claim(self, *, at_once: bool) -> tuple[Message, ...]:
        async with self._store.write() as write:
            return await self._claimed(write.outbox, self._under_way, at_once=at_once)

    async def _claimed(
        self, outbox: Outbox, under_way: Mapping[asyncio.Task[None], Message], *, at_once: bool = False
    ) -> tuple[Message, ...]:
        busy = {message.channel_id for message in under_way.values()}
        room = min(MOST_CLAIMED, MOST_UNDER_WAY - len(under_way))
        after = self._looked_up_to
        if not after:
            self._looks_again = False
        claimed, self._looked_up_to = await outbox.claim(
            self._worker, LEASE_SECONDS, room, after=after, busy=busy, at_once=at_once
        )
        self._looks_again |= bool(claimed)
        if self._looked_up_to or (after and self._looks_again):
            self._stirred.set()
        return claimed

    def _stir(self) -> None:
        """Something may be found in any channel, also in one that has just been passed."""
        self._looks_again = True
        self._stirred.set()

    def _send_all(self, claimed: Sequence[Message]) -> Sequence[asyncio.Task[None]]:
        begun = [asyncio.create_task(self._send(message)) for message in claimed]
        for sending, message in zip(begun, claimed, strict=True):
            self._under_way[sending] = message
            sending.add_done_callback(self._ended)
        return begun

    def _ended(self, sending: asyncio.Task[None]) -> None:
        del self._under_way[sending]
        if sending in self._looked_on:
            self._looked_on.remove(sending)
        else:
            self._stir()

    async def _set_aside_what_cannot_be_read(self) -> None:
        async with self._store.write() as write:
            tags = await write.outbox.set_aside_unreadable(self._looked_up_to)
        for tag in tags:
            log.error("Message %s cannot be read, so it is set aside; its channel goes on.", tag)
            self._stir()

    async def _renew_leases(self) -> None:
        """Keep what takes long, so that no other process takes it over."""
        now = asyncio.get_running_loop().time()
        if not self._under_way:
            self._renewed_at = now
        elif now >= self._renewed_at + RENEWAL_SECONDS:
            async with self._store.write() as write:
                await write.outbox.renew(self._worker, LEASE_SECONDS)
            self._renewed_at = now

    async def _send(self, message: Message) -> None:
        """Try to deliver a message and write down how it went; whatever fails here, the others go on."""
        try:
            await self._try(message)
        except StoreError as failure:
            # It is looked for by its tag when its lease has run out.
            log.log(level_of(failure), "The outcome of message %s could not be saved: %s", message.tag, failure)
            self._watch(LEASE_SECONDS)
        except Exception:
            log.exception("The outcome of message %s could not be saved.", message.tag)
            self._watch(LEASE_SECONDS)
        self._reported.set()
        self._reported = asyncio.Event()

    async def _try(self, message: Message) -> None:
        try:
            message_id = await self._delivered(message)
        except ChannelGone as gone:
            log.warning("Nothing can be posted in channel %s (%s): %s", message.channel_id, message.tag, gone)
            reason = str(gone)
            await self._write_down(lambda outbox: outbox.park_channel(message.channel_id, reason))
            await self._delivery.tell_organiser(message, reason)
        except Unsendable as no:
            await self._set_aside(message, str(no))
        except NotDelivered as failure:
            await self._try_again(message, str(failure), doubtful=failure.doubtful)
        except StoreError as failure:
            await self._try_again(message, str(failure), doubtful=True)
        except Exception as fault:
            await self._after_fault(message, fault)
        else:
            if self.discord_is_away:
                log.info("Discord accepts posts again.")
            self.discord_is_away = False
            self._faults.pop(message.id, None)
            if message_id is not None and becomes_components(message):
                await self._write_down(lambda outbox: outbox.mark_posted(message, self._worker, message_id))
            else:
                await self._write_down(lambda outbox: outbox.mark_sent(message, self._worker, message_id))

    async def _delivered(self, message: Message) -> int | None:
        """Deliver a message; raises NotDelivered where no answer came until there was no use in waiting for it."""
        pictures, told = await asyncio.gather(self._delivery.drawn(message), self._delivery.with_chances(message))
        try:
            async with asyncio.timeout(DELIVERY_SECONDS) as limit:
                self._limits[limit] = asyncio.get_running_loop().time()
                return await self._delivery.deliver(told, pictures)
        except TimeoutError as late:
            raise NotDelivered("Discord did not answer", doubtful=True) from late
        finally:
            self._limits.pop(limit, None)

    async def _after_fault(self, message: Message, fault: Exception) -> None:
        """A fault of ours, not of Discord: it may pass, but must not keep a channel silent for long."""
        self._faults[message.id] = self._faults.get(message.id, 0) + 1
        if self._faults[message.id] < MOST_FAULTS:
            log.error("Message %s failed. Trying again.", message.tag, exc_info=fault)
            await self._try_again(message, repr(fault), doubtful=True)
        else:
            del self._faults[message.id]
            await self._set_aside(message, repr(fault))

    async def _set_aside(self, message: Message, reason: str) -> None:
        log.error("Message %s cannot be sent, so it is set aside; the channel goes on: %s", message.tag, reason)
        await self._write_down(lambda outbox: outbox.park_message(message, self._worker, reason))

    async def _try_again(self, message: Message, reason: str, *, doubtful: bool) -> None:
        """Leave a message for later, in seconds that differ, so that not all channels come at the same moment."""
        level = logging.DEBUG if self.discord_is_away else logging.WARNING
        log.log(level, "Message %s was not delivered (%s). Retrying all posts until they arrive.", message.tag, reason)
        self.discord_is_away = True
        longest = min(LONGEST_WAIT, FIRST_WAIT ** min(message.attempts, 9))
        wait = longest - secrets.randbelow(longest // 2 + 1)
        later = self._clock() + wait
        self._watch(wait)
        await self._write_down(
            lambda outbox: outbox.retry(message, self._worker, not_before=later, failure=reason, doubtful=doubtful)
        )

    def _watch(self, seconds: float) -> None:
        """Look more often for a while, as something may come free or due without a word."""
        until = asyncio.get_running_loop().time() + seconds + FIRST_WAIT
        self._watchful_until = max(self._watchful_until, until)
        self._stir()

    async def _write_down(self, report: Callable[[Outbox], Awaitable[None]]) -> None:
        """Write down how it went, and begin what comes next, for both take but one transaction.

        A lost lease means that another process has taken over.
        """
        with suppress(LeaseLost):
            async with self._store.write() as write:
                await report(write.outbox)
                following = await self._following(write.outbox)
            if following is not None and (this := asyncio.current_task()) is not None:
                self._looked_on.add(this)
                self._send_all(following)

    async def _following(self, outbox: Outbox) -> tuple[Message, ...] | None:
        """What can be sent once this task is done; None where nothing was looked for."""
        if not self.is_at_work:
            return None
        this = asyncio.current_task()
        others = {sending: message for sending, message in self._under_way.items() if sending is not this}
        try:
            return await self._claimed(outbox, others)
        except UnreadableMessage:  # It is set aside when the outbox is looked at next, which is at once.
            return None


def _hindrance(message: Message, parked: ParkedChannel | None) -> str:
    """Why a message is not out, and what becomes of it."""
    if parked is not None:
        return f"I couldn't post in this channel: {parked.reason}. The game is safe. Once that's fixed, use /panel."
    if message.state == "parked":
        return f"Discord won't take that post ({message.failure}). Use the commands instead of its buttons."
    why = f" ({message.failure})" if message.failure else ""
    return f"Discord hasn't taken that post yet{why}. It will appear on its own."
