"""Carrying out orders that were written down before their roll and could not be saved: after a crash, or on a full
disk."""

from __future__ import annotations

import logging

from gamemaster.orders.saving import Saving
from gamemaster.upkeep.routine import BackgroundTask, level_of
from store import Store, StoreError

PAUSE_SECONDS, LOOK_SECONDS = 5.0, 30.0

log = logging.getLogger(__name__)


class Settling(BackgroundTask):
    """One task that looks at the start and whenever something is left over, and tries until nothing is.

    Where other processes have the same games it looks from time to time, as one of them may have been stopped.
    """

    def __init__(self, store: Store, saving: Saving) -> None:
        self._store = store
        self._saving = saving

    async def _run(self) -> None:
        while True:
            self._saving.left_open.clear()
            left = await self.sweep()
            look = LOOK_SECONDS if self._store.is_shared else None
            await self._until(self._saving.left_open, PAUSE_SECONDS if left else look)

    async def sweep(self) -> bool:
        """Carry out all open rolls, oldest game first; gives whether one is left."""
        left = False
        try:
            async with self._store.read() as read:
                games = await read.games_with_open_rolls()
        except StoreError as failure:
            log.log(level_of(failure), "Open rolls cannot be read. Trying again later: %s", failure)
            return True
        for game in games:
            try:
                await self._saving.settle(game.id)
            except StoreError as failure:
                level = level_of(failure)
                log.log(
                    level, "The open roll of game %s cannot be carried out. Trying again later: %s", game.id, failure
                )
                left = True
            except Exception:
                # A fault in one game must not keep all others waiting.
                log.exception("The open roll of game %s cannot be carried out. Trying again later.", game.id)
                left = True
        return left
