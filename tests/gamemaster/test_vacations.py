"""Players who are away: their own clocks and reminders stop, those of others run."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from gamemaster.errors import NotAllowed, NotBegun, TableRefusal
from gamemaster.lobby.vacations import read_until
from gamemaster.table_settings import A_DAY, PACES, TableSettings, table_settings_of
from store import utc_seconds
from store.games.deleting import delete_person
from tests.gamemaster.asked import side_by_side
from tests.gamemaster.desk import ANNA, BEN, DAN, FAY, Desk, desk
from tests.gamemaster.test_pace import DAILY, HOUR, end_for, later, pause, turn_until
from tests.gamemaster.test_reminders import days, pinged
from tests.gamemaster.test_telling import END, begin_battle
from tests.published import SETUPS

NOON = int(datetime(2026, 11, 29, 12, tzinfo=UTC).timestamp())


async def settings(table: Desk) -> TableSettings:
    return table_settings_of((await table.loaded()).game)


@pytest.mark.rule("ASY-45", "ASY-46", setups="every + 1940")
@pytest.mark.parametrize("setup", SETUPS)
async def test_in_every_setup_time_is_given_by_the_other_side_and_stands_still(tmp_path: Path, setup: str) -> None:
    now, sides = [utc_seconds()], side_by_side(setup)
    async with desk(tmp_path, sides, setup=setup, clock=lambda: now[0], customs=DAILY) as table:
        player, other = (ANNA, BEN) if (await table.state()).power in sides[ANNA] else (BEN, ANNA)
        until = await turn_until(table) or 0
        assert (await table.wish(other, "extend", hours=24)).users == ()
        await table.master.vacations.begin(table.game_id, player, now[0] + 5 * A_DAY)
        assert await turn_until(table) == until + 24 * HOUR + 5 * A_DAY


@pytest.mark.rule("ASY-46")
async def test_the_time_for_the_turn_of_who_is_away_stands_still_until_they_are_back(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        vacations = table.master.vacations
        await table.send()
        until = await turn_until(table) or 0
        now[0] += 20 * HOUR
        back = now[0] + 5 * A_DAY
        assert await vacations.begin(table.game_id, ANNA, back) == f"You're away until <t:{back}:f>."
        [panel] = await table.send()
        assert panel.content.startswith(f"Anna is away until <t:{back}:f>.")
        assert f"-# Away: <@1> until <t:{back}:f>. Their clocks are stopped." in panel.content
        assert f"-# Time for this turn: until <t:{until + 5 * A_DAY}:f>" in panel.content
        assert list(panel.ping) == []
        for change, why in ((vacations.begin, "already away until"), (table.master.bumping.bump, "no bumps")):
            with pytest.raises(TableRefusal, match=why):
                await change(table.game_id, ANNA, *([back] if change == vacations.begin else []))
        with pytest.raises(TableRefusal, match="The player on turn is away until"):
            await table.wish(BEN, "extend", hours=1)
        assert f"is waiting for <@1> (away until <t:{back}:f>)" in (await table.master.duties.of(BEN.user_id)).text
        assert await later(table, now, 48) == []
        with pytest.raises(TableRefusal, match="Nobody can end this phase"):
            await end_for(table, BEN)
        await vacations.end(table.game_id, ANNA)
        [panel] = await table.send()
        assert panel.content.startswith("Anna is back, so their clocks run again.")
        assert "Away" not in panel.content
        assert await turn_until(table) == until + 2 * A_DAY
        with pytest.raises(TableRefusal, match="You aren't away"):
            await vacations.end(table.game_id, ANNA)
        assert len(await later(table, now, 4)) == 1


@pytest.mark.rule("ASY-46")
async def test_a_question_waits_for_who_is_away_and_others_keep_their_times(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        await table.master.vacations.begin(table.game_id, BEN, now[0] + 3 * A_DAY)
        assert await turn_until(table) == now[0] + 24 * HOUR  # Anna's
        await begin_battle(table)
        await table.send()
        assert await later(table, now, 3 * 24) == []
        with pytest.raises(TableRefusal, match="before anybody may answer for somebody else"):
            await table.wish(FAY, "answer", request=(await table.state()).requests[0].id)
        assert await later(table, now, 11) == []
        assert (await later(table, now, 1))[0].content.startswith("Time is up: the bot answered for Germany")


@pytest.mark.rule("ASY-46")
async def test_who_is_away_is_not_reminded_and_not_as_soon_as_they_are_back(tmp_path: Path) -> None:
    async with days(tmp_path) as at:
        await at.table.master.vacations.begin(at.table.game_id, ANNA, at._now[0] + 2 * A_DAY)
        await at.table.send()
        assert await at.later(47) == []
        assert await at.later(24) == []
        assert pinged(await at.later(2)) == [[ANNA.user_id]]


async def test_a_vacation_longer_than_what_is_left_is_refused_with_what_is_left(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        begin, end = table.master.vacations.begin, table.master.vacations.end
        with pytest.raises(TableRefusal, match=r"You have 7 days of vacation left in this game \(of 7 days\): until"):
            await begin(table.game_id, ANNA, now[0] + 7 * A_DAY + 1)
        await begin(table.game_id, ANNA, now[0] + 7 * A_DAY)
        now[0] += 5 * A_DAY
        await begin(table.game_id, ANNA, now[0] + 2 * A_DAY - HOUR)  # another end instead
        await end(table.game_id, ANNA)
        with pytest.raises(TableRefusal, match="You have 48 hours of vacation left"):
            await begin(table.game_id, ANNA, now[0] + 3 * A_DAY)
        await begin(table.game_id, ANNA, now[0] + 2 * A_DAY)
        now[0] += 2 * A_DAY
        with pytest.raises(TableRefusal, match="is used up"):
            await begin(table.game_id, ANNA, now[0] + A_DAY)
        assert (await settings(table)).vacation_left(BEN.user_id) == 7 * A_DAY


@pytest.mark.rule("ASY-46")
async def test_pauses_and_vacations_of_a_league_share_their_days(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=PACES["league"]) as table:
        await pause(table, ANNA, BEN)
        now[0] += 10 * A_DAY
        await pause(table, ANNA, BEN, "resume")
        with pytest.raises(TableRefusal, match=r"11 days of vacation left in this game \(of 21 days, pauses"):
            await table.master.vacations.begin(table.game_id, ANNA, now[0] + 12 * A_DAY)
        await table.master.vacations.begin(table.game_id, ANNA, now[0] + 5 * A_DAY)
        assert (await settings(table)).pause_left == 6 * A_DAY


async def test_all_games_of_a_server_at_once_and_none_elsewhere(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        lobby = table.master.lobby
        for number, guild in enumerate((77, 78), 1):
            game = await lobby.create(ANNA, guild, number, "aa1941", {}, f"In {guild}", PACES["none"])
            for actor, side in ((ANNA, "allies"), (BEN, "axis")):
                powers = {"allies": ("soviet_union", "united_kingdom", "united_states"), "axis": ("germany", "japan")}
                game = await lobby.join(game, actor.user_id, powers[side])
            await lobby.start(game, ANNA, f"start {number}")
        until = now[0] + 10 * A_DAY
        told = await table.master.vacations.everywhere(77, ANNA, until)
        assert told.startswith(f"You're away until <t:{until}:f> in 1 game.\n• **Test**: You have 7 days of vacation")
        assert (await table.master.vacations.everywhere(77, ANNA, None)).startswith("You're back in 1 game.")
        with pytest.raises(TableRefusal, match="You aren't playing in any game under way on this server"):
            await table.master.vacations.everywhere(77, DAN, until)


async def test_who_cannot_go_on_vacation(tmp_path: Path) -> None:
    now = utc_seconds()
    async with desk(tmp_path) as table:
        with pytest.raises(NotAllowed, match="You have no seat"):
            await table.master.vacations.begin(table.game_id, DAN, now + A_DAY)
        await table.master.vacations.begin(table.game_id, ANNA, now + A_DAY)
        async with table.master.store.write() as write:
            await delete_person(write, ANNA.user_id)
        assert (await settings(table)).vacations == ()
        await table.wish(FAY, "end")
        with pytest.raises(NotAllowed, match="This game is over"):
            await table.master.vacations.begin(table.game_id, BEN, now + A_DAY)
    (tmp_path / "lobby").mkdir()
    async with desk(tmp_path / "lobby", started=False) as table:
        with pytest.raises(NotBegun):
            await table.master.vacations.begin(table.game_id, ANNA, now + A_DAY)


async def test_orders_of_who_is_away_count_as_ever(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.master.vacations.begin(table.game_id, ANNA, utc_seconds() + A_DAY)
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 1}}, END)
        assert (await table.state()).phase == "combat_move"


@pytest.mark.parametrize(
    ("typed", "zone", "hours"),
    [
        ("5 days", "UTC", 5 * 24),
        ("1", "Asia/Tokyo", 24),
        ("2026-12-01", "UTC", 2 * 24 + 12),
        ("2026-12-01", "Asia/Tokyo", 2 * 24 + 3),
        ("2026-11-29", "America/New_York", 17),
        ("2026-12-01", "Atlantis/Poseidonis", 2 * 24 + 12),
    ],
)
def test_until_when(typed: str, zone: str, hours: int) -> None:
    assert read_until(typed, zone, NOON) == NOON + hours * HOUR


@pytest.mark.parametrize(
    "typed", ["", "soon", "0", "-3", "2026-11-28", "2026-02-30", "9999-12-31", "999", "٣", "x" * 6000]
)
def test_dates_that_cannot_be(typed: str) -> None:
    with pytest.raises(TableRefusal, match=r"can't read the date|from today to a year"):
        read_until(typed, "UTC", NOON)
