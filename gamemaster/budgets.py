"""What a member, a game and a server may ask for in a while, and the threads beside the event loop that work it out.

Orders and a game's own posts are never counted. Work done for somebody, orders too, is measured by the time that it
keeps a core busy: far more than anybody needs to play, and too little to hold up other tables. A budget is a bucket: it
holds so much at once and fills again bit by bit. It is kept only in memory, so a bot that has just started is generous.
Libraries count hits in windows; core time is known only afterwards, and a bucket can owe it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Literal, TypeVar, TypeVarTuple

from gamemaster.errors import TableRefusal
from store import Clock

Wish = Literal["picture", "chart", "replay", "post", "import", "odds", "suggestion", "list"]
Scope = Literal["member", "game", "server"]
Key = TypeVar("Key")


@dataclass(frozen=True)
class Budget:
    """How many at once, and the seconds after which as many are free again."""

    most: int
    seconds: int


BUDGETS: Mapping[Wish, Mapping[Scope, Budget]] = {
    "picture": {"member": Budget(40, 60), "game": Budget(150, 60), "server": Budget(300, 60)},
    "chart": {"member": Budget(8, 60), "game": Budget(60, 60), "server": Budget(120, 60)},
    "replay": {"member": Budget(6, 120), "game": Budget(20, 300), "server": Budget(40, 300)},
    "odds": {"member": Budget(30, 60), "game": Budget(120, 60), "server": Budget(240, 60)},
    "suggestion": {"member": Budget(6, 60), "game": Budget(20, 60), "server": Budget(40, 60)},
    "list": {"member": Budget(10, 60), "game": Budget(20, 60), "server": Budget(120, 60)},
    "post": {"member": Budget(6, 300), "game": Budget(15, 300), "server": Budget(60, 300)},
    "import": {"member": Budget(5, 600), "game": Budget(5, 600), "server": Budget(20, 600)},
}
NAMES: Mapping[Wish, str] = {
    "picture": "maps",
    "chart": "sets of charts",
    "replay": "replays",
    "odds": "odds",
    "suggestion": "suggestions",
    "list": "game lists",
    "post": "public posts",
    "import": "record imports",
}
WHOSE: Mapping[Scope, str] = {"member": "You've", "game": "This game has", "server": "This server has"}
CORE_MILLISECONDS: Mapping[Scope, Budget] = {
    "member": Budget(8_000, 60),
    "game": Budget(15_000, 60),
    "server": Budget(30_000, 60),
}
"""Core time, for work done beside the event loop."""
MOST_OPEN_OF_ORGANISER, MOST_OPEN_OF_SERVER = 20, 200  # games that are not over, in one server
MOST_BUCKETS = 5_000


class OverBudget(TableRefusal):
    """Somebody asked for more than their budget holds; the text says when to try again."""

    def __init__(self, wish: Wish, scope: Scope, seconds: int) -> None:
        budget = BUDGETS[wish][scope]
        super().__init__(
            f"{WHOSE[scope]} asked for {budget.most} {NAMES[wish]} in {_in_words(budget.seconds)}. "
            f"Try again in {_in_words(seconds)}."
        )


class TooMuchWork(TableRefusal):
    """Somebody's work has kept a core busy for as long as it may; the text says when to try again."""

    def __init__(self, scope: Scope, seconds: int) -> None:
        super().__init__(f"{WHOSE[scope]} asked for a lot in the last minute. Try again in {_in_words(seconds)}.")


class TooManyGames(TableRefusal):
    """An organiser or a server has as many unfinished games as it may."""


@dataclass
class _Bucket:
    left: float
    at: int


class Budgets:
    """Keeps account of what was asked for."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: dict[tuple[Wish, Scope, int], _Bucket] = {}
        self._core: dict[tuple[Scope, int], _Bucket] = {}

    def take(self, wishes: Sequence[Wish], user_id: int, game_id: int, guild_id: int) -> None:
        """Count the wishes of a member in a game; raises OverBudget or TooMuchWork, and counts none of them then."""
        self.check_core(user_id, game_id, guild_id)
        owners: dict[Scope, int] = {"member": user_id, "game": game_id, "server": guild_id}
        found = [(wish, scope, self._bucket(wish, scope, owner)) for wish in wishes for scope, owner in owners.items()]
        for wish, scope, bucket in found:
            if bucket.left < 1:
                budget = BUDGETS[wish][scope]
                raise OverBudget(wish, scope, ceil((1 - bucket.left) * budget.seconds / budget.most))
        for _, _, bucket in found:
            bucket.left -= 1

    def check_core(self, user_id: int, game_id: int, guild_id: int) -> None:
        """Raise TooMuchWork where a member, a game or a server has used up its core time."""
        for scope, bucket in self._core_of(user_id, game_id, guild_id):
            if bucket.left <= 0:
                budget = CORE_MILLISECONDS[scope]
                enough = budget.most / 20
                raise TooMuchWork(scope, ceil((enough - bucket.left) * budget.seconds / budget.most))

    def spend_core(self, user_id: int, game_id: int, guild_id: int, milliseconds: float) -> None:
        """Count the core time that work for a member took."""
        for _, bucket in self._core_of(user_id, game_id, guild_id):
            bucket.left -= milliseconds

    def _core_of(self, user_id: int, game_id: int, guild_id: int) -> list[tuple[Scope, _Bucket]]:
        if len(self._core) > MOST_BUCKETS:
            now = self._clock()
            full = [key for key, each in self._core.items() if _is_full(each, CORE_MILLISECONDS[key[0]], now)]
            for key in full:
                del self._core[key]
        owners: tuple[tuple[Scope, int], ...] = (("member", user_id), ("game", game_id), ("server", guild_id))
        return [(scope, self._filled(self._core, (scope, owner), CORE_MILLISECONDS[scope])) for scope, owner in owners]

    def _bucket(self, wish: Wish, scope: Scope, owner: int) -> _Bucket:
        """The bucket as full as it is by now."""
        if len(self._buckets) > MOST_BUCKETS:
            self._forget_full_ones()
        return self._filled(self._buckets, (wish, scope, owner), BUDGETS[wish][scope])

    def _filled(self, buckets: dict[Key, _Bucket], key: Key, budget: Budget) -> _Bucket:
        now = self._clock()
        bucket = buckets.setdefault(key, _Bucket(budget.most, now))
        bucket.left, bucket.at = _left(bucket, budget, now), now  # Also a clock that was set back goes on from there.
        return bucket

    def _forget_full_ones(self) -> None:
        now = self._clock()
        self._buckets = {
            (wish, scope, owner): bucket
            for (wish, scope, owner), bucket in self._buckets.items()
            if not _is_full(bucket, BUDGETS[wish][scope], now)
        }


def _is_full(bucket: _Bucket, budget: Budget, now: int) -> bool:
    return _left(bucket, budget, now) >= budget.most


def _left(bucket: _Bucket, budget: Budget, now: int) -> float:
    return min(budget.most, bucket.left + max(0, now - bucket.at) * budget.most / budget.seconds)


def check_open_games(of_organiser: int, of_server: int) -> None:
    """Raise TooManyGames where one more game, besides those that are not over, would be too many."""
    if of_organiser >= MOST_OPEN_OF_ORGANISER:
        raise TooManyGames(
            f"You have {of_organiser} unfinished games here. End one with /game end before you open another."
        )
    if of_server >= MOST_OPEN_OF_SERVER:
        raise TooManyGames(f"This server has {of_server} unfinished games. Finish one before you open another.")


def _in_words(seconds: int) -> str:
    """ "20 s", "a minute", "5 minutes"."""
    if seconds < 60:
        return f"{seconds} s"
    minutes = ceil(seconds / 60)
    return "a minute" if minutes == 1 else f"{minutes} minutes"


Found = TypeVar("Found")
Arguments = TypeVarTuple("Arguments")

AT_ONCE = 2
"""Threads: with more of them that are busy the event loop would wait for its turn too long."""
_THREADS = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="beside")


@dataclass(frozen=True)
class Client:
    """For whom something is worked out: a member of a server, in a game."""

    user_id: int
    game_id: int
    guild_id: int


class WorkerThreads:
    """Works things out beside the event loop."""

    def __init__(self, budgets: Budgets) -> None:
        self._budgets = budgets

    async def work(self, client: Client, work: Callable[[*Arguments], Found], *arguments: *Arguments) -> Found:
        """What a work item gives; raises what it raises, and TooMuchWork before it begins."""
        self._budgets.check_core(client.user_id, client.game_id, client.guild_id)
        return await self.work_off(client, work, *arguments)

    async def work_off(self, client: Client, work: Callable[[*Arguments], Found], *arguments: *Arguments) -> Found:
        """The same for what is owed already, such as the answer to an order: it is never refused."""
        spent: list[float] = []
        timed = partial(copy_context().run, _timed, spent, partial(work, *arguments))
        try:
            return await asyncio.get_running_loop().run_in_executor(_THREADS, timed)
        finally:
            self._budgets.spend_core(client.user_id, client.game_id, client.guild_id, sum(spent) * 1000)


def _timed(spent: list[float], work: Callable[[], Found]) -> Found:
    """Do a work item, and note for how many seconds it has kept a core."""
    began = time.thread_time()
    try:
        return work()
    finally:
        spent.append(time.thread_time() - began)
