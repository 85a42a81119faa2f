"""Noting when the bot was away, so that no time of a table runs meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

from gamemaster.upkeep.routine import BackgroundTask, level_of
from store import Clock, Store, StoreError
from store.games.figures import in_line
from store.outages import note_presence

Shards = tuple[Collection[int], int]
"""Shards of Discord, by number, and how many there are."""
NOTED_EVERY_SECONDS = 30.0
LONGEST_WAIT_SECONDS = 120
"""A post that has waited for longer has not told players what the game waits for."""

log = logging.getLogger(__name__)


class Outages(BackgroundTask):
    """One task of each process that notes every half minute for which shards it is at work.

    What lies more than a minute apart was an absence, of a bot that was stopped as well as of one without a connection,
    or whose posts Discord has not taken for two minutes. A channel that has more to post than Discord takes is no
    absence: whoever fills one would stop the times of all tables.
    """

    def __init__(self, store: Store, clock: Clock, posts_are_refused: Callable[[], bool]) -> None:
        self._store = store
        self._clock = clock
        self._posts_are_refused = posts_are_refused
        self._at_work: Callable[[], Shards | None] = lambda: ((0,), 1)

    def watch(self, at_work: Callable[[], Shards | None]) -> None:
        """Begin; `at_work` gives for which shards this process is, None while it has no connection."""
        self._at_work = at_work
        self.start()

    async def note(self) -> bool:
        """Note that the bot is at work, if it is; gives whether it was away before. Raises StoreError."""
        shards = self._at_work()
        if shards is None:
            return False
        if self._posts_are_refused():
            async with self._store.read() as read:
                _, oldest = await in_line(read.connection, self._clock())
            if oldest > LONGEST_WAIT_SECONDS:
                return False
        async with self._store.write() as write:
            return await note_presence(write, *shards, self._clock())

    async def _run(self) -> None:
        while True:
            try:
                if await self.note():
                    log.info("The bot was away. Deadlines and turn times are extended by the time it was away.")
            except StoreError as failure:
                log.log(level_of(failure), "Could not note that the bot is running: %s", failure)
            await asyncio.sleep(NOTED_EVERY_SECONDS)
