"""How a database grows while a game is played: everything is sent, and what is old is cleared away meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import text

from store import Store
from tests.bench.measured import Measured
from tests.bench.played import PlayedGame

AT_FIRST, ORDERS = 300, 900
"""At first everything is new, and nothing can be cleared away yet."""


async def _sizes(path: Path, setup: str) -> list[int]:
    """Bytes of the database after so many orders at first and at last."""
    game, sizes = await PlayedGame.begin(path, setup), []
    while game.actions < ORDERS:
        await game.go_on()
        if game.actions in (AT_FIRST, ORDERS):
            sizes.append(await _size(game.master.store))
    await game.master.store.close()
    return sizes


async def _size(store: Store) -> int:
    async with store.read() as read:
        pages, bytes_each = [
            int((await read.connection.execute(text(f"PRAGMA {what}"))).scalar_one())
            for what in ("page_count", "page_size")
        ]
    return pages * bytes_each


def measure(folder: Path, setup: str = "aa1941") -> list[Measured]:
    """The budget of room on the disk."""
    first, last = asyncio.run(_sizes(folder / "growing.db", setup))
    grown = (last - first) / (ORDERS - AT_FIRST) * 100 / 1000
    what = f"{setup}: the database grows per 100 orders, all sent, orders {AT_FIRST} to {ORDERS} of a random game"
    return [Measured(what, grown, 250, "kB")]
