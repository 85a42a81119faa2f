"""Drawing boards that nobody sees, soon after the start, so that the first picture comes as fast as any."""

from __future__ import annotations

import asyncio
import logging

from engine import load_setup
from gamemaster.orders.loading import Loader
from gamemaster.outbox.pictures import drawn, picture_request
from gamemaster.upkeep.routine import BackgroundTask
from gamemaster.workers import Asker, WorkerPool
from maps.board.assets import KEPT_BOARDS
from store import Game, Store

AFTER_SECONDS = 2.0
"""What waited for the start comes first."""
GAMES = 20
NOBODY = Asker(0, 0)

log = logging.getLogger(__name__)


class WarmingUp(BackgroundTask):
    """One task that prepares for the first picture, once."""

    def __init__(self, store: Store, loader: Loader, workers: WorkerPool, after: float = AFTER_SECONDS) -> None:
        self._store = store
        self._loader = loader
        self._workers = workers
        self._after = after

    async def _run(self) -> None:
        await asyncio.sleep(self._after)
        try:
            await self.warm_up()
        except Exception:
            log.exception("Pictures could not be prepared, so the first ones will take longer.")
        await asyncio.Event().wait()

    async def warm_up(self) -> None:
        """Draw the boards of the games played last without showing them."""
        self._workers.wake()
        async with self._store.read() as read:
            games = await read.games_played_last(GAMES)
        last_on: dict[str, Game] = {}
        for game in games:
            last_on.setdefault(load_setup(game.setup).board.board, game)
        for game in list(last_on.values())[:KEPT_BOARDS]:
            state = (await self._loader.by_id(game.id)).running
            await drawn(self._workers, picture_request(state), f"game {game.id}", NOBODY)
