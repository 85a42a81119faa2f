"""Looking after what other processes put into the outbox, in case they do not live to send it."""

from __future__ import annotations

import asyncio
import logging

from gamemaster.outbox.publisher import Publisher
from gamemaster.upkeep.routine import BackgroundTask
from store import Store, StoreError

MOMENT_SECONDS = 0.5
PAUSE_SECONDS = 2.0

log = logging.getLogger(__name__)


class Listening(BackgroundTask):
    """One task that hears when another process has written messages, and has the outbox looked at a moment later.

    The process that writes them sends them at once; a moment is enough for that, so the others find nothing and look
    only twice a second, however much is written.
    """

    def __init__(self, store: Store, publisher: Publisher) -> None:
        self._store = store
        self._publisher = publisher

    async def _run(self) -> None:
        is_deaf = False
        while self._store.is_shared:
            try:
                async with self._store.listen() as others:
                    if is_deaf:
                        log.info("Messages from other processes arrive again.")
                    is_deaf = False
                    self._publisher.look_after_others()  # What was said while nobody listened.
                    while True:
                        await others.next()
                        await asyncio.sleep(MOMENT_SECONDS)
                        self._publisher.look_after_others()
            except StoreError as failure:
                if not is_deaf:
                    log.warning("Messages from other processes don't arrive. Trying again until they do: %s", failure)
                is_deaf = True
                await asyncio.sleep(PAUSE_SECONDS)
        await asyncio.Event().wait()
