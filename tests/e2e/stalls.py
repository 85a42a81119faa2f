"""How long single steps of the bot keep the event loop, by the time of its thread: others may use the machine."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Self

OF_THE_BOT = ("/discord/", "/cogs/", "/gamemaster/", "/store/", "/engine/", "/maps/")


class Stalls:
    """Times every step of the bot's tasks while it is entered; `longest` is in milliseconds, `slow` names the steps."""

    def __init__(self, noted_from: float = 50.0) -> None:
        self.longest = 0.0
        self.slow: list[str] = []
        self.during = ""
        self._noted_from = noted_from
        self._run = asyncio.events.Handle._run

    def __enter__(self) -> Self:
        stalls, run = self, self._run

        def timed(handle: asyncio.events.Handle) -> None:
            name = _of_the_bot(handle)
            began = time.thread_time()
            run(handle)
            if name is not None:
                stalls.note(name, (time.thread_time() - began) * 1000)

        asyncio.events.Handle._run = timed  # type: ignore[assignment, method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.events.Handle._run = self._run  # type: ignore[method-assign]

    def note(self, name: str, milliseconds: float) -> None:
        """A step that took so long."""
        self.longest = max(self.longest, milliseconds)
        if milliseconds >= self._noted_from:
            self.slow.append(f"{milliseconds:.0f} ms in {name} during {self.during}")


def _of_the_bot(handle: asyncio.events.Handle) -> str | None:
    """The name of the coroutine that a handle goes on with, if it is the bot's."""
    callback: Any = getattr(handle, "_callback", None)
    task = getattr(callback, "__self__", None)
    if not isinstance(task, asyncio.Task):
        return None
    code = getattr(task.get_coro(), "cr_code", None)
    if code is None or not any(part in code.co_filename for part in OF_THE_BOT):
        return None
    return str(code.co_qualname)
