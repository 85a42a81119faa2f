"""The present turn as it is told: the same whether it grew with each change or is read from the log at once."""

from __future__ import annotations

import re
import sys
from functools import reduce
from inspect import getsource
from pathlib import Path
from typing import get_args

import pytest

from engine import Event, GameState, evolve
from gamemaster.orders.loading import Loader
from gamemaster.orders.open_turn import WAITED_FOR_FROM, OpenTurn
from tests.bench.played import PlayedGame
from tests.gamemaster.desk import ANNA, Desk, desk
from tests.gamemaster.test_consent import END, FIGHT, MOVE
from tests.gamemaster.test_telling import begin_battle, fight_on


async def grown(table: Desk, loader: Loader | None = None) -> OpenTurn:
    loaded = await table.loaded()
    async with table.master.store.read() as read:
        return await (loader or table.master.loader).open_turn(read, loaded.game, loaded.running)


async def check(table: Desk) -> OpenTurn:
    turn = await grown(table)
    assert turn.course.end == await table.state()
    assert turn == await grown(table, Loader(table.master.store))
    return turn


async def test_a_turn_grows_to_what_the_log_says(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await check(table)
        for orders in ([END], [MOVE], [END, FIGHT]):
            await table.act(ANNA, *orders)
            await check(table)
        await table.master.acting.fight_to_the_end(table.game_id, ANNA, (), "to the end")
        turn = await check(table)
        assert (turn.course.start.power, turn.phase.start.phase) == ("soviet_union", "noncombat_move")
        while (await table.state()).power == "soviet_union":
            await table.act(ANNA, END)
            turn = await check(table)
        assert (turn.course.start.power, turn.course.start.phase, turn.course.events) == ("germany", "purchase", ())


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
        assert after.course.events == before.course.events
        await table.act(ANNA, END)
        await check(table)


async def test_since_when_a_game_waits_is_the_same_however_it_is_found(tmp_path: Path) -> None:
    game = await PlayedGame.begin(tmp_path / "games.db", "aa1941")
    found = {"by the turn's beginning": 0, "by folding the turn": 0}
    for _ in range(45):
        await game.go_on()
        quick, slow = Loader(game.master.store), Loader(game.master.store)
        async with game.master.store.read() as read:
            loaded = await quick.seated(read, await read.seated_game(1))
            turn = await slow.open_turn(read, loaded.game, loaded.running)
            assert await quick.waiting_since(read, loaded) == turn.waiting_since(loaded.seats)
            is_folded = quick.has_turn_of(1)
        found["by folding the turn" if is_folded else "by the turn's beginning"] += 1
    await game.master.publisher.stop()
    await game.master.store.close()
    assert min(found.values()) > 5, found


def test_an_event_after_which_a_game_may_wait_for_others_is_known_by_its_kind() -> None:
    changes = re.compile(r"(?:replace|with_values)\(\s*state,[^)]*\b(?:requests|power|winner)=")
    changing = {event.kind for event in get_args(Event) if changes.search(getsource(event))}
    assert "turn_began" in changing
    assert changing <= WAITED_FOR_FROM


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """What the game master folds itself, whichever of its modules does it."""
    events: list[Event] = []

    def counted(state: GameState, event: Event) -> GameState:
        events.append(event)
        return evolve(state, event)

    ours = [module for name, module in sys.modules.items() if name.startswith("gamemaster.")]
    for module in ours:
        for name, instead in (
            ("evolve", counted),
            ("fold", lambda state, all_of_it: reduce(counted, all_of_it, state)),
        ):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, instead)
    return events


async def test_what_an_answer_leads_to_is_folded_once_to_be_told_and_once_as_the_turn_grows(
    tmp_path: Path, folded: list[Event]
) -> None:
    async with desk(tmp_path) as table:
        await begin_battle(table)
        for _ in range(2):
            before = len((await grown(table)).course)
            folded.clear()
            await fight_on(table)
            led_to = len((await grown(table)).course) - before
            assert led_to > 3
            assert len(folded) == 2 * led_to
