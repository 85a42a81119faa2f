"""How long a bot takes from its start until it is ready, and what it does again and again when nobody plays."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping
from pathlib import Path

from gamemaster.upkeep.pruning import Pruning
from store import Store
from store.maintenance.own_work import grown_games
from tests.bench.measured import Measured
from tests.bench.stocked import stock, url_of
from tests.bench.thin import TOKEN, ThinDiscord
from tests.e2e.processes import launch, until_connected
from tests.store.conftest import HandSetClock

GAMES, STARTS, TICKS = 1000, 3, 20


def uncached(file: Path) -> None:
    """Have the system read a file from the disk when it is read next."""
    with file.open("rb") as opened:
        os.fsync(opened.fileno())
        os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


async def seconds_to_ready(folder: Path, guilds: list[int], settings: Mapping[str, str]) -> float:
    """From the start of the process until it is connected; it is stopped then."""
    discord = ThinDiscord(guilds)
    async with discord.open():
        reached = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": discord.api_url, "BACKUP_EVERY": "0", **settings}
        began = time.perf_counter()
        process = await launch(folder, **reached)
        try:
            await until_connected(process)
            return time.perf_counter() - began
        finally:
            if process.returncode is None:
                process.terminate()
            await process.communicate()


async def start_of_file(folder: Path, file: Path, guilds: list[int]) -> float:
    """The slowest of some starts with a file that is not in memory; the first one, which marks it, is not counted."""
    settings = {"DATABASE_URL": url_of(file)}
    await seconds_to_ready(folder, guilds, settings)
    took = []
    for _ in range(STARTS):
        uncached(file)
        took.append(await seconds_to_ready(folder, guilds, settings))
    return max(took)


async def idle_tick(store: Store) -> float:
    """Milliseconds of what is done again and again, once all games were looked through."""
    pruning = Pruning(store, HandSetClock(), rows_at_once=500, breath=0.0)

    async def tick() -> None:
        await pruning.sweep()
        async with store.read() as read:
            await read.games_with_open_rolls()
        async with store.write() as write:
            await write.outbox.claim("idle", 30, 10)

    while True:
        await tick()
        async with store.read() as read:
            if not await grown_games(read, 1):
                break
    began = time.perf_counter()
    for _ in range(TICKS):
        await tick()
    return (time.perf_counter() - began) * 1000 / TICKS


async def finish_all(store: Store) -> None:
    """End all games."""
    async with store.read() as read:
        games = await read.all_games()
    async with store.write() as write:
        for game in games:
            await write.commit_turn(game.id, game.version, status="finished")


async def _measured(folder: Path) -> tuple[float, float]:
    file = folder / "starting.db"
    store = await stock(file, games=GAMES)
    await finish_all(store)
    ticking = await idle_tick(store)
    await store.close()
    return await start_of_file(folder, file, [77]), ticking


def measure(folder: Path) -> list[Measured]:
    """The budgets of a start and of idle work, in sizes that are made in a moment."""
    starting, ticking = asyncio.run(_measured(folder))
    return [
        Measured(f"start to ready with {GAMES:,} games in their first phase, uncached", starting, 3, "s"),
        Measured(f"an idle tick with {GAMES:,} finished games", ticking, 50, "ms"),
    ]
