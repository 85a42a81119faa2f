"""Answers about the chances of battles, for one user, from what they may see."""

from __future__ import annotations

from collections import OrderedDict

from gamemaster.chances.choice import OddsChoice
from gamemaster.jobs.odds import OddsAnswer, OddsRequest, odds_answer
from gamemaster.views.view import GameView
from gamemaster.workers import Asker, PlaceTeller, WorkerPool

MOST_KEPT = 100
"""Answers with their pictures, some 20 kB each."""


class OddsViews:
    """Has answers worked out in the worker pool, and remembers them for all who see the same."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers
        self._kept: OrderedDict[tuple[object, ...], OddsAnswer] = OrderedDict()
        self.remembered = self.worked_out = 0

    @property
    def hit_rate(self) -> float:
        """The share of all answers asked for that need not be worked out, 0 where none was asked for."""
        return self.remembered / ((self.remembered + self.worked_out) or 1)

    async def answer(self, view: GameView, choice: OddsChoice, told: PlaceTeller | None = None) -> OddsAnswer:
        """The answer; raises TableRefusal where there is none, WorkFailed, TooManyWishes."""
        board = view.board
        key = view.game.id, view.game.seq, view.is_on_turn, view.powers, choice
        found = self._kept.get(key)
        if found is not None:
            self.remembered += 1
            self._kept.move_to_end(key)
            return found
        self.worked_out += 1
        request = OddsRequest(board, choice, view.powers)
        found = await self._workers.quick(odds_answer, request, asker=Asker(view.viewer, view.game.id, told))
        self._kept[key] = found
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found
