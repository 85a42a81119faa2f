"""Measure the budgets of the design on this machine: `what: measured (budget) ok|over`. Exit 1 where one is over."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from tests.bench import (
    answering,
    asking_odds,
    attack_sheets,
    between,
    chances,
    charting,
    checking,
    commands,
    crowding,
    drawing,
    full_boards,
    growing,
    hardships,
    late_war,
    loop,
    memory,
    odds_by_discord,
    orders,
    posting,
    proving,
    reading,
    remembering,
    replaying,
    rush,
    starting,
    thinking,
    war,
    warming,
)
from tests.bench.late_boards import LATE_BOARDS
from tests.bench.measured import Measured, tell
from tests.bench.stocked import stock

SETUPS = ("aa1941", "revised")
WARS = (*SETUPS, "pacific_1940")
ANSWERED = (*WARS, "global_1940")


async def _stocked(path: Path) -> Path:
    await (await stock(path)).close()
    return path


def main() -> int:
    """Measure everything, one after the other; gives the exit code."""
    logging.disable(logging.ERROR)  # what is not answered in time counts as such
    sys.stdout.write(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before\n")
    over = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        steps: Sequence[Callable[[], list[Measured]]] = (
            lambda: memory.measure(asyncio.run(_stocked(folder / "stocked.db"))),
            drawing.measure,
            *(lambda setup=setup: war.measure(war.fight(setup)) for setup in WARS),
            lambda: war.measure(war.fight_again("global_1940")),
            *(partial(late_war.measure, late) for late in LATE_BOARDS),
            checking.measure,
            proving.measure,
            chances.measure,
            thinking.measure,
            lambda: asking_odds.measure(folder),
            lambda: odds_by_discord.measure(folder),
            lambda: attack_sheets.measure(folder),
            remembering.measure,
            lambda: full_boards.measure(folder),
            reading.measure,
            lambda: loop.measure(folder),
            *(partial(answering.measure, folder, setup) for setup in ANSWERED),
            lambda: commands.measure(folder),
            lambda: orders.measure(folder),
            lambda: posting.measure(folder),
            lambda: crowding.measure(folder),
            lambda: replaying.measure(folder),
            lambda: charting.measure(folder),
            lambda: between.measure(folder),
            lambda: warming.measure(folder),
            lambda: starting.measure(folder),
            lambda: growing.measure(folder),
            lambda: rush.measure(folder),
            lambda: hardships.measure(folder),
        )
        for step in steps:
            over += tell(step())
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
