"""What the log of a game comes to: its course in figures, and pictures of it."""

from __future__ import annotations

from gamemaster.loading import Loader, logged
from gamemaster.story.course import Course, Subject, course_chart
from gamemaster.visible import at_phase_start
from gamemaster.works.courses import counted, drawn
from gamemaster.workshop import Asker, Workshop
from maps import Picture
from store import Store


class Statistics:
    """Reads whole games, and has them counted and drawn in the workshop."""

    def __init__(self, store: Store, loader: Loader, workshop: Workshop) -> None:
        self._store = store
        self._loader = loader
        self._workshop = workshop

    async def course(self, asker: Asker) -> Course:
        """The course of his game; what was rolled back or is still secret does not count.

        Raises NotBegun, WorkLost, TooManyWishes.
        """
        async with self._store.read_at_length() as read:
            loaded = await self._loader.seated(read, await read.seated_game(asker.game))
            present = at_phase_start(loaded.running)
            start = await read.state_at_or_before(asker.game, 0)
            since = await logged(read, asker.game, 0, loaded.game.seq)
        return await self._workshop.quick(counted, start.body, since, present, asker=asker)

    async def picture(self, course: Course, subject: Subject, asker: Asker) -> Picture:
        """A chart; raises WorkLost, TooManyWishes."""
        (picture,) = await self._workshop.quick(drawn, [course_chart(course, subject)], asker=asker)
        return picture
