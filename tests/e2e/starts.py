"""Starts of the bot in this process: one of its own takes seconds to load all that is loaded here."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import bot
from local import LocalTable
from tests.e2e.processes import environment_of


@contextmanager
def table_beside(meanwhile: Callable[[LocalTable], Coroutine[Any, Any, None]] | None = None) -> Iterator[LocalTable]:
    """An open table with a thread and a loop of its own, as the bot takes up this one; `meanwhile` is done there."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()

    def done(work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    async def opened() -> LocalTable:
        return await LocalTable().__aenter__()

    try:
        table: LocalTable = done(opened())
        doing = asyncio.run_coroutine_threadsafe(meanwhile(table), loop) if meanwhile else None
        try:
            yield table
        finally:
            if doing:
                doing.result()
            done(table.stop())
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@contextmanager
def _own_log() -> Iterator[None]:
    """What a start sets up for the log is gone afterwards."""
    root = logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in (None, *bot.TALKATIVE, "alembic")}
    handlers = [*root.handlers]
    try:
        yield
    finally:
        root.handlers[:] = handlers
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


def started(folder: Path, capsys: pytest.CaptureFixture[str], **settings: str) -> tuple[int, str]:
    """Exit code and all that a start in a folder wrote to stderr, once it has come to its end."""
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        wanted = environment_of(folder, **{"LOG_LEVEL": "ERROR", **settings})
        for name in {*os.environ} - {*wanted}:
            patch.delenv(name)
        for name, value in wanted.items():
            patch.setenv(name, value)
        patch.chdir(folder)
        stack.enter_context(_own_log())
        capsys.readouterr()
        code = bot.main()
    return code, capsys.readouterr().err
