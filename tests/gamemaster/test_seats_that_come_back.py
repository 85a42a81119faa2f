"""A seat or turn in which the house stood in comes back to its player, and nobody is kept as away for good (ASY-66)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gamemaster.announcements.announcer import users_waited_for
from gamemaster.chosen_settings import read_table_settings
from gamemaster.errors import TableRefusal
from gamemaster.house.playing import whose_move
from store import utc_seconds
from store.games.deleting import delete_person
from tests.gamemaster.desk import ANNA, BEN, CLEO, TWO
from tests.gamemaster.house_desk import play
from tests.gamemaster.test_catching_up import idle_turn
from tests.gamemaster.test_standing_in import HOUR, answer_all, away, stand_ins, two

pytestmark = pytest.mark.rule("ASY-66")


async def test_who_has_a_lent_seat_back_plays_it(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        await idle_turn(table, ANNA)
        await away(table, power="germany")
        await table.wish(BEN, "lend", powers=["germany"], user_id=CLEO.user_id)
        await table.say(CLEO, "agree")
        await table.send()
        await table.wish(BEN, "return")
        loaded = await table.loaded()
        assert loaded.players_named()["germany"] == "<@2>"
        assert whose_move(loaded) is None
        assert BEN.user_id in users_waited_for(loaded, loaded.running)


async def test_who_is_deleted_is_forgotten_as_somebody_away_and_the_house_keeps_no_seat_of_theirs(
    tmp_path: Path,
) -> None:
    async with two(tmp_path) as (table, _):
        await away(table)
        async with table.master.store.write() as write:
            await delete_person(write, BEN.user_id)
        loaded = await table.loaded()
        assert await stand_ins(table) == ()
        assert (loaded.house, loaded.game.house) == ({}, None)


async def test_who_wishes_to_be_forgotten_after_a_game_is_forgotten_as_somebody_away(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        await away(table, power="germany")
        await table.act(ANNA, {"type": "concede", "power": "soviet_union"})
        for power in TWO[ANNA][1:]:
            await table.act(ANNA, {"type": "concede", "power": power})
        assert "in 1 game that ended" in await table.master.server_statistics.forget(BEN.user_id)
        assert await stand_ins(table) == ()


async def test_a_turn_that_is_put_back_is_its_players_again(tmp_path: Path) -> None:
    now = [utc_seconds()]
    customs = read_table_settings(pace="daily", time_up="house")
    async with two(tmp_path, clock=lambda: now[0], customs=customs) as (table, _):
        await idle_turn(table, ANNA)
        before = (await table.loaded()).game.seq
        await away(table, power="japan", turn=True)
        now[0] += 25 * HOUR
        await table.master.deadlines.sweep()
        await answer_all(table, "germany")
        await table.send()
        await table.roll_back(before)
        assert (await table.state()).power == "germany"
        assert await play(table.master) == 0, "the time begins anew, and the house waits for its end"
        assert await stand_ins(table) == ("japan",), "what Ben asked for stays"
        assert BEN.user_id in {user for each in await table.send() for user in each.ping}


async def test_who_is_given_more_time_plays_the_turn_that_the_house_took_over(tmp_path: Path) -> None:
    now = [utc_seconds()]
    customs = read_table_settings(pace="daily", time_up="house")
    async with two(tmp_path, clock=lambda: now[0], customs=customs) as (table, _):
        await idle_turn(table, ANNA)
        now[0] += 25 * HOUR
        await table.master.deadlines.sweep()
        assert whose_move(await table.loaded()) == "germany"
        await table.wish(ANNA, "extend", hours=24)
        assert await play(table.master) == 0
        assert (await stand_ins(table), (await table.loaded()).game.house) == ((), None)
        (told,) = [each.content for each in await table.send() if "24 hours more" in each.content]
        assert told.startswith(
            "Anna gave <@2> 24 hours more for Germany's turn (ASY-45). The house leaves the turn to its player again."
        )
        now[0] += 25 * HOUR
        await table.master.deadlines.sweep()
        assert whose_move(await table.loaded()) == "germany", "that time is up too"
        await answer_all(table, "germany")
        await table.send()
        await table.wish(BEN, "extend", hours=24)
        (told,) = [each.content for each in await table.send() if "24 hours more" in each.content]
        assert "The house leaves" not in told, "it had not taken over this turn"


async def test_a_bump_begins_the_time_anew_and_the_house_waits_for_its_end(tmp_path: Path) -> None:
    now = [utc_seconds()]
    customs = replace(read_table_settings(pace="daily", time_up="house"), bumps=2)
    async with two(tmp_path, clock=lambda: now[0], customs=customs) as (table, _):
        await idle_turn(table, ANNA)
        now[0] += 25 * HOUR
        await table.master.deadlines.sweep()
        assert whose_move(await table.loaded()) == "germany"
        await table.master.bumping.bump(table.game_id, ANNA)
        assert whose_move(await table.loaded()) is None


async def test_who_is_away_does_not_count_as_a_player_who_stays(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        await away(table)
        for power in TWO[ANNA][:2]:
            await table.wish(ANNA, "house", power=power, level="easy")
        with pytest.raises(TableRefusal, match="already plays for everybody else"):
            await table.wish(ANNA, "house", power=TWO[ANNA][2], level="easy")
        await table.master.standing_in.end(table.game_id, BEN)
        await table.wish(ANNA, "house", power=TWO[ANNA][2], level="easy")
        assert set((await table.loaded()).seats.values()) == {BEN.user_id}
