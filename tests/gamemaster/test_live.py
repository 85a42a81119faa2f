"""A quick game: each power has a time for the whole game; and who goes on once a time is up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gamemaster.chosen_settings import read_table_settings
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.roles import Actor
from gamemaster.table_settings import PACES, TableSettings
from store import utc_seconds
from store.games.turn_times import turn_time
from tests.gamemaster.desk import ANNA, BEN, CLEO, Desk, desk
from tests.gamemaster.test_pace import DAILY, END, HOUR, end_for, later, pause, turn_until
from tests.gamemaster.test_telling import begin_battle, fight_on

MINUTE = 60
LIVE = PACES["live"]


async def end_turn(table: Desk, player: Actor) -> None:
    """End all phases of the power on turn."""
    power = (await table.state()).power
    while (await table.state()).power == power:
        await table.act(player, END)


async def banked(table: Desk) -> dict[str, int]:
    async with table.master.store.read() as read:
        noted = await turn_time(read, table.game_id)
    return {power: seconds // MINUTE for power, seconds in noted.banked.items()} if noted else {}


async def test_what_a_power_leaves_of_its_time_is_kept_for_its_next_turns(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=LIVE) as table:
        panel = (await table.send())[-1].content
        assert f"-# Time for this turn: until <t:{now[0] + 65 * MINUTE}:f>" in panel
        whole = "Germany 60 minutes, United Kingdom 60 minutes, Japan 60 minutes, United States 60 minutes."
        assert f"-# Time left for the whole game: {whole}" in panel
        now[0] += 20 * MINUTE
        await end_turn(table, ANNA)
        panel = (await table.send())[-1].content
        assert f"-# Time for this turn: until <t:{now[0] + 65 * MINUTE}:f>" in panel
        assert "-# Time left for the whole game: Soviet Union 45 minutes, United Kingdom 60 minutes," in panel
        now[0] += 2 * MINUTE
        for player in (BEN, ANNA, BEN, ANNA):
            await end_turn(table, player)
        assert await banked(table) == {
            "soviet_union": 45,
            **dict.fromkeys(("germany", "united_kingdom", "japan", "united_states"), 60),
        }
        assert await turn_until(table) == now[0] + 50 * MINUTE


async def test_time_in_which_others_are_asked_is_not_the_turns_and_they_have_ten_minutes(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=replace(LIVE, ask_from=0)) as table:
        await table.send()
        await begin_battle(table)
        began = now[0]
        await table.send()
        assert await later(table, now, 9 / 60) == []
        told = await later(table, now, 1 / 60)
        assert told[0].content.startswith("Time is up: the bot answered for Germany")
        while (state := await table.state()).power == "soviet_union":
            await (fight_on(table) if state.requests else table.act(ANNA, END))
        assert (await banked(table))["soviet_union"] == 60
        assert now[0] == began + 10 * MINUTE


async def test_a_bank_that_is_empty_lets_others_go_on_and_stays_empty(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=LIVE) as table:
        await table.send()
        [panel] = await later(table, now, 70 / 60)
        assert "ran out on" in panel.content
        while (await table.state()).power == "soviet_union":
            await end_for(table, BEN)
        for player in (BEN, ANNA, BEN, ANNA):
            await end_turn(table, player)
        assert await turn_until(table) == now[0] + 5 * MINUTE


async def test_what_ran_before_a_pause_is_gone_though_a_turn_ends_within_it(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=LIVE) as table:
        now[0] += 30 * MINUTE
        await pause(table, ANNA, BEN)
        now[0] += 500 * MINUTE
        await end_turn(table, ANNA)
        assert await banked(table) == {"soviet_union": 35}


async def test_a_turn_that_is_taken_back_gives_everybody_the_time_that_they_had_then(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=LIVE) as table:
        now[0] += 20 * MINUTE
        await end_turn(table, ANNA)
        soviet_turn_over = (await table.loaded()).game.seq
        for player in (BEN, ANNA):
            now[0] += 30 * MINUTE
            await end_turn(table, player)
        assert await banked(table) == {"soviet_union": 45, "germany": 35, "united_kingdom": 35}
        await table.send()
        to = await last_of(table, "germany")
        assert to > soviet_turn_over
        await table.roll_back(to)
        assert await banked(table) == {"soviet_union": 45}
        assert "Soviet Union 45 minutes" in (await table.send())[-1].content
        await end_turn(table, BEN)
        assert await banked(table) == {"soviet_union": 45, "germany": 60}
        await table.roll_back(await last_of(table, "soviet_union"))
        assert await banked(table) == {}
        assert await turn_until(table) == now[0] + 65 * MINUTE


async def last_of(table: Desk, power: str) -> int:
    """The last entry of a power's turn on record."""
    async with table.master.store.read() as read:
        return max(seq for seq, key in await read.kept_states(table.game_id) if key.split(".")[1:2] == [power])


def test_what_a_lobby_says_of_a_live_game() -> None:
    assert list(read_table_settings(pace="live").in_words) == [
        (
            "Pace live: 60 minutes for each power in the whole game, and 5 more each turn; after 10 minutes without an "
            "answer the printed default applies"
        ),
        "1 day of vacation for each player",
        "Defenders are asked about losses and submarines only where another choice is worth 2 IPCs or more",
    ]
    assert LIVE.pace_in_short == "60 minutes for each power and 5 more each turn, 10 for an answer"
    assert read_table_settings(pace="live", deadline_hours=2).answer_seconds == 2 * HOUR
    assert TableSettings(**LIVE.stored) == LIVE


@pytest.mark.rule("ASY-42")
async def test_where_the_table_chose_so_the_deputy_goes_on_and_no_opponent(tmp_path: Path) -> None:
    now = [utc_seconds()]
    seats = {BEN: ("soviet_union", "united_kingdom", "united_states"), CLEO: ("germany", "japan")}
    async with desk(tmp_path, seats, clock=lambda: now[0], customs=replace(DAILY, time_up="deputy")) as table:
        dan = Actor(4, "Dan")
        await table.master.deputies.name(table.game_id, BEN, dan.user_id)
        await table.send()
        [panel] = await later(table, now, 24)
        assert "the player's deputy or the organiser may end this phase." in panel.content
        with pytest.raises(NotAllowed, match="Only the player's deputy, the organiser or a server manager"):
            await end_for(table, CLEO)
        for may in (dan, ANNA):
            phase = (await table.state()).phase
            await end_for(table, may)
            assert (await table.state()).phase != phase


async def test_where_the_organiser_goes_on_no_default_comes_by_itself(tmp_path: Path) -> None:
    now = [utc_seconds()]
    seats = {BEN: ("soviet_union", "united_kingdom", "united_states"), CLEO: ("germany", "japan")}
    customs = read_table_settings(pace="daily", time_up="organiser", ask_from=0)
    assert next(iter(customs.in_words)) == "Pace daily: 24 hours for a turn; questions wait for an answer"
    assert list(customs.in_words)[2] == "When the time for a turn is up, the organiser may end its phases"
    async with desk(tmp_path, seats, clock=lambda: now[0], customs=customs) as table:
        dan = Actor(4, "Dan")
        await table.master.deputies.name(table.game_id, BEN, dan.user_id)
        await later(table, now, 24)
        for who in (CLEO, dan):
            with pytest.raises(NotAllowed, match="Only the organiser or a server manager"):
                await end_for(table, who)
        await end_for(table, ANNA)
        assert (await table.state()).phase == "combat_move"


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({"pace": "daily", "time_up": "fate"}, "default, deputy, organiser or house, not “fate”"),
        ({"time_up": "deputy"}, "choose a pace too"),
        ({"pace": "daily", "time_up": "organiser", "deadline_hours": 5}, "leave the deadline out"),
    ],
)
def test_what_cannot_be_chosen(chosen: dict[str, object], why: str) -> None:
    with pytest.raises(TableRefusal, match=why):
        read_table_settings(**chosen)  # type: ignore[arg-type]
