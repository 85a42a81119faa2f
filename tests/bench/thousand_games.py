"""The start of a bot with a thousand games of a thousand actions in one file, which the system has not in memory."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.bench.late_games import ACTIONS, copy, play
from tests.bench.measured import Measured
from tests.bench.played import GAME
from tests.bench.starting import GAMES, idle_tick, start_of_file
from tests.bench.stocked import url_of

SETUP, GUILD = "aa1941", 77


async def _measured(folder: Path) -> tuple[float, float, float]:
    file = folder / "thousand.db"
    store, _ = await play(file, SETUP)
    await copy(store, [(GUILD, game) for game in range(GAME, GAME + GAMES)])
    await store.forget_journal()
    ticking = await idle_tick(store)
    await store.close()
    return await start_of_file(folder, file, [GUILD]), ticking, file.stat().st_size / 1e9


def measure(folder: Path) -> list[Measured]:
    """The budgets of the start and of idle work."""
    starting, ticking, size = asyncio.run(_measured(folder))
    what = f"{GAMES:,} games of {SETUP} after {ACTIONS:,} actions, {size:.1f} GB ({url_of(folder).partition('+')[0]})"
    return [
        Measured(f"start to ready with {what}, uncached", starting, 3, "s"),
        Measured(f"an idle tick with {what}", ticking, 50, "ms"),
    ]
