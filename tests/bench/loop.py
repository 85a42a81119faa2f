"""The longest time for which one step keeps the event loop from everything else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bot import keep_start_out_of_collections
from engine import GameState, Refusal, apply
from gamemaster.master import GameMaster
from gamemaster.outbox.pictures import draw, picture_request
from gamemaster.roles import Actor
from gamemaster.workers import shared_workers
from maps import draw_board
from maps.battles.board import draw_battle
from maps.charts.drawing import draw_charts
from store import utc_seconds
from tests.bench.measured import Measured
from tests.bench.nowhere import NowhereSender
from tests.bench.stocked import ALLIES, AXIS, stock
from tests.engine.random_games import RolledDice
from tests.engine.random_orders import RandomPlayer
from tests.gallery.overlaid import each_overlay, late
from tests.maps.battle_samples import huge_battle
from tests.maps.chart_samples import CHARTS
from tests.published import BOARDS

ACTIONS = 150


class Probe:
    """Looks how long the loop is away between two turns. What other programs take of the machine does not count."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = _clocks()

    async def watch(self) -> None:
        """Run until cancelled."""
        while True:
            self._look()
            await asyncio.sleep(0)

    def start(self) -> None:
        """What was before does not count."""
        self._last = _clocks()

    def _look(self) -> None:
        now = _clocks()
        away = min(after - before for before, after in zip(self._last, now, strict=True))
        self.longest = max(self.longest, away * 1000)
        self._last = now


def _clocks() -> tuple[float, float]:
    """Seconds that passed, and seconds for which this process had a core."""
    return time.perf_counter(), time.process_time()


async def _play(path: Path) -> float:
    store = await stock(path, games=1)
    master = GameMaster(store, NowhereSender(), utc_seconds, edit_pause=0.0)
    master.publisher.start()
    probe = Probe()
    watching = asyncio.create_task(probe.watch())
    player = RandomPlayer(Random(7), odd=False)
    try:
        for number in range(ACTIONS):
            loaded = await master.loader.by_id(1)
            if loaded.running.winner:
                break
            action = legal_order(loaded.running, player)
            user = AXIS if loaded.seats[action.get("power", loaded.running.power)] == AXIS else ALLIES
            probe.start()
            acting = master.acting.act(1, Actor(user, "Somebody", manages_server=False), [action], f"press {number}")
            if number % 10:
                await acting
            else:
                await asyncio.gather(acting, master.workers.quick(draw, picture_request(loaded.running)))
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        while await master.publisher.send_batch():
            pass
        await master.publisher.stop()
        await store.close()
    return probe.longest


def legal_order(state: GameState, player: RandomPlayer) -> dict[str, Any]:
    """The first order of the random player that is legal; this is the player's time, not the bot's."""
    for order in player.orders(state):
        try:
            apply(state, order.action, RolledDice(Random(1)))
        except Refusal:
            continue
        return order.action
    raise AssertionError("the random player knows no way to go on")


def measure(folder: Path) -> list[Measured]:
    """The budget of the event loop."""
    keep_start_out_of_collections()
    longest = asyncio.run(_play(folder / "loop.db"))
    drawn = {what: asyncio.run(_longest(works)) for what, works in _pictures().items()}
    return [
        Measured(f"event loop blocked at most, {ACTIONS} actions played while drawing", longest, 50, "ms"),
        *(Measured(f"event loop blocked at most by {what}", stall, 50, "ms") for what, stall in drawn.items()),
    ]


def _pictures() -> dict[str, Sequence[Callable[[], object]]]:
    """What is drawn in the worker pool: all boards with everything over them, charts, a battle."""
    boards = [partial(draw_board, name, late(name), overlays=each_overlay(name)["everything"]) for name in BOARDS]
    return {
        "whole boards with all overlays": boards,
        "charts": [partial(draw_charts, tuple(CHARTS.values()))],
        "the board of a large battle": [partial(draw_battle, huge_battle())],
    }


async def _longest(works: Sequence[Callable[[], object]]) -> float:
    """How long the loop is away at most while something is done in the worker pool."""
    probe = Probe()
    watching = asyncio.create_task(probe.watch())
    await asyncio.sleep(0)
    for work in works:
        await shared_workers().quick(work)
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching
    return probe.longest
