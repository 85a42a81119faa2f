"""What the log of a game comes to: its course in figures, and pictures of it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine import GameState
from gamemaster.jobs.logged import packed
from gamemaster.jobs.past.charts import counted, drawn
from gamemaster.narration.history.charts import GameCourse, Subject, course_chart, war_luck
from gamemaster.orders.loading import LoadedGame, Loader, logged
from gamemaster.views.visible import at_phase_start
from gamemaster.workers import Asker, WorkerPool
from maps import Picture
from store import JsonObject, Store


class Statistics:
    """Reads whole games, and has them counted and drawn in the worker pool."""

    def __init__(self, store: Store, loader: Loader, workers: WorkerPool) -> None:
        self._store = store
        self._loader = loader
        self._workers = workers

    async def course(self, asker: Asker) -> GameCourse:
        """The course of the viewer's game; what was rolled back or is still secret does not count.

        Raises NotBegun, WorkFailed, TooManyWishes.
        """
        async with self._store.read_at_length() as read:
            loaded = await self._loader.seated(read, await read.seated_game(asker.game))
            present = at_phase_start(loaded.running)
            start = await read.state_at_or_before(asker.game, 0)
            since = await logged(read, asker.game, 0, loaded.game.seq)
        return await self._workers.quick(counted, start.body, since, present, asker=asker)

    async def luck_at_the_end(self, loaded: LoadedGame, last: Sequence[Sequence[JsonObject]], end: GameState) -> str:
        """The luck of a war that ends with these events, which are not saved yet; raises WorkFailed, TooManyWishes."""
        game = loaded.game
        async with self._store.read_at_length() as read:
            start = await read.state_at_or_before(game.id, 0)
            since = [*await logged(read, game.id, 0, game.seq), packed(map(json.dumps, last))]
        course = await self._workers.quick(counted, start.body, since, end)
        return war_luck(end.edition, course.luck)

    async def picture(self, course: GameCourse, subject: Subject, asker: Asker) -> Picture:
        """A chart; raises WorkFailed, TooManyWishes."""
        (picture,) = await self._workers.quick(drawn, [course_chart(course, subject)], asker=asker)
        return picture
