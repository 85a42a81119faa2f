"""How fast a table agreed to play: how long the player on turn has, and what the lobby and the panel say of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.errors import TableRefusal
from gamemaster.table_settings import PACES, TableSettings, read_table_settings
from gamemaster.times import times_of
from store import utc_seconds
from tests.gamemaster.desk import ANNA, Desk, desk
from tests.gamemaster.test_telling import begin_battle, fight_on

HOUR = 3600
DAILY = PACES["daily"]


async def turn_until(table: Desk) -> int | None:
    """Until when the player on turn has time."""
    loaded = await table.loaded()
    async with table.master.store.read() as read:
        return times_of(loaded, await table.master.loader.open_turn(read, loaded.game, loaded.running)).turn_until


async def test_a_turn_lasts_as_long_as_its_player_is_waited_for(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        began = now[0]
        told = (await table.send())[-1].content
        assert f"-# Time for this turn: until <t:{began + 24 * HOUR}:f>, <t:{began + 24 * HOUR}:R>." in told
        now[0] += HOUR
        await begin_battle(table)  # the position is corrected, so the turn begins anew
        assert await turn_until(table) is None  # Ben is asked
        now[0] += 5 * HOUR
        await fight_on(table)
        assert (await table.state()).requests[0].powers == ("soviet_union",)
        until = await turn_until(table)
        assert until == began + (1 + 24 + 5) * HOUR
        while (state := await table.state()).power == "soviet_union":
            if state.requests:
                await fight_on(table)
            else:
                assert await turn_until(table) == until
                await table.act(ANNA, {"type": "end_phase"})
        assert await turn_until(table) == now[0] + 24 * HOUR


async def test_a_turn_that_the_game_was_put_back_to_has_all_its_time(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        await table.act(ANNA, {"type": "end_phase"})
        there = (await table.loaded()).game.seq
        await table.act(ANNA, {"type": "end_phase"})
        now[0] += 20 * HOUR
        await table.roll_back(there)
        assert await turn_until(table) == now[0] + 24 * HOUR


@pytest.mark.parametrize(
    ("pace", "deadline", "lines"),
    [
        ("none", None, []),
        (
            "daily",
            None,
            ["Pace daily: 24 hours for a turn; after 12 hours without an answer the printed default counts"],
        ),
        ("weekend", 0, ["Pace weekend: 72 hours for a turn; questions wait for an answer"]),
    ],
)
def test_what_a_lobby_says_of_the_pace(pace: str, deadline: int | None, lines: list[str]) -> None:
    assert list(read_table_settings(pace=pace, deadline_hours=deadline).in_words) == lines


def test_a_setting_of_ones_own_goes_before_that_of_the_pace() -> None:
    chosen = read_table_settings(pace="daily", deadline_hours=6, reminder_hours=0)
    assert (chosen.turn_hours, chosen.deadline_hours, chosen.reminder_hours) == (24, 6, 0)
    assert list(chosen.in_words)[1:] == ["No reminders"]
    assert TableSettings(**chosen.stored) == chosen


def test_a_pace_that_is_none() -> None:
    with pytest.raises(TableRefusal, match="none, daily or weekend, not “hasty”"):
        read_table_settings(pace="hasty")
