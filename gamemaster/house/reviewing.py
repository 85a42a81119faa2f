"""`/review`: a war looked back on, once it is over by everybody, before that by players on their own turns alone."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeAlias
from weakref import WeakValueDictionary

from gamemaster.errors import NotBegun, TableRefusal
from gamemaster.jobs.past.charts import drawn
from gamemaster.jobs.past.review import ReviewOrder, reviewed
from gamemaster.orders.loading import logged
from gamemaster.views.view import GameView
from gamemaster.workers import Asker, WorkerPool
from maps import Picture
from store import Store

MOST_KEPT = 20
NO_SEAT = (
    "This war isn't over yet. Until then you can look back on your own turns only, and you have no seat here. "
    "Try again once it's over."
)
NO_TURN = "None of your turns is over yet, so there is nothing to look back on. Try again after your first."
NO_TURN_AT_ALL = "This game ended before any turn did, so there is nothing to look back on."


_Key: TypeAlias = tuple[int, int, frozenset[str] | None]
"""A game, its last entry, and whose turns; None: everybody's."""


@dataclass(frozen=True)
class ShownReview:
    """A review in words and as a chart."""

    text: str
    picture: Picture


class Reviews:
    """Has reviews worked out in the worker pool, and keeps the last few: they keep a core busy for many seconds."""

    def __init__(self, store: Store, workers: WorkerPool) -> None:
        self._store = store
        self._workers = workers
        self._kept: OrderedDict[_Key, ShownReview] = OrderedDict()
        self._one_at_a_time: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def of(self, view: GameView, asker: Asker) -> ShownReview:
        """The review that the viewer may see; where many ask at once for the same, it is worked out once.

        Raises NotBegun, TableRefusal, WorkFailed, TooManyWishes.
        """
        if view.shown is None:
            raise NotBegun(view.game.status)
        powers = frozenset(view.powers) if view.game.status == "running" else None
        if powers is not None and not powers:
            raise TableRefusal(NO_SEAT)
        key = (view.game.id, view.game.seq, powers)
        lock = self._one_at_a_time.setdefault(view.game.id, asyncio.Lock())
        async with lock:
            if key not in self._kept:
                self._keep(key, await self._made(view, powers, asker))
        return self._kept[key]

    def _keep(self, key: _Key, review: ShownReview) -> None:
        self._kept[key] = review
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    async def _made(self, view: GameView, powers: frozenset[str] | None, asker: Asker) -> ShownReview:
        async with self._store.read_at_length() as read:
            start = await read.state_at_or_before(view.game.id, 0)
            since = await logged(read, view.game.id, 0, view.game.seq)
        order = ReviewOrder(start.body, since, powers)
        told = await self._workers.slow(reviewed, order, asker=asker)
        if told is None:
            raise TableRefusal(NO_TURN if powers is not None else NO_TURN_AT_ALL)
        (picture,) = await self._workers.quick(drawn, [told.chart], asker=asker)
        return ShownReview(told.text, picture)
