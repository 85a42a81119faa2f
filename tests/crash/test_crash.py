"""A few of the deaths of `make crash`."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

from tests.crash.at_random import AtRandom
from tests.crash.judging import faults_of_the_record
from tests.crash.sweep import Sweep
from tests.crash.table import crash_table
from tests.postgresql import VARIABLE

ON_POSTGRESQL = VARIABLE in os.environ
POINTS = (9, 20, 24, 187, 260, 355, 421, 488, 512, 640)
"""Of 700 (on PostgreSQL) to 1,000 in a turn: before and after commits, answers and posts."""
KILLS = 10
SHARE_ON_POSTGRESQL = 3  # one in so many there


async def test_nothing_is_lost_or_doubled_wherever_and_whenever_the_bot_dies(tmp_path: Path) -> None:
    async with crash_table(tmp_path, postgresql=ON_POSTGRESQL) as table:
        sweep, playing = Sweep(table), AtRandom(table, Random(7))
        share = SHARE_ON_POSTGRESQL if ON_POSTGRESQL else 1
        await sweep.run(POINTS[::share])
        assert sweep.faults == []
        assert sweep.deaths == len(POINTS[::share])
        await playing.run(KILLS // share)
        assert playing.faults == []
        assert [fault async for fault in faults_of_the_record(table)] == []
