"""The file under a running bot: where it is removed, replaced or changed, nothing counts until that is mended."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from gamemaster.upkeep.routine import BackgroundTask
from store import Store
from store.maintenance.rescuing import rescued
from store.sqlite.guard import Change

EVERY_SECONDS = 1.0

log = logging.getLogger(__name__)


class Guarding(BackgroundTask):
    """One task that looks at the file every second, in a thread of its own, because a disk may keep it waiting.

    The log says once what happened to it, when all that was saved is copied beside it, and what the host has to do.
    Once the file is back as it was, everything goes on.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, "guard")

    async def _run(self) -> None:
        while self._store.guard is not None:
            await self.look()
            await asyncio.sleep(EVERY_SECONDS)
        await asyncio.Event().wait()

    async def look(self) -> None:
        """See whether the file is what it was."""
        guard = self._store.guard
        if guard is None:
            return
        before = self._store.change
        change = await asyncio.get_running_loop().run_in_executor(self._thread, guard.look)
        if change is None and before is not None and not before.is_in_place:
            self._go_on()
        elif change is not None and before is None:
            await self._refuse(change)

    def _go_on(self) -> None:
        self._store.refuse(None)
        self._store.note_happening(None)
        log.info("The database is back as it was. Games go on.")

    async def _refuse(self, change: Change) -> None:
        self._store.refuse(change)
        remedy = await rescued(self._store, change)
        log.error("%s. Players are told, and nothing counts until this is fixed. %s", change.what, remedy)
