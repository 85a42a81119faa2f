"""Who comes next: posts of games before all wishes, then the games in turn, and in each those who wish in turn."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from threading import Condition
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")
PlaceTeller: TypeAlias = Callable[[int], Awaitable[None]]
Turns: TypeAlias = OrderedDict[int, OrderedDict[int, deque[T]]]


@dataclass(frozen=True)
class Asker:
    """A user who wants something of a game, and how they are told how many others come before it."""

    user: int
    game: int
    told: PlaceTeller | None = field(default=None, compare=False)


class FairQueue(Generic[T]):
    """Things that wait, each for somebody, or for a game where nobody asked. Safe to be used by several threads.

    A taker keeps one in hand until they say that it is done: it comes before all that wait.
    """

    def __init__(self) -> None:
        self._for_games: deque[T] = deque()
        self._for_askers: Turns[T] = OrderedDict()
        self._in_hand = 0
        self._news = Condition()

    @property
    def is_in_hand(self) -> bool:
        """Whether something was taken that is not done yet."""
        return bool(self._in_hand)

    def put(self, thing: T, asker: Asker | None) -> int:
        """Add something at the end of the games' things, or of the asker's; gives how much comes before it by now."""
        with self._news:
            self._news.notify()
            if asker is None:
                self._for_games.append(thing)
                return self._in_hand + len(self._for_games) - 1
            own = self._for_askers.setdefault(asker.game, OrderedDict()).setdefault(asker.user, deque())
            own.append(thing)
            return self._in_hand + len(self._for_games) + self._wishes_before(asker)

    def waiting(self, user: int) -> int:
        """How many things wait for somebody."""
        with self._news:
            return sum(len(askers.get(user, ())) for askers in self._for_askers.values())

    def take(self, seconds: float | None = None) -> T | None:
        """The next thing, waited for; None where there was none for so long."""
        with self._news:
            if not self._news.wait_for(lambda: self._for_games or self._for_askers, seconds):
                return None
            self._in_hand = 1
            if self._for_games:
                return self._for_games.popleft()
            return _next(self._for_askers)[1]

    def done(self) -> None:
        """What was taken last is done."""
        with self._news:
            self._in_hand = 0

    def _wishes_before(self, asker: Asker) -> int:
        """How many wishes come before the last one of somebody."""
        turns: Turns[int] = OrderedDict(
            (game, OrderedDict((user, deque(range(1, len(things) + 1))) for user, things in askers.items()))
            for game, askers in self._for_askers.items()
        )
        last = len(turns[asker.game][asker.user])
        return next(before for before in count() if _next(turns) == ((asker.game, asker.user), last))


def _next(turns: Turns[T]) -> tuple[tuple[int, int], T]:
    """Take out whose turn it is; other games come before this one's next, its other users before this user's next."""
    game, askers = turns.popitem(last=False)
    user, things = askers.popitem(last=False)
    thing = things.popleft()
    if things:
        askers[user] = things
    if askers:
        turns[game] = askers
    return (game, user), thing
