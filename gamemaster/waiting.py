"""Who waits for an answer, in the database: where the bot dies meanwhile, the next one tells him what came of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from gamemaster.tending import Tending
from store import Clock, Store, StoreError
from store.under_way import UnderWay, commands_under_way, forget_under_way, note_under_way

NOTE_AFTER_SECONDS = 0.01
FORGET_AFTER_SECONDS = 5.0
TOKEN_SECONDS = 15 * 60
OVERLAP_SECONDS = 6.0
"""For so long a bot that is stopped may still be at work on its commands while the next one begins."""

log = logging.getLogger(__name__)


class Waiting(Tending):
    """One task that writes down what is under way, many at once, and takes away what is answered.

    It begins while Discord is still being told that the answer takes longer, which takes that long at least, and holds
    up nobody. What is answered by then is never written down; who is cut off before it is not told later.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._begun: dict[int, UnderWay] = {}
        self._answered: set[int] = set()
        self._stirred, self._hurried = asyncio.Event(), asyncio.Event()

    def begun(self, command: UnderWay) -> None:
        """Somebody waits from now on."""
        self._begun[command.interaction_id] = command
        self._stirred.set()
        self._hurried.set()

    def answered(self, interaction_id: int) -> None:
        """He has his answer."""
        if self._begun.pop(interaction_id, None) is None:
            self._answered.add(interaction_id)
            self._stirred.set()

    async def left_behind(self) -> Sequence[UnderWay]:
        """The commands of bots that have died; none of this one may have begun."""
        async with self._store.read() as read:
            return await commands_under_way(read)

    async def until_all_others_have_ended(self) -> None:
        """On a database that several bots share, the one before may just be coming to its end."""
        if self._store.is_shared:
            await asyncio.sleep(OVERLAP_SECONDS)

    def can_be_told(self, command: UnderWay) -> bool:
        """Whether Discord still takes an answer to a command."""
        return command.began_at >= self._clock() - TOKEN_SECONDS

    async def stop(self) -> None:
        """Leave nothing behind but what is not answered."""
        await super().stop()
        await self._write_down()

    async def _run(self) -> None:
        while True:
            await self._stirred.wait()
            await self._until(self._hurried, FORGET_AFTER_SECONDS)
            await asyncio.sleep(NOTE_AFTER_SECONDS)
            self._stirred.clear()
            self._hurried.clear()
            await self._write_down()

    async def _write_down(self) -> None:
        begun, answered = [*self._begun.values()], [*self._answered]
        if not begun and not answered:
            return
        self._begun.clear()
        self._answered.clear()
        try:
            async with self._store.write() as write:
                await note_under_way(write, begun)
                if answered:
                    await forget_under_way(write, answered, before=self._clock() - TOKEN_SECONDS)
        except StoreError as failure:
            log.info("Who waits for an answer could not be written down: %s", failure)
            self._answered.update(answered)
