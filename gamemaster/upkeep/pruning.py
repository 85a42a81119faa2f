"""Giving room back while the bot runs: posts that were sent are forgotten, positions of long ago thinned out.

A few rows at a time, so that no order waits for it, and only of games in which something happened since they were
looked through last, whichever bot did that: so it costs no more with a hundred thousand finished games. What is freed
is filled again before the file grows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from itertools import pairwise

from gamemaster.keys import turn_of
from gamemaster.upkeep.routine import BackgroundTask, level_of
from store import Clock, Store, StoreError
from store.maintenance.own_work import grown_games, note_looked_through

SENT_KEPT_SECONDS = 24 * 3600
"""Nothing asks for a post once it is sent; a day is for the host, who may want to see what came of an order."""
ROWS_AT_ONCE, BREATH_SECONDS = 20, 0.2
SHARED_ROWS_AT_ONCE, SHARED_BREATH_SECONDS = 500, 0.02
"""Of a database with many processes, which others can write to meanwhile."""
PAUSE_SECONDS = 600.0
GAMES_AT_ONCE = 500
"""So many are looked through before all else is cleared away again."""

log = logging.getLogger(__name__)


class Pruning(BackgroundTask):
    """One task that clears away every few minutes."""

    def __init__(
        self, store: Store, clock: Clock, rows_at_once: int | None = None, breath: float | None = None
    ) -> None:
        rows, seconds = ROWS_AT_ONCE, BREATH_SECONDS
        if store.is_shared:
            rows, seconds = SHARED_ROWS_AT_ONCE, SHARED_BREATH_SECONDS
        self._store = store
        self._clock = clock
        self._rows_at_once = rows if rows_at_once is None else rows_at_once
        self._breath = seconds if breath is None else breath
        self._is_failing = False

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(PAUSE_SECONDS)
            try:
                await self.sweep()
            except Exception:
                # A fault must not keep the disk filling for ever.
                log.exception("Old data could not be cleared away. Trying again later.")

    async def sweep(self) -> bool:
        """Clear away all that is old by now; gives whether that could be done."""
        # A full disk may have room for one row in the journal where it has none for many.
        rows = 1 if self._is_failing else self._rows_at_once
        try:
            await self._forget_sent(rows)
            await self._thin_states(rows)
            await self._store.give_room_back()
            await self._store.empty_journal()
        except StoreError as failure:
            if not self._is_failing:
                level = level_of(failure)
                log.log(level, "Old data could not be cleared away. Trying again from time to time: %s", failure)
            self._is_failing = True
        else:
            self._is_failing = False
        return not self._is_failing

    async def _forget_sent(self, rows: int) -> None:
        before = self._clock() - SENT_KEPT_SECONDS
        forgotten = rows
        while forgotten == rows:
            async with self._store.write() as write:
                forgotten = await write.outbox.forget_sent(before, rows)
            await asyncio.sleep(self._breath)

    async def _thin_states(self, rows: int) -> None:
        async with self._store.read() as read:
            grown = await grown_games(read, GAMES_AT_ONCE)
        for game_id, seq in grown:
            await self._thin_states_of(game_id, rows)
            async with self._store.write() as write:
                await note_looked_through(write, game_id, seq)

    async def _thin_states_of(self, game_id: int, rows: int) -> None:
        async with self._store.read() as read:
            old = superfluous(await read.whole_states(game_id))
        for start in range(0, len(old), rows):
            async with self._store.write() as write:
                await write.thin_states(game_id, old[start : start + rows])
            await asyncio.sleep(self._breath)
        await asyncio.sleep(self._breath)


def superfluous(whole: Sequence[tuple[int, str]]) -> list[int]:
    """Which states of a game, by entry number and phase key, no longer need to be stored whole.

    The start stays, with the end of every turn and the phases of the last: so any state is rebuilt from at most one
    turn of the log.
    """
    if not whole:
        return []
    last = turn_of(whole[-1][1])
    return [seq for (seq, key), (_, following) in pairwise(whole[1:]) if turn_of(key) == turn_of(following) != last]
