"""Replays: ten rounds as one animated picture, and the event loop meanwhile."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path

from bot import keep_start_out_of_collections
from engine import load_setup
from tests.bench.loop import Probe
from tests.bench.measured import Measured
from tests.bench.war import ROUNDS, fight
from tests.gamemaster.desk import ANNA, BEN, desk

SIDES = ("axis", "allies")


async def _made(folder: Path, setup: str) -> tuple[float, float, float]:
    """Seconds of the process, megabytes of the file, and the longest time in milliseconds that the loop was away."""
    sides = {side: tuple(power.id for power in load_setup(setup).powers if power.side == side) for side in SIDES}
    seats = {ANNA: sides["allies"], BEN: sides["axis"]}
    async with desk(folder, seats, started=False, setup=setup) as table:
        await table.bring(fight(setup).record)
        view = await table.view(ANNA)
        last = min(ROUNDS, view.board.round)
        keep_start_out_of_collections()
        began = time.perf_counter()
        replay = await table.master.replays.replay(view, 1, last)
        seconds = time.perf_counter() - began
        probe = Probe()
        watching = asyncio.create_task(probe.watch())
        await table.master.replays.replay(view, last, last)
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        return seconds, len(replay.picture.data) / 1_000_000, probe.longest


def measure(folder: Path, setup: str = "revised") -> list[Measured]:
    """The budgets of replays."""
    place = folder / "replays"
    place.mkdir()
    seconds, megabytes, longest = asyncio.run(_made(place, setup))
    return [
        Measured(f"{ROUNDS} rounds of {setup} as a replay: read, told, drawn, encoded", seconds, 10, "s"),
        Measured("the file of that replay", megabytes, 8, "MB"),
        Measured("event loop blocked at most while a round is drawn", longest, 50, "ms"),
    ]
