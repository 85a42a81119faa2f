"""What one task does beside the orders, from the start of the bot to its stop."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from contextlib import suppress

from store import StorageChanged

PAUSE_AFTER_FAULT_SECONDS = 2.0

log = logging.getLogger(__name__)


def level_of(failure: Exception) -> int:
    """How loudly a failure of the store is told: what befell its file is told by its guard alone."""
    return logging.DEBUG if isinstance(failure, StorageChanged) else logging.WARNING


class BackgroundTask(ABC):
    """One task, named after its class; `_run` goes on until it is cancelled. What is left then waits in the store.

    If a fault ends it, the host is told and it starts again: nobody else would miss it before the games fall silent.
    """

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run_on(), name=type(self).__name__.lower())

    @property
    def is_at_work(self) -> bool:
        """Whether it has begun and has not come to an end."""
        return self._task is not None and not self._task.done()

    async def stop(self) -> None:
        """Stop, wherever it is."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run_on(self) -> None:
        while True:
            try:
                await self._run()
            except Exception:
                log.exception("The %s failed and is starting again.", type(self).__name__.lower())
            await asyncio.sleep(PAUSE_AFTER_FAULT_SECONDS)

    @staticmethod
    async def _until(stirred: asyncio.Event, seconds: float | None) -> None:
        """Wait for this, but no longer than so; `asyncio.wait_for` may overhear that the task is to end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await stirred.wait()

    @abstractmethod
    async def _run(self) -> None: ...
