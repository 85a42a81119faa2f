"""Time is up before the house has weighed all: what it has thought counts by turns, and no order is given twice."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from computer.levels import AT_TABLES, LEVELS, TIMES
from gamemaster.jobs.house import patience_with, thought_out
from tests.gamemaster.desk import ANNA
from tests.gamemaster.house_desk import against_the_house, attack_ahead, give, log_of, play, work_here
from tests.gamemaster.rolling import another_process

pytestmark = pytest.mark.rule("ASY-65")
END = {"type": "end_phase"}


@pytest.mark.parametrize("level", AT_TABLES)
async def test_each_level_attacks_in_the_time_that_it_has(tmp_path: Path, level: str) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await give(table, ANNA, "germany", "nobody")
        await give(table, ANNA, "germany", level)
        await attack_ahead(table)
        await table.master.house.sweep()
        attacks = [entry for entry in await log_of(table) if entry.action["type"] == "move"]
        assert "west_russia" in {entry.action["path"][-1] for entry in attacks}
        (position,) = here.asked
        assert patience_with(position) > TIMES * LEVELS[level].seconds


async def test_what_it_has_thought_in_a_turn_counts_until_the_turn_is_over(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        here.answer = lambda position: replace(thought_out(position), seconds=2.5)
        await table.master.house.sweep()
        await table.master.house.sweep()
        assert [position.spent for position in here.asked] == [0.0, 2.5]
        while (await table.state()).power == "germany":
            await play(table.master)
            if (await table.state()).requests:
                await table.act(ANNA, {"type": "decide", "choice": "default"})
        before = len(here.asked)
        while (await table.state()).power == "united_kingdom":
            await table.act(ANNA, END)
        assert await table.master.house.sweep() == 1
        assert here.asked[before].spent == 0.0


async def test_a_bot_that_is_killed_gives_no_order_twice_though_the_next_one_has_less_time(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        assert await table.master.house.sweep() == 1
        async with another_process(tmp_path) as after:
            late = work_here(after)
            late.answer = lambda position: thought_out(replace(position, spent=3600.0))
            while (await table.state()).power == "germany":
                await play(after)
                if (await table.state()).requests:
                    await table.act(ANNA, {"type": "decide", "choice": "default"})
        entries = await log_of(table)
        assert [(entry.by, entry.action.get("phase")) for entry in entries].count(("germany", "combat_move")) == 1
        assert len({(entry.cause, entry.cause_index) for entry in entries}) == len(entries)


async def test_two_processes_of_which_one_is_cut_off_give_the_orders_of_one(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _), another_process(tmp_path) as other:
        work_here(other).answer = lambda position: thought_out(replace(position, spent=3600.0))
        await attack_ahead(table)
        await asyncio.gather(table.master.house.sweep(), other.house.sweep())
        moves = [entry for entry in await log_of(table) if entry.by == "germany"]
        assert [entry.action["type"] for entry in moves].count("end_phase") == 1
        assert len({entry.cause for entry in moves}) == 1


async def test_a_level_that_takes_over_in_mid_turn_has_time_of_its_own(tmp_path: Path) -> None:
    """The seconds that `hard` has thought are no seconds of `easy`, which has far fewer."""
    async with against_the_house(tmp_path) as (table, here):
        await give(table, ANNA, "germany", "hard")
        await attack_ahead(table)
        here.answer = lambda position: replace(thought_out(replace(position, level="easy")), seconds=50.0)
        await table.master.house.sweep()
        await give(table, ANNA, "germany", "easy")
        await table.master.house.sweep()
        await give(table, ANNA, "germany", "hard")
        await table.master.house.sweep()
        assert [(each.level, each.spent) for each in here.asked] == [("hard", 0.0), ("easy", 0.0), ("hard", 50.0)]
