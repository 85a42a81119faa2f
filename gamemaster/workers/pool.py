"""The worker pool: one lane for what is wanted at once, one for what takes its time."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar, TypeVarTuple

from gamemaster.workers.lane import Lane, WorkItem
from gamemaster.workers.queue import Asker
from gamemaster.workers.worker import NO_LIMITS, Limits

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

PATIENCE_SECONDS = 20
LONG_PATIENCE_SECONDS = 180
WARM_SECONDS = 12 * 60 * 60
"""Games by correspondence rest for hours, and the first answer of a new process would take seconds."""
SLOW_WARM_SECONDS = 20
NEEDED = ("gamemaster.jobs.board", "gamemaster.jobs.past.charts", "gamemaster.jobs.odds")


class WorkerPool:
    """Does heavy work in processes beside this one: functions of modules, with arguments and results that can be sent.

    Two processes at most: maps and charts must not wait for a replay, and more would cost memory and be no faster on
    few cores.
    """

    def __init__(self, modules: Sequence[str] = NEEDED) -> None:
        """`modules` are what most work needs, loaded before it comes."""
        self._quick = Lane("workshop", WARM_SECONDS, modules)
        self._slow = Lane("slow workshop", SLOW_WARM_SECONDS)

    async def quick(self, work: Callable[[*Ts], T], *arguments: *Ts, asker: Asker | None = None) -> T:
        """What takes a second at most, in its turn: for a post of a game, or for a member who asks.

        Raises what the work raises, WorkFailed, TooManyWishes.
        """
        result: T = await self._quick.do(WorkItem(work, arguments, PATIENCE_SECONDS), asker)
        return result

    async def slow(
        self,
        work: Callable[[*Ts], T],
        *arguments: *Ts,
        asker: Asker,
        seconds: float = LONG_PATIENCE_SECONDS,
        limits: Limits = NO_LIMITS,
    ) -> T:
        """What may take many seconds, one after the other; with `limits` in a process of its own.

        Raises what the work raises, WorkFailed, TooManyWishes.
        """
        result: T = await self._slow.do(WorkItem(work, arguments, seconds, limits), asker)
        return result

    def check_room(self, user: int) -> None:
        """Raise TooManyWishes where enough of what somebody asked for waits already."""
        self._quick.check_room(user)
        self._slow.check_room(user)

    def prepare(self, work: Callable[[T], None], *each: T) -> None:
        """Have this done with each in turn, now and by every process to come, before anybody asks; for quick work."""
        self._quick.prepare(lambda: [WorkItem(work, (one,), PATIENCE_SECONDS, is_first=True) for one in each])

    def wake(self) -> None:
        """Somebody is there, who may soon want to see something: have the worker started."""
        self._quick.warm_up()

    def close(self) -> None:
        """End the processes; what they were doing is lost. They are started again where more is asked for."""
        self._quick.close()
        self._slow.close()


@cache
def shared_workers() -> WorkerPool:
    """The worker pool of this program, however many bots it runs."""
    workers = WorkerPool()
    atexit.register(workers.close)
    return workers
