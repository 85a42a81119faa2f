"""What one task does beside the orders, from the start of the bot to its end."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from contextlib import suppress


class Tending(ABC):
    """One task, named after its class; `_run` goes on until it is cancelled. What is left then waits in the store."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run(), name=type(self).__name__.lower())

    async def stop(self) -> None:
        """Stop, wherever it is."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    @abstractmethod
    async def _run(self) -> None: ...
