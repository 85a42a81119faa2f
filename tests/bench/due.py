"""What comes due in a thousand games: those of a minute are found and done, and a thousand at a start, gently."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from sqlalchemy import update

from gamemaster.master import GameMaster
from gamemaster.roles import Actor
from gamemaster.table_settings import A_DAY, PACES
from store.database import tables
from tests.bench.measured import Measured, middle, p99
from tests.bench.nowhere import NowhereSender
from tests.bench.stocked import ALLIES, GAMES, stock
from tests.store.conftest import HandSetClock

SPREAD_SECONDS = 12
"""Five turns of the games have had their time each minute."""
MINUTES = 10
PACE = PACES["league"]
BETWEEN_ORDERS_SECONDS = 0.2


async def _measured(folder: Path) -> tuple[float, float, float, float, float]:
    clock = HandSetClock()
    store = await stock(folder / "due.db", clock=clock)
    games = tables.games
    async with store.write() as write:
        one_by_one = clock.now - PACE.turn_hours * 3600 + games.c.id * SPREAD_SECONDS
        await write.connection.execute(update(games).values(customs=PACE.stored, started_at=one_by_one))
    master = GameMaster(store, NowhereSender(), clock, edit_pause=0.0)
    first = time.perf_counter()
    await master.deadlines.sweep()
    first = time.perf_counter() - first
    finding, doing = [], []
    for _ in range(MINUTES):
        began = time.perf_counter()
        assert not await master.deadlines.sweep()
        finding.append((time.perf_counter() - began) * 1000)
        clock.now += 60
        began = time.perf_counter()
        assert await master.deadlines.sweep() == 60 / SPREAD_SECONDS
        doing.append(time.perf_counter() - began)
    clock.now += 10 * A_DAY
    overdue, answering = await _all_at_once(GameMaster(store, NowhereSender(), clock, edit_pause=0.0))
    await store.close()
    return first, middle(finding), middle(doing), overdue, answering


async def _all_at_once(master: GameMaster) -> tuple[float, float]:
    """Seconds until all that is overdue is done, and those that players wait for their orders meanwhile."""
    began, waited = time.perf_counter(), []
    sweep = asyncio.create_task(master.deadlines.sweep())
    game_id = 0
    while not sweep.done():
        await asyncio.sleep(BETWEEN_ORDERS_SECONDS)
        game_id += 1
        ordered = time.perf_counter()
        order = {"type": "purchase", "units": {"infantry": 1}}
        await master.acting.act(game_id, Actor(ALLIES, "Allies"), [order], f"order {game_id}")
        waited.append(time.perf_counter() - ordered)
    assert await sweep == GAMES - MINUTES * 60 / SPREAD_SECONDS
    return time.perf_counter() - began, p99(waited)


def measure(folder: Path) -> list[Measured]:
    """The budgets of what comes due by itself."""
    first, finding, doing, overdue, answering = asyncio.run(_measured(folder))
    what = f"of {GAMES:,} games with five times each"
    return [
        Measured(f"all due times {what} looked up after a start", first, 30, "s"),
        Measured(f"those of a minute {what} found", finding, 50, "ms"),
        Measured("the five of them that are due carried out", doing, 1, "s"),
        Measured(f"{GAMES:,} overdue turns told after a start", overdue, 60, "s"),
        Measured("an order meanwhile, 99 of 100", answering, 1, "s"),
    ]
