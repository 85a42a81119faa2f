"""Copies of the database while the bot runs."""

from __future__ import annotations

import asyncio
import logging

from gamemaster.upkeep.routine import BackgroundTask
from store import Store, StoreError
from store.maintenance.backups import Backups
from store.postgresql.dumps import GUIDE

PAUSE_AFTER_FAILURE_SECONDS = 3600.0

log = logging.getLogger(__name__)


class BackingUp(BackgroundTask):
    """One task that makes a copy whenever one is due; where that fails the host is told, and it is tried again."""

    def __init__(self, backups: Backups, store: Store | None = None) -> None:
        """`store`: the database as the bot has it open, where it does: what took its place is not copied."""
        self._backups = backups
        self._store = store

    def start(self) -> None:
        """Begin, and say where copies have to be made by others: they were made before the games moved there."""
        if self._backups.are_left_to_host:
            log.warning(
                "The bot doesn't copy a database on PostgreSQL. Use pg_dump, as %s says, then set BACKUP_EVERY=0.",
                GUIDE,
            )
        super().start()

    async def _run(self) -> None:
        while self._backups.are_made:
            await asyncio.sleep(await asyncio.to_thread(self._backups.seconds_until_due))
            if not await self.back_up():
                await asyncio.sleep(PAUSE_AFTER_FAILURE_SECONDS)
        await asyncio.Event().wait()

    async def back_up(self) -> bool:
        """Make a copy now; gives whether that could be done."""
        if self._store is not None and self._store.change is not None:
            return False
        try:
            made = await asyncio.to_thread(self._backups.make)
        except (StoreError, OSError) as failure:
            log.warning("The database could not be copied. Trying again in an hour: %s", failure)
            return False
        log.info("The games were copied to %s.", made)
        return True
