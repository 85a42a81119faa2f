"""Who comes next: posts of games before all wishes, and those who wish for something in turn."""

from __future__ import annotations

from collections import OrderedDict, deque
from threading import Condition
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Things that wait, each for somebody, or for a game where nobody asked. Safe to be used by several threads."""

    def __init__(self) -> None:
        self._for_games: deque[T] = deque()
        self._for_askers: OrderedDict[int, deque[T]] = OrderedDict()
        self._news = Condition()

    def put(self, thing: T, asker: int | None) -> None:
        """Add something at the end of the games' things, or of the asker's."""
        with self._news:
            if asker is None:
                self._for_games.append(thing)
            else:
                self._for_askers.setdefault(asker, deque()).append(thing)
            self._news.notify()

    def waiting(self, asker: int) -> int:
        """How many things wait for somebody."""
        with self._news:
            return len(self._for_askers.get(asker, ()))

    def take(self, seconds: float | None = None) -> T | None:
        """The next thing, waited for; None where there was none for so long."""
        with self._news:
            if not self._news.wait_for(lambda: self._for_games or self._for_askers, seconds):
                return None
            if self._for_games:
                return self._for_games.popleft()
            asker, things = self._for_askers.popitem(last=False)
            thing = things.popleft()
            if things:  # The others come before his next one.
                self._for_askers[asker] = things
            return thing
