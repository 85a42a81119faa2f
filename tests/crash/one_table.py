"""What comes of the deaths at one table."""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from tests.crash.at_due_times import AtDueTimes
from tests.crash.at_random import AtRandom
from tests.crash.judging import faults_of_the_record
from tests.crash.sweep import Sweep
from tests.crash.table import CrashTable, crash_table


@dataclass(frozen=True)
class Outcome:
    """What came of the deaths at one table; `is_over`: the last point lay behind the end of the turn."""

    what: str
    faults: Sequence[str]
    is_over: bool = False


Deaths: TypeAlias = Callable[[CrashTable], Coroutine[Any, Any, Outcome]]


async def at_random(table: CrashTable, kills: int, seed: int) -> Outcome:
    """So many kills at any moment."""
    playing = AtRandom(table, Random(seed))
    await playing.run(kills)
    of_several = f" of {len(table.bots)} processes, {playing.taken_over} taken over by others"
    kind = of_several if len(table.bots) > 1 else ""
    return Outcome(
        f"random players, seed {seed}: {playing.deaths} kills{kind}, {playing.orders} orders", playing.faults
    )


async def one_after_the_other(table: CrashTable, points: Sequence[int]) -> Outcome:
    """A death at each of these points of a turn."""
    sweep = Sweep(table)
    is_over = await sweep.run(points)
    return Outcome(f"{sweep.deaths} deaths at the points {points[0]} to {points[-1]} of a turn", sweep.faults, is_over)


async def around_due_times(table: CrashTable, points: Sequence[int]) -> Outcome:
    """A death at each of these points from a start on, when something is overdue."""
    due = AtDueTimes(table)
    await due.run(points)
    return Outcome(f"{due.deaths} deaths around what was due, at the points {points[0]} to {points[-1]}", due.faults)


async def _at_a_table(deaths: Deaths, *, processes: int, postgresql: bool) -> Outcome:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        async with crash_table(Path(folder), postgresql=postgresql, processes=processes) as table:
            outcome = await deaths(table)
            faults = [*outcome.faults, *[fault async for fault in faults_of_the_record(table)]]
    where = "PostgreSQL" if postgresql else "SQLite"
    how = f"{table.told} told late whether it counted, in {time.monotonic() - began:.0f} s: {len(faults)} faults"
    return Outcome(f"{where}: {outcome.what}, {how}", faults, outcome.is_over)


def played(deaths: Deaths, processes: int, *, postgresql: bool) -> Outcome:
    """Lay a table, have bots die there, and hold the logs against their records."""
    logging.disable(logging.ERROR)  # of the table, to which connections break off
    return asyncio.run(_at_a_table(deaths, processes=processes, postgresql=postgresql))
