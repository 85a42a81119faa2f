"""A deputy answers questions for a player, and does nothing else (ASY-05)."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from gamemaster.consent.stakes import stakes_in
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.roles import Actor
from gamemaster.table_settings import TableSettings
from store import utc_seconds
from store.games.deleting import delete_person
from tests.gamemaster.asked import defender_is_asked
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, FAY, Desk, desk
from tests.published import SETUPS

THREE = {ANNA: ("soviet_union", "united_kingdom"), DAN: ("united_states",), BEN: ("germany", "japan")}
MINUTE = 60


async def name(table: Desk, who: Actor, deputy: Actor, power: str = "") -> str:
    return await table.master.deputies.name(table.game_id, who, deputy.user_id, power)


async def deputies(table: Desk) -> dict[str, int]:
    return dict((await table.loaded()).deputies)


@pytest.mark.rule("ASY-05", setups="every + 1940")
@pytest.mark.parametrize("setup", SETUPS)
async def test_a_deputy_answers_a_question_for_the_player(tmp_path: Path, setup: str) -> None:
    async with defender_is_asked(tmp_path, setup) as (table, request, absent):
        answer = {"type": "decide", "request": request.id, "choice": "default"}
        with pytest.raises(NotAllowed, match="You have no seat in this game"):
            await table.act(CLEO, answer)
        await name(table, absent, CLEO, request.power)
        await table.act(CLEO, answer)
        assert (await table.state()).request(request.id) is None


@pytest.mark.rule("ASY-02", setups="every + 1940")
@pytest.mark.parametrize("setup", SETUPS)
async def test_without_an_answer_in_time_the_printed_default_counts(tmp_path: Path, setup: str) -> None:
    now = [utc_seconds()]
    async with defender_is_asked(tmp_path, setup, TableSettings(deadline_hours=48), lambda: now[0]) as asked:
        table, request, _ = asked
        now[0] += 48 * 60 * MINUTE - MINUTE
        await table.master.deadlines.sweep()
        assert (await table.state()).request(request.id)
        now[0] += MINUTE
        await table.master.deadlines.sweep()
        assert (await table.state()).request(request.id) is None
        told = [post.content for post in await table.send()]
        assert any(text.startswith("Time is up: the bot answered for ") for text in told)


async def test_a_deputy_gives_no_orders_and_sees_none(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await name(table, ANNA, CLEO)
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 2}})
        assert (await table.view(CLEO)).board.purchased == {}
        assert (await table.view(ANNA)).board.purchased
        with pytest.raises(NotAllowed, match="You have no seat in this game"):
            await table.act(CLEO, {"type": "end_phase"})
        orders = await table.master.standing_orders.of(await table.view(CLEO), CLEO.user_id)
        assert orders == {}
        with pytest.raises(NotAllowed, match="only for your own powers"):
            await table.master.standing_orders.leave(await table.view(CLEO), CLEO.user_id, "germany", "land", None)


async def test_the_table_is_told_and_nobody_is_pinged_while_nothing_is_asked(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        assert await name(table, BEN, CLEO) == (
            "Done. <@3> may answer for Germany and Japan until you use /deputy end."
        )
        (told,) = await table.send()
        assert told.content.startswith(
            "Ben made <@3> deputy for Germany and Japan: they may answer questions too, but give no orders."
        )
        assert not told.ping
        assert await name(table, BEN, CLEO) == "<@3> is already the deputy for Germany and Japan. Nothing else changed."
        assert await table.send() == []


async def test_a_deputy_who_may_answer_at_once_gets_the_panel_and_a_ping(tmp_path: Path) -> None:
    async with defender_is_asked(tmp_path, "aa1941") as (table, _, absent):
        await table.send()
        await name(table, absent, CLEO)
        (panel,) = await table.send()
        assert list(panel.ping) == [CLEO.user_id]
        assert panel.rows
        assert "Ben made <@3> deputy for Germany" in panel.content
        assert "waiting for Germany (<@2>, deputy <@3>)" in panel.content


async def test_both_are_pinged_when_a_question_opens(tmp_path: Path) -> None:
    async with defender_is_asked(tmp_path, "aa1941") as (table, request, absent):
        await name(table, absent, CLEO)
        await table.act(absent, {"type": "decide", "request": request.id, "choice": "default"})
        await table.send()
        while (request := (await table.state()).requests[0]).power == "soviet_union":
            choice = {"press": True} if request.kind == "retreat" else "default"
            await table.act(ANNA, {"type": "decide", "request": request.id, "choice": choice})
        pings = [list(post.ping) for post in await table.send() if post.ping]
        assert pings[-1] == [BEN.user_id, CLEO.user_id]


async def test_a_deputy_who_is_asked_too_answers_for_both_only_if_they_say_so(tmp_path: Path) -> None:
    both = {"soviet_union": {"infantry": 8, "tank": 8}, "united_states": {"infantry": 8, "tank": 8}}
    async with desk(tmp_path, THREE) as table:
        await name(table, ANNA, DAN)
        await table.place("germany", "combat_move", {"eastern_europe": {"germany": {"tank": 20}}, "karelia": both})
        attack = {"type": "move", "units": {"tank": 20}, "path": ["eastern_europe", "karelia"]}
        await table.act(BEN, attack, {"type": "end_phase"})
        await table.act(BEN, {"type": "battle", "space": "karelia"})
        (request,) = (await table.state()).requests
        assert set(request.powers) == {"soviet_union", "united_states"}
        answer = {"type": "decide", "request": request.id, "choice": "default"}
        await table.act(DAN, answer)
        with contextlib.suppress(NotAllowed):  # pressed twice
            await table.act(DAN, answer)
        assert {*(await table.state()).requests[0].answers} == {"united_states"}
        await table.act(DAN, {**answer, "power": "soviet_union"})
        assert (await table.state()).request(request.id) is None


async def test_the_other_side_is_no_deputy(tmp_path: Path) -> None:
    async with desk(tmp_path, THREE) as table:
        with pytest.raises(TableRefusal, match=r"<@2> is on the other side and can't answer for you \(ASY-05\)"):
            await name(table, ANNA, BEN)
        await name(table, ANNA, CLEO)
        with pytest.raises(TableRefusal, match="<@3> is on the other side"):
            await name(table, BEN, CLEO)
        await name(table, ANNA, DAN, "united_kingdom")
        assert await deputies(table) == {"soviet_union": CLEO.user_id, "united_kingdom": DAN.user_id}


async def test_only_for_ones_own_powers(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        with pytest.raises(NotAllowed, match="only for your own powers"):
            await name(table, ANNA, CLEO, "germany")
        for stranger in (CLEO, FAY):
            with pytest.raises(NotAllowed, match="only for your own powers"):
                await name(table, stranger, DAN)
        with pytest.raises(TableRefusal, match="You already answer for your own powers"):
            await name(table, ANNA, ANNA)


async def test_player_and_deputy_can_both_end_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        for who in (BEN, CLEO):
            await name(table, BEN, CLEO)
            assert (
                await table.master.deputies.end(table.game_id, who)
                == "Done. Germany and Japan no longer have a deputy."
            )
            assert await deputies(table) == {}
        with pytest.raises(NotAllowed, match="You have no seat in this game"):
            await table.master.deputies.end(table.game_id, CLEO)
        with pytest.raises(TableRefusal, match="You have no deputy in this game and are nobody's deputy"):
            await table.master.deputies.end(table.game_id, ANNA)


async def test_a_new_player_has_no_deputy_and_is_none(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await name(table, ANNA, CLEO)
        await name(table, BEN, DAN)
        await table.replace(FAY, "germany", CLEO)
        assert await deputies(table) == {"japan": DAN.user_id}


async def test_a_deputy_has_a_stake(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await name(table, BEN, FAY)
        async with table.master.store.read() as read:
            stakes = await stakes_in(read, await table.loaded())
        assert stakes.opponents(FAY.user_id) == {ANNA.user_id}


async def test_what_is_known_of_a_deputy_can_be_deleted(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await name(table, BEN, CLEO)
        async with table.master.store.write() as write:
            await delete_person(write, CLEO.user_id)
        assert await deputies(table) == {}
