"""Counting what came of games that are over, one after the other, each once (`store/results.py`)."""

from __future__ import annotations

import asyncio
import logging

from gamemaster.jobs.past.results import counted_game
from gamemaster.lobby.gathering.guests import gathering_of, with_gathering
from gamemaster.orders.loading import Loader, logged
from gamemaster.upkeep.routine import BackgroundTask, level_of
from gamemaster.workers import Asker, WorkerPool
from store import Game, JsonObject, Store, StoreError, befalls_all
from store.results import Result, count, games_to_count, has_rolled

LOOK_SECONDS = 60.0
GAMES_AT_ONCE = 20
NOBODY = 0

log = logging.getLogger(__name__)


class Counting(BackgroundTask):
    """One task that looks every minute which games are over and not counted yet.

    Nobody waits for a seat of such a game any more, nor is invited: that is forgotten with it.
    """

    def __init__(self, store: Store, loader: Loader, workers: WorkerPool) -> None:
        self._store = store
        self._loader = loader
        self._workers = workers

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.sweep()
            except StoreError as failure:
                log.log(level_of(failure), "Games that are over could not be counted. Trying again later: %s", failure)

    async def sweep(self) -> int:
        """Count some games; gives how many. Raises StoreError."""
        async with self._store.read() as read:
            waiting = await games_to_count(read, GAMES_AT_ONCE)
        for game_id in waiting:
            result = await self._result(game_id)
            async with self._store.write() as write:
                await count(write, game_id, result, _without_guests(await write.game(game_id)))
        return len(waiting)

    async def _result(self, game_id: int) -> Result | None:
        """What came of a game; None of one that was brought here as it ended, and of one that cannot be read."""
        try:
            async with self._store.read_at_length() as read:
                loaded = await self._loader.seated(read, await read.seated_game(game_id))
                game = loaded.game
                if game.status != "finished" or game.winner is None or not await has_rolled(read, game_id):
                    return None
                state = loaded.running
                start = await read.state_at_or_before(game_id, 0)
                since = await logged(read, game_id, 0, game.seq)
            found = await self._workers.slow(counted_game, start.body, since, state, asker=Asker(NOBODY, game_id))
        except Exception as failure:  # one game that cannot be counted keeps no other from it
            if befalls_all(failure):
                raise
            log.exception("What came of game %s cannot be counted.", game_id)
            return None
        return Result(
            game_id=game_id,
            guild_id=game.guild_id,
            setup=game.setup,
            winner=game.winner,
            rounds=state.round,
            seconds=max(0, (game.ended_at or 0) - (game.started_at or game.created_at)),
            luck=found.luck,
            battle=found.battle,
            battle_cost=found.battle_cost,
        )


def _without_guests(game: Game) -> JsonObject | None:
    """The settings of a game without who came to its table; None where they stay as they are, or can't be read."""
    try:
        gathering = gathering_of(game)
        return with_gathering(game, gathering.agreed) if gathering != gathering.agreed else None
    except (TypeError, ValueError):
        log.exception("Who came to the table of game %s cannot be read.", game.id)
        return None
