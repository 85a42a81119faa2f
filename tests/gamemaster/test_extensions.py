"""More time for a turn: the other side gives it at once, everybody else asks them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.errors import NotAllowed, NotBegun, TableRefusal
from gamemaster.roles import Actor
from gamemaster.table_settings import PACES
from store import utc_seconds
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, EVE, FAY, Desk, desk
from tests.gamemaster.test_pace import DAILY, HOUR, end_for, later, pause, turn_until
from tests.gamemaster.test_telling import begin_battle

SEATS = {BEN: ("soviet_union", "united_kingdom"), DAN: ("united_states",), CLEO: ("germany", "japan")}


async def extend(table: Desk, actor: Actor, hours: int = 24) -> tuple[int, ...]:
    """Give more time; gives who is asked for it first."""
    return (await table.wish(actor, "extend", hours=hours)).users


@pytest.mark.rule("ASY-45")
async def test_the_other_side_gives_more_time_at_once_and_in_public(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, SEATS, clock=lambda: now[0], customs=DAILY) as table:
        await table.send()
        until = await turn_until(table) or 0
        assert await extend(table, CLEO) == ()
        [panel] = await table.send()
        assert panel.content.startswith("Cleo gave <@2> 24 hours more for the Soviet Union's turn (ASY-45).")
        assert f"until <t:{until + 24 * HOUR}:f>" in panel.content
        assert list(panel.ping) == []
        assert await turn_until(table) == until + 24 * HOUR
        with pytest.raises(TableRefusal, match="This turn was given more time"):
            await extend(table, CLEO)
        assert await later(table, now, 47) == []
        assert "ran out on" in (await later(table, now, 1))[0].content


@pytest.mark.rule("ASY-45")
async def test_when_the_time_is_up_the_hours_count_from_now_and_the_table_is_told_again(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, SEATS, clock=lambda: now[0], customs=DAILY) as table:
        await table.send()
        assert len(await later(table, now, 30)) == 1
        await extend(table, CLEO, 10)
        assert await turn_until(table) == now[0] + 10 * HOUR
        await table.send()
        with pytest.raises(TableRefusal, match="Nobody can end this phase for somebody else before"):
            await end_for(table, CLEO)
        assert await later(table, now, 9) == []
        assert len(await later(table, now, 1)) == 1


@pytest.mark.rule("ASY-45")
async def test_ones_own_side_and_an_organiser_who_plays_there_ask_the_other_side(tmp_path: Path) -> None:
    """Anna organises and doesn't play; a server manager who doesn't either gives time at once, as she does."""
    now = [utc_seconds()]
    async with desk(tmp_path, SEATS, clock=lambda: now[0], customs=DAILY) as table:
        until = await turn_until(table) or 0
        for ally in (DAN, BEN):
            assert await extend(table, ally) == (CLEO.user_id,)
        assert await turn_until(table) == until
        with pytest.raises(NotAllowed, match="Only <@3>, or a server manager"):
            await table.say(DAN, "agree", 2)
        await table.send()
        await table.say(CLEO, "agree", 2)
        assert (await table.send())[-1].content.startswith(
            "Ben has 24 hours more for the Soviet Union's turn (ASY-45). Cleo agreed."
        )
        for host in (ANNA, FAY):
            now[0] += HOUR
            assert await extend(table, host, 1) == ()
        assert await turn_until(table) == until + 26 * HOUR
        with pytest.raises(NotAllowed, match="Only a player, the organiser or a server manager"):
            await extend(table, EVE)


async def test_what_cannot_be_given(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        for hours in (0, -1, 73, 10**30):
            with pytest.raises(TableRefusal, match="1 to 72 hours at a time"):
                await extend(table, BEN, hours)
        for _ in range(4):
            await extend(table, BEN, 72)
            now[0] += HOUR
        with pytest.raises(TableRefusal, match=r"14 days more in all\. This one can still get 48 hours\."):
            await extend(table, BEN, 72)
        await pause(table, BEN, ANNA)
        with pytest.raises(TableRefusal, match="This game is paused"):
            await extend(table, BEN)
        await pause(table, BEN, ANNA, "resume")
        await begin_battle(table)
        with pytest.raises(TableRefusal, match="is waiting for somebody else"):
            await extend(table, BEN)
        await table.wish(FAY, "end")
        with pytest.raises(TableRefusal, match="already over"):
            await extend(table, BEN)


async def test_before_a_game_and_where_a_turn_lasts_as_long_as_it_takes(tmp_path: Path) -> None:
    async with desk(tmp_path, customs=DAILY, started=False) as table:
        with pytest.raises(NotBegun):
            await extend(table, BEN)
    (tmp_path / "slow").mkdir()
    async with desk(tmp_path / "slow") as table:
        with pytest.raises(TableRefusal, match="no time limit for turns"):
            await extend(table, BEN)


@pytest.mark.rule("ASY-44", "ASY-45")
async def test_a_bump_begins_the_time_anew_without_what_was_given_before(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=PACES["league"]) as table:
        until = await turn_until(table) or 0
        await extend(table, BEN)
        assert await turn_until(table) == until + 24 * HOUR
        now[0] += HOUR
        await table.master.bumping.bump(table.game_id, BEN)
        assert await turn_until(table) == now[0] + 72 * HOUR
