"""A few of the deaths of `make crash`."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.crash.at_due_times import AtDueTimes
from tests.crash.at_random import AtRandom
from tests.crash.judging import faults_of_the_record
from tests.crash.sweep import Sweep
from tests.crash.table import crash_table
from tests.postgresql import VARIABLE

ON_POSTGRESQL = VARIABLE in os.environ
POINTS = (8, 73, 261, 408, 517, 614)
"""Of 800 to 1,000 in a turn: before and after commits, answers and posts."""
KILLS = 6
DUE_POINTS = (60,)
"""From a start at which something is overdue until that is done there are about a hundred."""
POINTS_ON_POSTGRESQL = (8, 73, 261, 400)
"""Of 500 to 700 there, as an order takes fewer statements."""
KILLS_ON_POSTGRESQL = 3


async def test_nothing_is_lost_or_doubled_wherever_and_whenever_the_bot_dies(tmp_path: Path) -> None:
    async with crash_table(tmp_path, postgresql=ON_POSTGRESQL) as table:
        sweep, playing = Sweep(table), AtRandom(table, Random(7))
        points = POINTS_ON_POSTGRESQL if ON_POSTGRESQL else POINTS
        await sweep.run(points)
        assert sweep.faults == []
        assert sweep.deaths == len(points)
        await playing.run(0 if ON_POSTGRESQL else KILLS)
        assert playing.faults == []
        assert [fault async for fault in faults_of_the_record(table)] == []


async def test_what_comes_due_around_a_death_is_done_once(tmp_path: Path) -> None:
    """With PostgreSQL by two processes, each of which looks what is due."""
    async with crash_table(tmp_path, postgresql=ON_POSTGRESQL, processes=1 + ON_POSTGRESQL) as table:
        due = AtDueTimes(table)
        await due.run(DUE_POINTS)
        assert due.faults == []
        assert due.deaths


@pytest.mark.skipif(
    not ON_POSTGRESQL, reason="needs PostgreSQL: python -m tests.postgresql -m pytest starts one for it"
)
async def test_what_one_of_several_processes_leaves_as_it_dies_the_others_take_up(tmp_path: Path) -> None:
    async with crash_table(tmp_path, postgresql=True, processes=2) as table:
        playing = AtRandom(table, Random(638))
        await playing.run(KILLS_ON_POSTGRESQL)
        assert playing.taken_over
        assert playing.faults == []
        assert [fault async for fault in faults_of_the_record(table)] == []
