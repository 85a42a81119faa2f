"""Charts: from asking to having all four."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from cogs.board.charts import FIRST
from gamemaster.workers import Asker
from tests.bench.measured import Measured, middle
from tests.bench.war import fight
from tests.gamemaster.desk import ANNA, desk

TIMES = 5


async def _asked(folder: Path) -> list[float]:
    """Seconds, the first time with a worker that is started for it."""
    async with desk(folder, started=False) as table:
        await table.bring(fight().record)
        table.master.workers.close()
        statistics, took, asker = table.master.statistics, [], Asker(ANNA.user_id, table.game_id)
        for _ in range(TIMES):
            began = time.perf_counter()
            course = await statistics.course(asker)
            await statistics.picture(course, FIRST, asker)
            took.append(time.perf_counter() - began)
        return took


def measure(folder: Path) -> list[Measured]:
    """The budget of charts."""
    (charts := folder / "charts").mkdir()
    cold, *warm = asyncio.run(_asked(charts))
    return [
        Measured("a chart of a war, counted and drawn", middle(warm), 1, "s"),
        Measured("the same where nobody has been there for long", cold, 5, "s"),
    ]
