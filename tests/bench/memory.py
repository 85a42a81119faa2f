"""Resident memory of the bot and its workers: `python -m tests.bench.memory DATABASE` prints megabytes."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path

import cogs.service.client
from engine import load_setup
from gamemaster.jobs.ready import Table, ready_for_odds
from gamemaster.master import GameMaster
from gamemaster.orders.loading import CACHED_STATES
from gamemaster.outbox.pictures import draw
from gamemaster.workers import Asker, pool
from store import Store, utc_seconds
from tests.bench.dearest import late_request
from tests.bench.measured import Measured
from tests.bench.nowhere import NowhereSender
from tests.bench.stocked import url_of
from tests.bench.tree import megabytes, watched
from tests.published import BOARDS, SETUPS

MANY = 15
READY = "aa1941", "global_1940"
"""The setups for whose odds a worker is ready."""
REST = 4  # seconds until nobody has asked for anything for a while


async def work(path: str) -> dict[str, float]:
    """Start as the bot does, load as many states as are kept, have all boards drawn, then many pictures at once."""
    began = time.perf_counter()
    cogs.service.client.TableBot()
    for setup in SETUPS:
        load_setup(setup)
    store = await Store.open(url_of(Path(path)))
    master = GameMaster(store, NowhereSender(), utc_seconds)
    async with store.read() as read:
        games = await read.all_games()
    await master.loader.by_id(games[0].id)
    ready = time.perf_counter() - began
    idle = megabytes(os.getpid())
    master.workers.prepare(ready_for_odds, *(Table(setup, ()) for setup in READY))
    await master.workers.quick(len, "", asker=Asker(0, 0))
    at_rest = megabytes(os.getpid())
    for game in games[: CACHED_STATES * 2]:
        await master.loader.by_id(game.id)
    # Made by another process: what draws has no place in the bot.
    dearest = [await master.workers.slow(late_request, board, asker=Asker(0, 0)) for board in BOARDS]
    master.workers.close()
    with watched(os.getpid()) as at_work:
        for request in dearest:
            await master.workers.quick(draw, request | {"overlays": []})
    with watched(os.getpid()) as at_once:
        wishes = zip(range(MANY), cycle(dearest))
        await asyncio.gather(*(master.workers.quick(draw, request, asker=Asker(user, 1)) for user, request in wishes))
    pool.REST_SECONDS = 1
    await master.workers.quick(len, "", asker=Asker(0, 0))
    await asyncio.sleep(REST)
    after = megabytes(os.getpid())
    master.workers.close()
    await store.close()
    return {
        "ready": ready,
        "idle": idle,
        "at rest": at_rest,
        "work": at_work.megabytes,
        "at once": at_once.megabytes,
        "after": after,
        "games": len(games),
    }


def measure(database: Path) -> list[Measured]:
    """The budgets of starting and of memory, in a process of their own."""
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", "tests.bench.memory", str(database)], capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    start = f"start to ready without Discord: opening, {found['games']} running games listed, one loaded"
    return [
        Measured(start, found["ready"], 3, "s"),
        Measured("resident memory, idle, before anything is drawn or worked out", found["idle"], 150, "MB"),
        Measured("resident memory, idle, with a worker that is ready for odds", found["at rest"], 150, "MB"),
        Measured("resident memory, greatest while every board is drawn, workers too", found["work"], 350, "MB"),
        Measured(f"resident memory, greatest while {MANY} pictures are asked for at once", found["at once"], 450, "MB"),
        Measured("resident memory that stays of that after a while", found["after"], 250, "MB"),
        Measured("resident memory that drawing all boards in turn adds", _boards(), 200, "MB"),
    ]


def _boards() -> float:
    # Not in the process that is measured: pytest and the like would count as the bot's.
    from tests.maps.test_memory import DRAW_ALL

    done = subprocess.run([sys.executable, "-c", DRAW_ALL], capture_output=True, text=True, check=True)  # noqa: S603
    return int(done.stdout) / 1024


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(work(sys.argv[1]))))
