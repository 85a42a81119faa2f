"""How a database grows while a game is played: everything is sent, and what is old is cleared away meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar, TypeVarTuple, cast

from sqlalchemy import text

from gamemaster.master import GameMaster
from gamemaster.pruning import Pruning
from gamemaster.roles import Actor
from gamemaster.workshop import Asker, Workshop
from maps import Picture
from store import Store
from tests.bench.loop import NowhereSender, legal_order
from tests.bench.measured import Measured
from tests.bench.stocked import ALLIES, AXIS, stock, url_of
from tests.engine.random_orders import RandomPlayer
from tests.store.conftest import HandSetClock

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

AT_FIRST, ORDERS = 300, 900
"""At first everything is new, and nothing can be cleared away yet."""
MINUTES_BETWEEN = 15
EVERY = 50
SEED = bytes(range(32))
NOTHING = Picture(b"", "nothing.webp", "Nothing.", (1, 1))


class _Undrawn(Workshop):
    """Draws nothing: pictures are kept by Discord, and the database has only what they are drawn from."""

    async def quick(self, work: Callable[[*Ts], T], *arguments: *Ts, asker: Asker | None = None) -> T:
        return cast("T", NOTHING)


async def _sizes(path: Path, setup: str) -> list[int]:
    """Bytes of the database after so many orders at first and at last."""
    clock = HandSetClock()
    await (await stock(path, games=1, setup=setup, seed=SEED)).close()
    store = await Store.open(url_of(path), clock=clock)
    master = GameMaster(store, NowhereSender(), clock, edit_pause=0.0, workshop=_Undrawn())
    pruning = Pruning(store, clock, breath=0.0)
    player, sizes = RandomPlayer(Random(7), odd=False), []
    for number in range(1, ORDERS + 1):
        await _act(master, player, number)
        clock.now += MINUTES_BETWEEN * 60
        while await master.publisher.send_batch():
            pass
        if number % EVERY == 0:
            await pruning.sweep()
        if number in (AT_FIRST, ORDERS):
            sizes.append(await _size(store))
    await store.close()
    return sizes


async def _act(master: GameMaster, player: RandomPlayer, number: int) -> None:
    loaded = await master.loader.by_id(1)
    action = legal_order(loaded.running, player)
    user = AXIS if loaded.seats[action.get("power", loaded.running.power)] == AXIS else ALLIES
    await master.acting.act(1, Actor(user, "Somebody", manages_server=False), [action], f"press {number}")


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
