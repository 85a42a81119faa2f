"""All battles of a turn in one go: each to the end, until somebody else must choose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import IllegalAction
from engine.ask import battle_options
from engine.conditions.kinds import PressLine
from engine.state.words import number
from gamemaster.errors import NotAllowed
from tests.gamemaster.desk import ANNA, BEN, Desk, desk

END: dict[str, Any] = {"type": "end_phase"}
TANKS = {"tank": 12}
TARGETS = {"west_russia": "russia", "ukraine": "caucasus", "eastern_europe": "karelia"}


async def attack(table: Desk, mixed: str = "", strong: str = "") -> None:
    """Three attacks on German infantry; in one space there are tanks too, so that Germany must choose, or more."""
    spaces = {start: {"soviet_union": TANKS} for start in TARGETS.values()}
    for target in TARGETS:
        units = {"infantry": 8, "tank": 8} if target == mixed else {"infantry": 14 if target == strong else 2}
        spaces[target] = {"germany": units}
    await table.place("soviet_union", "combat_move", spaces)
    moves = [{"type": "move", "units": TANKS, "path": [start, target]} for target, start in TARGETS.items()]
    await table.act(ANNA, *moves, END)


async def test_all_battles_are_fought_with_one_order(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack(table)
        await table.send()
        await table.master.acting.fight_all(table.game_id, ANNA, "press all")
        state = await table.state()
        assert {target: state.owners[target] for target in TARGETS} == dict.fromkeys(TARGETS, "soviet_union")
        assert state.phase == "noncombat_move"
        reports = [post for post in await table.send() if "conduct combat**\n" in post.content]
        assert len(reports) == 1
        assert (await table.master.acting.fight_all(table.game_id, ANNA, "press all")).repeated


async def test_it_stops_where_somebody_else_must_choose(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack(table, mixed="ukraine")
        await table.master.acting.fight_all(table.game_id, ANNA, "press all")
        state = await table.state()
        assert state.battle is not None
        assert state.battle.space == "ukraine"
        assert [request.powers for request in state.requests] == [("germany",)]
        assert (await table.master.acting.fight_all(table.game_id, ANNA, "press again")).goes_on
        assert await table.state() == state


async def test_without_a_battle_there_is_nothing_to_begin(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        with pytest.raises(IllegalAction, match="no battle to begin"):
            await table.master.acting.fight_all(table.game_id, ANNA, "press all")


async def test_standing_orders_of_the_defender_answer_meanwhile(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        order = ["infantry", "tank"]
        await table.master.standing_orders.leave(await table.loaded(), BEN.user_id, "germany", "land", order)
        await attack(table, mixed="ukraine")
        await table.master.acting.fight_all(table.game_id, ANNA, "press all")
        state = await table.state()
        assert state.battle is None
        assert not state.pending
        await end_turn(table)
        loaded = await table.loaded()
        async with table.master.store.read() as read:
            entries = await read.entries_since(loaded.game.id, 0)
        saved = sum(entry.auto == "order" for entry in entries)
        assert saved
        told = [post.content for post in await table.send() if "-# Standing orders answered" in post.content]
        assert len(told) == 1
        assert f"-# Standing orders answered {number(saved, 'question')}, so nobody had to wait." in told[0]


async def test_questions_that_were_answered_by_hand_are_not_told_as_saved(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack(table, mixed="ukraine")
        await table.master.acting.fight_all(table.game_id, ANNA, "press all")
        while (state := await table.state()).phase == "conduct_combat":
            (request, *_) = state.requests
            who = BEN if "germany" in request.powers else ANNA
            await table.act(who, {"type": "decide", "request": request.id, "choice": "default"})
            if battles := battle_options(await table.state()):
                await table.act(ANNA, {"type": "battle", "space": battles[0].space})
        await end_turn(table)
        assert not any("Standing orders answered" in post.content for post in await table.send())


async def end_turn(table: Desk) -> None:
    """Whatever is left of the Soviet turn, with nothing done in it."""
    while (await table.state()).power == "soviet_union":
        await table.act(ANNA, END)


async def test_nobody_else_can_begin_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack(table)
        with pytest.raises(NotAllowed):
            await table.master.acting.fight_all(table.game_id, BEN, "press all")
        assert len((await table.state()).pending) == len(TARGETS)


@pytest.mark.rule("ASY-55")
async def test_it_stops_where_ones_own_orders_want_to_be_asked_and_goes_on_from_there(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        ask, press = PressLine(space="ukraine", do="ask"), PressLine(do="press")
        orders, loaded = table.master.standing_orders, await table.loaded()
        for line in (ask, press):
            await orders.leave_line(loaded, ANNA.user_id, "soviet_union", "retreat", line)
        await attack(table, strong="ukraine")
        await table.master.acting.fight_all(table.game_id, ANNA, "press all")
        state = await table.state()
        assert [(request.kind, request.space) for request in state.requests] == [("retreat", "ukraine")]
        assert state.battle is not None
        assert state.battle.round == 1
        (request,) = state.requests
        await table.master.acting.fight_to_the_end(table.game_id, ANNA, (), "press on", request.id)
        state = await table.state()
        assert state.battle is not None
        assert state.battle.round == 2, "asked again after the next round"
        assert [request.kind for request in state.requests] == ["retreat"]
