"""Checking whether everything stored can be read, slowly and once after each start, so that no start waits for it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing

from gamemaster.upkeep.routine import BackgroundTask, level_of
from store import Store, StoreError
from store.maintenance.looking_through import damages

FIRST_AFTER_SECONDS, BREATH_SECONDS = 60.0, 0.05
MOST_TOLD = 20

log = logging.getLogger(__name__)


class LookingThrough(BackgroundTask):
    """One task that reads a file of SQLite from end to end; PostgreSQL has checks of its own."""

    def __init__(self, store: Store, first_after: float = FIRST_AFTER_SECONDS, breath: float = BREATH_SECONDS) -> None:
        self._store = store
        self._first_after = first_after
        self._breath = breath

    async def _run(self) -> None:
        if self._store.file is not None:
            await asyncio.sleep(self._first_after)
            await self.look_through()
        await asyncio.Event().wait()

    async def look_through(self) -> int:
        """Tell the host of all that cannot be read; gives how much that is."""
        found = 0
        try:
            async with aclosing(damages(self._store)) as looked_at:
                async for damage in looked_at:
                    if damage is None:
                        await asyncio.sleep(self._breath)
                        continue
                    found += 1
                    if found <= MOST_TOLD:
                        log.error("%s", damage)
        except StoreError as failure:
            log.log(level_of(failure), "The check of whether everything can be read could not finish: %s", failure)
        if found:
            log.error("Damaged parts of the stored data: %s. List them with python -m store check.", found)
        return found
