"""What comes due in games while nobody does anything there."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Awaitable

from engine.errors import Refusal
from gamemaster.errors import TableRefusal
from gamemaster.table_settings import AN_HOUR
from gamemaster.upkeep.routine import BackgroundTask, level_of
from store import Clock, Store, StoreError, befalls_all

AFTER_AN_ABSENCE = AN_HOUR
"""What came due while the bot was away: players first get this time to act."""
BREATH_SECONDS = 0.02
"""Between games in which something was done, so that orders come first."""
GAMES_AT_ONCE = 500

log = logging.getLogger(__name__)


class DueTask(BackgroundTask):
    """One task that looks from time to time what is due, in one game after the other."""

    look_seconds: float

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._began = clock()

    @abstractmethod
    async def sweep(self) -> int:
        """Do all that is due; gives in how many games. Raises StoreError."""

    async def _run(self) -> None:
        self._began = self._clock()
        while True:
            await asyncio.sleep(self.look_seconds)
            try:
                await self.sweep()
            except StoreError as failure:
                name = type(self).__name__.lower()
                log.log(level_of(failure), "The %s could not check what is due. Trying again later: %s", name, failure)

    def _counted_from_return(self, due: int) -> int:
        """When something is due, given when it would be if the bot were never away."""
        return due if due >= self._began else self._began + AFTER_AN_ABSENCE

    async def _done_in(self, game_id: int, work: Awaitable[bool]) -> bool:
        """Whether something was done; a fault in one game keeps no other waiting."""
        try:
            if await work:
                await asyncio.sleep(BREATH_SECONDS)
                return True
        except (Refusal, TableRefusal) as refusal:
            log.info("What is due in game %s can't be done now: %s", game_id, refusal)
        except Exception as failure:
            if befalls_all(failure):
                raise
            log.exception("What is due in game %s cannot be done.", game_id)
        return False
