"""`python -m tests.crash`: kills bots in the middle of play, and says what came of it. Exit 1 where anything is amiss.

`--kills N` at any moment, in four games of random players; `--every N` of the points of a whole turn, one after the
other; both on SQLite, or with `--postgresql` on the server that `python -m tests.postgresql` starts around it.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import logging
import secrets
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.crash.at_random import AtRandom
from tests.crash.judging import faults_of_the_record
from tests.crash.sweep import Sweep
from tests.crash.table import CrashTable, crash_table

AT_ONCE = 50
"""After so many deaths a new table is laid, and the logs of the old one are held against their records."""


async def _at_random(table: CrashTable, kills: int, seed: int) -> tuple[str, list[str]]:
    playing = AtRandom(table, Random(seed))
    await playing.run(kills)
    faults = playing.faults + [fault async for fault in faults_of_the_record(table)]
    return f"{playing.deaths} kills, {playing.orders} orders", faults


async def _sweep(table: CrashTable, points: Sequence[int]) -> tuple[bool, str, list[str]]:
    sweep = Sweep(table)
    is_over = await sweep.run(points)
    faults = sweep.faults + [fault async for fault in faults_of_the_record(table)]
    return is_over, f"{sweep.deaths} deaths at the points {points[0]} to {points[-1]} of a turn", faults


def _heard(table: CrashTable) -> str:
    return f", {table.told} told late whether it counted, {table.untold} left waiting,"


async def crash(kills: int, every: int, start: int, *, postgresql: bool) -> int:
    """Gives how much was amiss."""
    amiss = 0
    seed = secrets.randbelow(1_000_000)

    def tell(what: str, faults: Sequence[str], began: float) -> None:
        seconds = time.monotonic() - began
        where = "PostgreSQL" if postgresql else "SQLite"
        sys.stdout.write(f"{where}: {what} in {seconds:.0f} s: {len(faults)} faults\n")
        sys.stdout.writelines(f"  {fault}\n" for fault in faults)
        sys.stdout.flush()

    for done in range(0, kills, AT_ONCE):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            async with crash_table(Path(folder), postgresql=postgresql) as table:
                what, faults = await _at_random(table, min(AT_ONCE, kills - done), seed + done)
        tell(f"random players, seed {seed + done}: {what}{_heard(table)}", faults, began)
        amiss += len(faults)
    points = itertools.count(start, every) if every else iter(())
    while batch := list(itertools.islice(points, AT_ONCE)):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            async with crash_table(Path(folder), postgresql=postgresql) as table:
                is_over, what, faults = await _sweep(table, batch)
        tell(f"{what}{_heard(table)}", faults, began)
        amiss += len(faults)
        if is_over:
            break
    return amiss


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=250)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--start", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true")
    chosen = parser.parse_args(arguments)
    logging.disable(logging.ERROR)  # of the table, to which connections break off
    return bool(asyncio.run(crash(chosen.kills, chosen.every, chosen.start, postgresql=chosen.postgresql)))


if __name__ == "__main__":
    sys.exit(main())
