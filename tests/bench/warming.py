"""The first picture after a start: from asking to having it, once the bot has prepared for drawing."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from engine import load_setup
from gamemaster.views.board_choices import BoardChoice
from gamemaster.workers import shared_workers
from tests.bench.measured import Measured, middle
from tests.gamemaster.desk import ANNA, BEN, Desk, desk

SETUP = "global_1940"
WAR = Path(__file__).parents[2] / "data" / "demos" / f"{SETUP}_mid_war.json"
LOOKS = (("a space with its neighbours", BoardChoice(space="russia"), 100), ("the whole board", BoardChoice(), 500))
STARTS = 3


async def _milliseconds(folder: Path) -> list[list[float]]:
    """How long each look took, after each start."""
    powers = load_setup(SETUP).powers_with_turns
    seats = {
        player: tuple(power.id for power in powers if power.side == side)
        for player, side in ((ANNA, "allies"), (BEN, "axis"))
    }
    async with desk(folder, seats, started=False, setup=SETUP) as table:
        await table.bring(WAR.read_bytes())
        await table.send()
        return [await _after_a_start(table) for _ in range(STARTS)]


async def _after_a_start(table: Desk) -> list[float]:
    shared_workers().close()
    await table.master.warming_up.warm_up()
    view, took = await table.view(ANNA), list[float]()
    for _, look, _ in LOOKS:
        began = time.perf_counter()
        await table.master.board_views.picture(view, look)
        took.append((time.perf_counter() - began) * 1000)
    return took


def measure(folder: Path) -> list[Measured]:
    """The budgets of a picture, for the first ones."""
    (own := folder / "warming").mkdir()
    starts = asyncio.run(_milliseconds(own))
    return [
        Measured(f"{SETUP}, the first picture after a start, {what}", middle(took), most, "ms")
        for (what, _, most), took in zip(LOOKS, zip(*starts, strict=True), strict=True)
    ]
