"""The present turn as it is told: the same whether it grew with each change or is read from the log at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Event, GameState, evolve
from gamemaster import open_turn
from gamemaster.loading import Loader
from gamemaster.open_turn import OpenTurn
from tests.gamemaster.desk import ANNA, Desk, desk
from tests.gamemaster.test_consent import END, FIGHT, MOVE


async def grown_and_read(table: Desk) -> tuple[OpenTurn, OpenTurn]:
    loaded = await table.loaded()
    async with table.master.store.read() as read:
        grown = await table.master.loader.open_turn(read, loaded.game, loaded.running)
        return grown, await Loader(table.master.store).open_turn(read, loaded.game, loaded.running)


async def check(table: Desk) -> OpenTurn:
    grown, at_once = await grown_and_read(table)
    assert grown.phase.end == await table.state()
    assert grown == at_once
    return grown


async def test_a_turn_grows_to_what_the_log_says(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await check(table)
        for orders in ([END], [MOVE], [END, FIGHT]):
            await table.act(ANNA, *orders)
            await check(table)
        await table.master.acting.fight_to_the_end(table.game_id, ANNA, (), "to the end")
        turn = await check(table)
        assert (turn.start.power, turn.phase.start.phase) == ("soviet_union", "noncombat_move")
        while (await table.state()).power == "soviet_union":
            await table.act(ANNA, END)
            turn = await check(table)
        assert (turn.start.power, turn.start.phase, turn.events) == ("germany", "purchase", ())


async def test_what_was_rolled_back_is_in_no_turn(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        await table.act(ANNA, MOVE)
        there = (await table.loaded()).game.seq
        before = await check(table)
        await table.act(ANNA, END, FIGHT)
        await check(table)
        await table.roll_back(there)
        after = await check(table)
        assert after.events == before.events
        await table.act(ANNA, END)
        await check(table)


async def test_no_event_is_folded_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        await grown_and_read(table)
        folded: list[Event] = []

        def counted(state: GameState, event: Event) -> GameState:
            folded.append(event)
            return evolve(state, event)

        monkeypatch.setattr(open_turn, "evolve", counted)
        await table.act(ANNA, MOVE)
        loaded = await table.loaded()
        async with table.master.store.read() as read:
            await table.master.loader.open_turn(read, loaded.game, loaded.running)
            events = [event for entry in await read.entries_since(table.game_id, 1) for event in entry.events]
        assert len(folded) == len(events)
