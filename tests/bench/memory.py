"""Resident memory of the bot's process: `python -m tests.bench.memory DATABASE` prints idle and greatest megabytes."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path

import cogs.client
from engine import load_setup, setup_names
from gamemaster.loading import CACHED_STATES
from gamemaster.master import GameMaster
from gamemaster.pictures import draw, picture_request
from store import Store, utc_seconds
from tests.bench.loop import NowhereSender
from tests.bench.measured import Measured
from tests.bench.stocked import url_of
from tests.maps.test_memory import DRAW_ALL


def kilobytes(name: str) -> int:
    """A line of this process's status."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


async def work(path: str) -> dict[str, float]:
    """Start as the bot does, load as many states as are kept, draw all boards."""
    began = time.perf_counter()
    cogs.client.TableBot()
    for setup in setup_names():
        load_setup(setup)
    store = await Store.open(url_of(Path(path)))
    master = GameMaster(store, NowhereSender(), utc_seconds)
    async with store.read() as read:
        games = await read.running_games()
    loaded = await master.loader.by_id(games[0].id)
    ready = time.perf_counter() - began
    idle = kilobytes("VmRSS")
    for game in games[: CACHED_STATES * 2]:
        loaded = await master.loader.by_id(game.id)
    for _ in setup_names():
        await asyncio.to_thread(draw, picture_request(loaded.running))
    await store.close()
    return {"ready": ready, "idle": idle / 1024, "work": kilobytes("VmHWM") / 1024, "games": len(games)}


def measure(database: Path) -> list[Measured]:
    """The budgets of starting and of memory, in a process of their own."""
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", "tests.bench.memory", str(database)], capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    start = f"start to ready without Discord: opening, {found['games']} running games listed, one loaded"
    return [
        Measured(start, found["ready"], 3, "s"),
        Measured("resident memory, idle", found["idle"], 150, "MB"),
        Measured("resident memory, greatest at work", found["work"], 350, "MB"),
        Measured("resident memory that drawing all boards in turn adds", _boards(), 200, "MB"),
    ]


def _boards() -> float:
    done = subprocess.run([sys.executable, "-c", DRAW_ALL], capture_output=True, text=True, check=True)  # noqa: S603
    return int(done.stdout) / 1024


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(work(sys.argv[1]))))
