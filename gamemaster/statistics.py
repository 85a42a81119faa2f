"""What the log of a game comes to: its course in figures, and pictures of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from engine import GameState, event_from_json, state_from_json
from engine.chronicle import chronicle
from gamemaster.errors import TableRefusal
from gamemaster.loading import Loader, logged_events
from gamemaster.story.course import Course, Subject, course_chart
from gamemaster.visible import at_phase_start
from maps import Picture
from maps.charts import ChartsNotDrawn, draw_charts
from store import Store

log = logging.getLogger(__name__)


class Statistics:
    """Reads whole games, and has their charts drawn, those of one game at a time."""

    def __init__(self, store: Store, loader: Loader) -> None:
        self._store = store
        self._loader = loader
        self._one_at_a_time = asyncio.Lock()

    async def course(self, game_id: int) -> Course:
        """The course of a game; what was rolled back or is still secret does not count. Raises NotBegun."""
        async with self._store.read() as read:
            loaded = await self._loader.with_reading(read, await read.game(game_id))
            present = at_phase_start(loaded.running)
            start = await read.state_at_or_before(game_id, 0)
            logged = await logged_events(read, game_id, 0, loaded.game.seq)
        return await asyncio.to_thread(_course, start.body, logged, present)

    async def pictures(self, course: Course, subjects: Sequence[Subject]) -> tuple[Picture, ...]:
        """A chart of each subject; raises TableRefusal where they cannot be drawn."""
        charts = [course_chart(course, subject) for subject in subjects]
        try:
            async with self._one_at_a_time:
                return await asyncio.to_thread(draw_charts, charts)
        except ChartsNotDrawn as failure:
            log.exception("Charts cannot be drawn.")
            raise TableRefusal("The charts could not be drawn; please try again in a minute.") from failure


def _course(start: str, logged: Sequence[Mapping[str, Any]], present: GameState) -> Course:
    events = map(event_from_json, logged)
    return Course(present, chronicle(state_from_json(start), events, present))
