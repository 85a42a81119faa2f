"""All battles of a phase in one press: they go on by themselves once others have answered (ASY-60)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine import IllegalAction
from gamemaster.errors import NotAllowed
from gamemaster.keys import phase_key
from gamemaster.master import GameMaster
from gamemaster.orders.fights import FightAll
from gamemaster.orders.requested import OrderRequest, order_of
from tests.gamemaster.asked import defender_is_asked
from tests.gamemaster.desk import ANNA, BEN, CLEO, Desk, desk
from tests.gamemaster.rolling import another_process, before_write, failing, rolls_of
from tests.gamemaster.test_fight_all import TARGETS, attack
from tests.published import SETUPS

FIRST, MIXED, LAST = TARGETS


async def begin(table: Desk, *battles: str, lines: tuple[str, ...] = (), cause: str = "press all") -> None:
    """Anna attacks in three places, in one of which Germany must choose, and fights all in this order."""
    await attack(table, mixed=MIXED)
    plan = FightAll(phase_key(await table.state()), battles, lines)
    await table.master.acting.fight_all(table.game_id, ANNA, cause, plan)


async def left(table: Desk) -> set[str]:
    """Where there is still to be fought, or somebody fights."""
    state = await table.state()
    return {battle.space for battle in state.pending} | ({state.battle.space} if state.battle else set())


async def answer(table: Desk) -> None:
    """Ben answers for Germany for as long as he is asked."""
    while requests := (await table.state()).requests:
        await table.act(BEN, {"type": "decide", "request": requests[0].id, "choice": "default"})


async def is_kept(table: Desk) -> bool:
    async with table.master.store.read() as read:
        return await read.fight_all(table.game_id) is not None


@pytest.mark.rule("ASY-60")
async def test_once_others_have_answered_the_rest_is_fought(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await begin(table, MIXED, LAST)
        assert await left(table) == set(TARGETS), "the first battle waits for Germany"
        assert await is_kept(table)
        await table.send()
        await answer(table)
        assert not await left(table)
        assert (await table.state()).phase == "noncombat_move"
        assert not await is_kept(table)
        reports = [post for post in await table.send() if "conduct combat**\n" in post.content]
        assert len(reports) == 1


@pytest.mark.rule("ASY-60", setups="every + 1940")
@pytest.mark.parametrize("setup", SETUPS)
async def test_in_every_setup_it_goes_on_after_the_answer_of_the_defender(tmp_path: Path, setup: str) -> None:
    async with defender_is_asked(tmp_path, setup) as (table, request, absent):
        attacker = BEN if absent == ANNA else ANNA
        acting = table.master.acting
        assert (await acting.fight_all(table.game_id, attacker, "press all")).goes_on
        while (state := await table.state()).requests:
            assert state.requests[0].power == request.power, "the attacker need not press anything"
            await table.act(absent, {"type": "decide", "request": state.requests[0].id, "choice": "default"})
        assert state.battle is None
        assert not state.pending


@pytest.mark.rule("ASY-60")
async def test_battles_are_fought_in_the_order_that_was_given(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await begin(table, LAST, MIXED)
        assert await left(table) == {MIXED, FIRST}


async def test_a_bot_that_was_killed_meanwhile_goes_on_as_well(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await begin(table, MIXED)
        table.master = GameMaster(table.master.store, table.mailbox, table.master.clock, edit_pause=0.0)
        await answer(table)
        assert not await left(table)


async def test_dice_that_were_written_down_before_a_kill_fall_for_the_same_battles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer and all that follows from it are one order; another process carries it out."""
    async with desk(tmp_path) as table, another_process(tmp_path) as other:
        await begin(table, MIXED)
        (request,) = (await table.state()).requests
        with monkeypatch.context() as broken:
            before_write(broken, table.master, 2, failing(asyncio.CancelledError()))
            with pytest.raises(asyncio.CancelledError):
                await table.act(BEN, {"type": "decide", "request": request.id, "choice": "default"})
        assert await left(table) == set(TARGETS)
        assert await is_kept(table)
        await other.settling.sweep()
        rolls = await rolls_of(table)
        assert await left(table) != set(TARGETS) or (await table.state()).requests[0].id != request.id
        await other.settling.sweep()
        assert await rolls_of(table) == rolls
        await answer(table)
        assert not await left(table)


async def test_it_goes_on_after_the_default_of_a_deadline_too(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await begin(table, MIXED)
        while requests := (await table.state()).requests:
            await table.master.acting.answer_when_time_is_up(table.game_id, requests[0].id, f"up {requests[0].id}")
        assert not await left(table)


@pytest.mark.rule("ASY-60", "ASY-55")
async def test_a_battle_is_fought_as_its_line_says(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack(table, strong=MIXED)
        plan = FightAll(phase_key(await table.state()), (MIXED,), (f"space={MIXED} do=ask",))
        await table.master.acting.fight_all(table.game_id, ANNA, "press all", plan)
        (request,) = (await table.state()).requests
        assert (request.kind, request.powers) == ("retreat", ("soviet_union",))
        retreat = {"type": "decide", "request": request.id, "choice": {"retreat": TARGETS[MIXED]}}
        await table.act(ANNA, retreat)
        assert not await left(table), "the others went on by themselves"
        assert (await table.state()).owners[MIXED] == "germany"


@pytest.mark.rule("ASY-60")
async def test_its_player_stops_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await begin(table, MIXED)
        with pytest.raises(NotAllowed):
            await table.master.acting.stop_fighting(table.game_id, BEN, "stop")
        assert not (await table.master.acting.stop_fighting(table.game_id, ANNA, "stop")).goes_on
        assert not await is_kept(table)
        await answer_germany(table)
        assert {FIRST, LAST} <= await left(table)


async def answer_germany(table: Desk) -> None:
    """Ben's first answer."""
    (request,) = (await table.state()).requests
    await table.act(BEN, {"type": "decide", "request": request.id, "choice": "default"})


@pytest.mark.rule("ASY-60")
@pytest.mark.parametrize("by", ["pause", "rollback", "correction", "another player"])
async def test_it_ends_with_a_pause_a_rollback_a_correction_or_the_seat(tmp_path: Path, by: str) -> None:
    async with desk(tmp_path) as table:
        before = (await table.loaded()).game.seq
        await begin(table, MIXED)
        if by == "pause":
            await table.wish(ANNA, "pause")
            await table.say(BEN, "agree")
        elif by == "rollback":
            await table.roll_back(before)
        elif by == "correction":
            await table.correct({"ipcs": {"japan": 3}})
        else:
            await table.replace(ANNA, "soviet_union", CLEO)
        assert not await is_kept(table)


async def test_an_order_that_was_written_down_keeps_how_battles_are_fought() -> None:
    order = OrderRequest("fight all", ANNA, "press", fight_all=FightAll("1.germany.x", ("sz6",), ("space=sz6 do=ask",)))
    assert order_of(order.written_down()) == order


async def test_lines_that_are_none_are_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        with pytest.raises(IllegalAction, match="is not a line"):
            await begin(table, lines=("space=ukraine do",))
        assert await left(table) == set(TARGETS)
