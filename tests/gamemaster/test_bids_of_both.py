"""Both sides place a bid before the first turn, and neither learns of the other's before both are in (ASY-64)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine import IllegalAction, StaleDecision, describe
from engine.replay import read_record, replay
from gamemaster.errors import NotAllowed
from gamemaster.master import GameMaster
from gamemaster.roles import Actor
from gamemaster.table_settings import TableSettings
from store import utc_seconds
from tests.gamemaster.desk import ANNA, BEN, FAY, Desk, desk
from tests.gamemaster.test_deadlines import Days

pytestmark = pytest.mark.rule("ASY-64", "ASY-06")
BID = {"bid": "allies 9, axis 6"}
NOON = 1_900_000_000
KEPT: Mapping[str, Any] = {}
IN_RUSSIA = {"units": {"soviet_union": {"russia": {"infantry": 1}}}}
IN_GERMANY = {"units": {"germany": {"germany": {"infantry": 1}}}}
POWERS = {ANNA: "soviet_union", BEN: "germany"}


@asynccontextmanager
async def bidding(tmp_path: Path, **more: Any) -> AsyncIterator[Desk]:
    """Anna has the Allies and 9 IPCs to place, Ben the Axis and 6."""
    async with desk(tmp_path, options=BID, **{"clock": lambda: NOON, **more}) as table:
        await table.send()
        yield table


def bid(actor: Actor, choice: Mapping[str, Any]) -> dict[str, Any]:
    """The order with which a player places a bid."""
    return {"type": "decide", "kind": "bid", "power": POWERS[actor], "choice": choice}


async def learnt(table: Desk, actor: Actor) -> list[object]:
    """What somebody gets out of the bot about the game, and what was posted."""
    view = await table.view(actor)
    return [
        [post.content for post in await table.send()],
        view.board,
        await table.record() | {"commitment": "that of a seed at random"},
        (await table.master.catch_ups.of(view)).text,
        (await table.master.duties.of(actor.user_id)).text,
    ]


async def test_neither_learns_of_the_others_bid_before_both_are_told_in_one_post(tmp_path: Path) -> None:
    async with bidding(tmp_path) as table:
        for _ in range(2):  # The first look changes what `/catch-up` tells next.
            before = {actor: await learnt(table, actor) for actor in (ANNA, FAY)}
        for choice in (KEPT, IN_GERMANY):
            await table.act(BEN, bid(BEN, choice))
            assert {actor: await learnt(table, actor) for actor in (ANNA, FAY)} == before
        assert (await table.view(BEN)).board.requests[1].answers == {"germany": IN_GERMANY}
        await table.act(ANNA, bid(ANNA, IN_RUSSIA))
        told = [post.content for post in await table.send() if "Bid: " in post.content]
        assert len(told) == 1
        for line in (
            "Bid: the Soviet Union adds 1 infantry in Russia.",
            "Bid: the Soviet Union gets 6 IPCs.",
            "Bid: Germany adds 1 infantry in Germany.",
            "Bid: Germany gets 3 IPCs.",
        ):
            assert line in told[0]
        steps = (await table.record())["steps"]
        assert [step["by"] for step in steps] == ["germany", "germany", "soviet_union"]


async def test_going_back_before_both_are_in_tells_nothing_and_the_record_replays(tmp_path: Path) -> None:
    """Nor does it show whether there was anything to take back."""
    told = []
    for name, choices in (("without", ()), ("with", (IN_GERMANY,))):
        (tmp_path / name).mkdir()
        async with bidding(tmp_path / name) as table:
            for choice in choices:
                await table.act(BEN, bid(BEN, choice))
            await table.roll_back(0)
            told.append(await learnt(table, ANNA))
            assert (await table.view(BEN)).board.requests[1].answers == {}
            await table.act(ANNA, bid(ANNA, KEPT))
            await table.act(BEN, bid(BEN, IN_GERMANY))
            record = await table.record()
            again = replay(read_record(json.dumps(record)))
            assert again.error is None
            assert describe(again.state) == describe(await table.state())
    assert told[0] == told[1]


async def test_a_bid_that_a_correction_calls_off_stays_unseen(tmp_path: Path) -> None:
    async with bidding(tmp_path) as table:
        await table.act(BEN, bid(BEN, IN_GERMANY))
        await table.correct({"turn": {"round": 1, "power": "germany", "phase": "purchase"}})
        record = await table.record()
        assert [step["action"]["type"] for step in record["steps"]] == ["edit"]
        again = replay(read_record(json.dumps(record)))
        assert describe(again.state) == describe(await table.state())


async def test_a_bid_outlives_the_bot_and_is_still_unseen(tmp_path: Path) -> None:
    async with bidding(tmp_path) as table:
        await table.act(BEN, bid(BEN, IN_GERMANY))
        again = GameMaster(table.master.store, table.mailbox, table.master.clock, edit_pause=0.0)
        after = Desk(again, table.mailbox, table.game_id, table.causes)
        assert (await after.view(ANNA)).board.requests[1].answers == {}
        await after.act(ANNA, bid(ANNA, KEPT))
        assert (await after.state()).requests == ()
        assert any("Bid: Germany adds 1 infantry in Germany." in post.content for post in await after.send())


async def test_who_is_absent_adds_no_unit_when_the_time_is_up(tmp_path: Path) -> None:
    now = [utc_seconds()]
    customs = TableSettings(deadline_hours=24)
    async with bidding(tmp_path, clock=lambda: now[0], customs=customs) as table:
        days, before = Days(table, now), await table.state()
        await table.act(BEN, bid(BEN, IN_GERMANY))
        assert not [post for post in await days.later(23) if "Time is up" in post.content]
        told, *_ = await days.later(1)
        assert told.content.startswith("Time is up: the bot answered for the Soviet Union (<@1>)")
        state = await table.state()
        assert (state.requests, len(state.pieces)) == ((), len(before.pieces) + 1)
        assert state.treasuries["soviet_union"] == before.treasuries["soviet_union"] + 9


async def test_where_nobody_answers_both_bids_are_told_together(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with bidding(tmp_path, clock=lambda: now[0], customs=TableSettings(deadline_hours=24)) as table:
        told = [post.content for post in await Days(table, now).later(24) if "Time is up" in post.content]
        assert len(told) == 1
        assert told[0].count("9 IPCs for Soviet Union") == told[0].count("6 IPCs for Germany") == 1
        assert (await table.state()).requests == ()


async def test_beyond_its_limits_by_a_stranger_or_too_late_it_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    async with bidding(tmp_path) as table:
        await table.act(BEN, bid(BEN, IN_GERMANY))
        two = {"units": {"germany": {"germany": {"infantry": 2}}}}
        with pytest.raises(IllegalAction, match="at most 1 unit in each space; you named 2 for Germany"):
            await table.act(BEN, bid(BEN, two))
        with pytest.raises(IllegalAction, match="the bid is 6 IPCs"):
            await table.act(BEN, bid(BEN, {"ipcs": {"japan": 7}}))
        soviet, german = (request.id for request in (await table.state()).requests)
        for stranger, whose in ((FAY, german), (ANNA, german), (BEN, soviet)):
            with pytest.raises((NotAllowed, IllegalAction)):
                await table.act(stranger, {"type": "decide", "request": whose, "choice": KEPT})
        assert (await table.view(BEN)).board.requests[1].answers == {"germany": IN_GERMANY}
        await table.act(ANNA, bid(ANNA, KEPT))
        for late in (ANNA, BEN):
            with pytest.raises((IllegalAction, StaleDecision, NotAllowed)):
                await table.act(late, bid(late, KEPT))
