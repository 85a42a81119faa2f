"""What a member, a game and a server may ask for in a while. Orders and the posts of a game are never counted.

A budget is a bucket: so much can be had at once, and it fills again bit by bit. Kept in memory alone: a bot that has
just been started is generous.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal

from gamemaster.errors import TableRefusal
from store import Clock

Wish = Literal["picture", "chart", "replay", "post", "import"]
Scope = Literal["member", "game", "server"]


@dataclass(frozen=True)
class Budget:
    """So many at once, and so many again after some seconds."""

    most: int
    seconds: int


BUDGETS: Mapping[Wish, Mapping[Scope, Budget]] = {
    "picture": {"member": Budget(40, 60), "game": Budget(150, 60), "server": Budget(300, 60)},
    "chart": {"member": Budget(8, 60), "game": Budget(60, 60), "server": Budget(120, 60)},
    "replay": {"member": Budget(6, 120), "game": Budget(20, 300), "server": Budget(40, 300)},
    "post": {"member": Budget(6, 300), "game": Budget(15, 300), "server": Budget(60, 300)},
    "import": {"member": Budget(5, 600), "game": Budget(5, 600), "server": Budget(20, 600)},
}
NAMES: Mapping[Wish, str] = {
    "picture": "maps",
    "chart": "sets of charts",
    "replay": "replays",
    "post": "public posts",
    "import": "records to be played",
}
WHOSE: Mapping[Scope, str] = {"member": "You asked for", "game": "This game had", "server": "This server had"}
MOST_OPEN_OF_ORGANISER, MOST_OPEN_OF_SERVER = 20, 200  # games that are not over, in one server
MOST_BUCKETS = 5_000


class OverBudget(TableRefusal):
    """More was asked for than the budget of somebody holds just now; the text says when there will be more."""

    def __init__(self, wish: Wish, scope: Scope, seconds: int) -> None:
        budget = BUDGETS[wish][scope]
        super().__init__(
            f"{WHOSE[scope]} {budget.most} {NAMES[wish]} within {_in_words(budget.seconds)}; "
            f"the next can be had in {_in_words(seconds)}."
        )


class TooManyGames(TableRefusal):
    """Somebody organises, or a server has, as many games as can be open at once."""


@dataclass
class _Bucket:
    left: float
    at: int


class Budgets:
    """Keeps account of what was asked for."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: dict[tuple[Wish, Scope, int], _Bucket] = {}

    def take(self, wishes: Sequence[Wish], user_id: int, game_id: int, guild_id: int) -> None:
        """Count the wishes of a member in a game; raises OverBudget, and counts none of them then."""
        owners: dict[Scope, int] = {"member": user_id, "game": game_id, "server": guild_id}
        found = [(wish, scope, self._bucket(wish, scope, owner)) for wish in wishes for scope, owner in owners.items()]
        for wish, scope, bucket in found:
            if bucket.left < 1:
                budget = BUDGETS[wish][scope]
                raise OverBudget(wish, scope, ceil((1 - bucket.left) * budget.seconds / budget.most))
        for _, _, bucket in found:
            bucket.left -= 1

    def _bucket(self, wish: Wish, scope: Scope, owner: int) -> _Bucket:
        """The bucket as full as it is by now."""
        if len(self._buckets) > MOST_BUCKETS:
            self._forget_full_ones()
        budget, now = BUDGETS[wish][scope], self._clock()
        bucket = self._buckets.setdefault((wish, scope, owner), _Bucket(budget.most, now))
        bucket.left, bucket.at = _left(bucket, budget, now), max(now, bucket.at)
        return bucket

    def _forget_full_ones(self) -> None:
        now = self._clock()
        self._buckets = {
            (wish, scope, owner): bucket
            for (wish, scope, owner), bucket in self._buckets.items()
            if _left(bucket, BUDGETS[wish][scope], now) < BUDGETS[wish][scope].most
        }


def _left(bucket: _Bucket, budget: Budget, now: int) -> float:
    return min(budget.most, bucket.left + max(0, now - bucket.at) * budget.most / budget.seconds)


def check_open_games(of_organiser: int, of_server: int) -> None:
    """Raise TooManyGames where one more game, besides those that are not over, would be too many."""
    if of_organiser >= MOST_OPEN_OF_ORGANISER:
        raise TooManyGames(
            f"You organise {of_organiser} games here that are not over: bring one to its end with /game end first."
        )
    if of_server >= MOST_OPEN_OF_SERVER:
        raise TooManyGames(
            f"This server has {of_server} games that are not over: one must come to its end before the next is opened."
        )


def _in_words(seconds: int) -> str:
    """ "20 s", "a minute", "5 minutes"."""
    if seconds < 60:
        return f"{seconds} s"
    minutes = ceil(seconds / 60)
    return "a minute" if minutes == 1 else f"{minutes} minutes"
