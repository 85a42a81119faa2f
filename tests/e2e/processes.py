"""The bot as a process of its own, to be killed."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from local import LocalTable
from settings import Settings
from store.place import OTHER_SETTINGS
from tests.e2e.forks import Forked, forked
from tests.patience import PATIENCE_SECONDS

BOT = Path(__file__).parents[2] / "bot.py"
FORKED_BOT, SKETCHING_BOT = "bot", "tests.e2e.sketching_bot"
"""Forks that have loaded all, for tests that don't look at the very start; the second for those without pictures."""
Running = Process | Forked

CONNECTED = "has connected to Gateway"


async def launch(folder: Path, program: Path | str = BOT, /, **settings: str) -> Running:
    """`python bot.py`, another program, or a fork by its name, with these settings and those of the folder's `.env`."""
    environment = environment_of(folder, **settings)
    if isinstance(program, str):
        return await forked(program, folder, environment)
    return await asyncio.create_subprocess_exec(
        sys.executable, str(program), cwd=folder, env=environment, stdout=PIPE, stderr=PIPE
    )


def environment_of(folder: Path, **settings: str) -> dict[str, str]:
    """What a bot finds that is started in a folder with these settings and those of its `.env` alone."""
    known = [name.upper() for name in Settings.model_fields]
    environment = {key: value for key, value in os.environ.items() if key not in known}
    environment |= {"EDIT_PAUSE": "0.01", "PYTHONPATH": str(BOT.parent)}
    beside = {OTHER_SETTINGS: str(folder / ".env"), "LOCAL_STATE": str(folder / "table.sqlite3")}
    return environment | {**beside, **settings}


async def until_connected(process: Running, shards: int = 1) -> None:
    """Read the log until the bot is connected, with all its shards; what it says later is read and dropped."""
    assert process.stderr is not None
    said = ""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while said.count(CONNECTED) < shards:
            line = await process.stderr.readline()
            assert line, f"the bot stopped:\n{said}"
            said += line.decode()


def for_table(table: LocalTable, folder: Path) -> dict[str, str]:
    """The settings of a bot that plays at a table of the test."""
    return {
        "DISCORD_TOKEN": table.bot_token,
        "DISCORD_API_URL": table.api_url,
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'games.db'}",
    }


@asynccontextmanager
async def running(folder: Path, program: Path | str = BOT, /, **settings: str) -> AsyncIterator[Running]:
    """The bot at work; it is killed without warning at the end (kill -9)."""
    process = await launch(folder, program, **settings)
    reading: asyncio.Task[bytes] | None = None
    try:
        await until_connected(process, shards=len(settings.get("SHARD_IDS", "0").split(",")))
        assert process.stderr is not None
        reading = asyncio.create_task(process.stderr.read())
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        if reading is not None:
            await reading


async def refused(folder: Path, **settings: str) -> tuple[int, str]:
    """Exit code and all that a bot wrote to stderr which could not start."""
    process = await launch(folder, SKETCHING_BOT, **{"LOG_LEVEL": "ERROR", **settings})
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            _, said = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode is not None
    return process.returncode, said.decode()
