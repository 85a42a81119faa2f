"""The worker pool: one lane for what is wanted at once, one for what takes its time, one for the house that thinks.

A lane is a worker, the thread that hands work to it, and the queue of those who wait.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cache
from threading import Lock, Thread
from typing import Any, TypeVar, TypeVarTuple

from gamemaster.errors import TableRefusal
from gamemaster.workers.queue import Asker, FairQueue
from gamemaster.workers.worker import NO_LIMITS, Limits, Worker, WorkerLost

MOST_WAITING = 3
WORTH_TELLING = 3  # pieces of work that come before; fewer are done before anybody has read of them
REST_SECONDS = 5 * 60
MOST_MEGABYTES_AT_REST = 120
FIRST_SECONDS = 20
NOBODY = Asker(0, 0)

log = logging.getLogger(__name__)


class WorkFailed(TableRefusal):
    """The process that did the work died or took too long."""

    def __init__(self) -> None:
        super().__init__("That took too long or went wrong. Nothing changed; try again in a minute.")


class TooManyWishes(TableRefusal):
    """A user asked for more while enough of their earlier wishes are not done yet."""

    def __init__(self) -> None:
        super().__init__(f"You already have {MOST_WAITING} requests on the way. Ask again once they're here.")


@dataclass(frozen=True)
class WorkItem:
    """A work item, and where its result is waited for. is_first: it gets a process ready for what others ask."""

    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    seconds: float
    limits: Limits = NO_LIMITS
    is_first: bool = False
    result: Future[Any] = field(default_factory=Future)


class Lane:
    """One worker. It is started by the first work item, and given back after some idle time.

    One that has grown large is replaced as soon as there is nothing to do for a moment. Where processes are to be ready
    for what is asked, one that ends is followed by another at once.
    """

    def __init__(self, name: str, idle_seconds: float, modules: Sequence[str] = ()) -> None:
        self._name = name
        self._idle_seconds = idle_seconds
        self._modules = modules
        self._queue: FairQueue[WorkItem] = FairQueue()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._worker = Worker(modules)
        self._first: Callable[[], Sequence[WorkItem]] = _nothing_first
        self._is_fresh = self._is_closed = False

    def prepare(self, first: Callable[[], Sequence[WorkItem]]) -> None:
        """Have this done now, and by every process to come before anybody asks; posts and those who ask take turns."""
        self._first = first
        self._begin_with_first()

    def warm_up(self) -> None:
        """Have the worker started, if it is not there."""
        if not self._worker.is_running and not self._queue.is_in_hand:
            self._begin_with_first()

    def _begin_with_first(self) -> None:
        for piece in self._first() or _nothing_first():
            piece.result.add_done_callback(self._tell_failure)
            self._queue.put(piece, NOBODY)
        self._begin()

    def _tell_failure(self, result: Future[Any]) -> None:
        if not self._is_closed and not result.cancelled() and (error := result.exception()):
            log.warning("A worker could not be made ready, so the first answers will take longer: %s", error)

    def check_room(self, user: int) -> None:
        """Raise TooManyWishes where one more wish of somebody would be too many to wait."""
        if self._queue.waiting(user) >= MOST_WAITING:
            raise TooManyWishes

    async def do(self, piece: WorkItem, asker: Asker | None) -> Any:
        """What the work gives or raises, when its turn has come; raises WorkFailed, TooManyWishes.

        `asker` is None where a post of a game waits for it.
        """
        if asker is not None:
            self.check_room(asker.user)
        before = self._queue.put(piece, asker)
        self._begin()
        result = asyncio.wrap_future(piece.result)
        try:
            if asker is not None and asker.told is not None and before >= WORTH_TELLING:
                await asker.told(before)
            return await result
        except WorkerLost as lost:
            log.error("Work was lost: %s", lost)  # noqa: TRY400  # the way here says nothing
            raise WorkFailed from lost
        finally:
            result.cancel()

    def close(self) -> None:
        """End the worker; what it was doing is lost. It is started again where more is asked for."""
        self._is_closed = True
        self._worker.stop()

    def _begin(self) -> None:
        self._is_closed = False
        with self._lock:
            if self._thread is None:
                # A thread that dies with the program: what waits in it is waited for by nobody then.
                self._thread = Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while True:
            piece = self._taken()
            if piece is None:
                self._worker.stop()
            elif piece.result.set_running_or_notify_cancel():  # else the user who asked has gone
                self._do(piece)
            else:
                self._queue.done()
            del piece  # It may be large, and the next may be long in coming.

    def _taken(self) -> WorkItem | None:
        """The next work item, None where there was none for so long that the worker is given back."""
        if not self._worker.is_running:
            return self._queue.take()
        rested = 0.0
        while rested < self._idle_seconds:
            pause = min(REST_SECONDS, self._idle_seconds - rested)
            piece = self._queue.take(pause)
            if piece is not None:
                return piece
            rested += pause
            has_grown = self._worker.megabytes > MOST_MEGABYTES_AT_REST and not self._is_fresh
            if has_grown:
                self._worker.stop()
            if rested < self._idle_seconds:
                self._follow()
        return None

    def _do(self, piece: WorkItem) -> None:
        confined = piece.limits != NO_LIMITS
        if confined:
            self._replace_worker(Worker(limits=piece.limits))
        self._is_fresh = piece.is_first and (self._is_fresh or not self._worker.is_running)
        try:
            result = self._worker.do(piece.work, piece.arguments, piece.seconds)
        except BaseException as error:
            self._queue.done()  # before anybody hears of it and asks for more
            piece.result.set_exception(error)
        else:
            self._queue.done()
            piece.result.set_result(result)
        self._worker.settle()
        if confined:
            self._replace_worker(Worker(self._modules))
        elif self._first is not _nothing_first and not piece.is_first:
            self._follow()

    def _follow(self) -> None:
        """Have a worker that has ended followed by another."""
        if not self._is_closed:
            self.warm_up()

    def _replace_worker(self, worker: Worker) -> None:
        """Limits hold for the whole life of a process."""
        self._worker.stop()
        self._worker = worker


def _nothing() -> None:
    """What only starts the worker."""


def _nothing_first() -> Sequence[WorkItem]:
    return (WorkItem(_nothing, (), FIRST_SECONDS, is_first=True),)


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

    Three processes at most: maps and charts must not wait for a replay, and nobody for the thoughts of the house. More
    would cost memory and be no faster on few cores.
    """

    def __init__(self, modules: Sequence[str] = NEEDED) -> None:
        """`modules` are what most work needs, loaded before it comes."""
        self._quick = Lane("workshop", WARM_SECONDS, modules)
        self._slow = Lane("slow workshop", SLOW_WARM_SECONDS)
        self._thinking = Lane("thinking", SLOW_WARM_SECONDS)

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

    async def think(self, work: Callable[[*Ts], T], *arguments: *Ts, asker: Asker, seconds: float) -> T:
        """What the house thinks of in its turns, one thought after the other.

        Raises what the work raises, WorkFailed.
        """
        result: T = await self._thinking.do(WorkItem(work, arguments, seconds), asker)
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
        self._thinking.close()


@cache
def shared_workers() -> WorkerPool:
    """The worker pool of this program, however many bots it runs."""
    workers = WorkerPool()
    atexit.register(workers.close)
    return workers
