"""Work of some length in threads beside the event loop, charged to the budget of the user who asked for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from typing import TypeVar, TypeVarTuple

from gamemaster.budgets import Budgets

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
