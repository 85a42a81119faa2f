"""Boards that nobody sees and odds that nobody asked for, soon after the start, so that the first come fast."""

from __future__ import annotations

import asyncio
import logging

from engine import load_setup
from gamemaster.jobs.ready import Table, ready_for_odds
from gamemaster.orders.loading import Loader
from gamemaster.outbox.drawn import drawn
from gamemaster.outbox.pictures import picture_request
from gamemaster.upkeep.routine import BackgroundTask
from gamemaster.workers import Asker, WorkerPool
from maps.board.assets import KEPT_BOARDS
from store import Game, Store

AFTER_SECONDS = 2.0
"""What waited for the start comes first."""
GAMES = 20
MOST_TABLES = 6
"""So many setups, each with its options, are made ready for odds."""
NOBODY = Asker(0, 0)

log = logging.getLogger(__name__)


class WarmingUp(BackgroundTask):
    """One task that prepares for the first pictures and odds, once."""

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
            log.exception("Pictures and odds could not be prepared, so the first ones will take longer.")
        await asyncio.Event().wait()

    async def warm_up(self) -> None:
        """Work out odds as in the games played last, and draw their boards, without showing them."""
        self._workers.wake()
        async with self._store.read() as read:
            games = await read.games_played_last(GAMES)
        tables = dict.fromkeys(Table(game.setup, tuple(sorted(game.options.items()))) for game in games)
        self._workers.prepare(ready_for_odds, *list(tables)[:MOST_TABLES])
        last_on: dict[str, Game] = {}
        for game in games:
            last_on.setdefault(load_setup(game.setup).board.board, game)
        for game in list(last_on.values())[:KEPT_BOARDS]:
            state = (await self._loader.by_id(game.id)).running
            await drawn(self._workers, picture_request(state), f"game {game.id}", NOBODY)
