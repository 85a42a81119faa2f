"""Old posts and positions go while the bot runs; nobody who plays notices."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from engine import state_from_json, state_to_json
from gamemaster.master import GameMaster
from gamemaster.upkeep.pruning import SENT_KEPT_SECONDS, Pruning, superfluous
from gamemaster.views.board_choices import BoardChoice
from store import Store
from tests.gamemaster.desk import ANNA, BEN, Desk, desk
from tests.store.conftest import HandSetClock

END: dict[str, Any] = {"type": "end_phase"}
MOVE: dict[str, Any] = {"type": "move", "units": {"infantry": 1}, "path": ["russia", "urals"]}
DUE = {("soviet_union", "noncombat_move"): (MOVE, END)}
PHASES = ("purchase", "combat_move", "collect_income")


async def play_until(table: Desk, round_number: int) -> None:
    """Infantry goes to the front each round, all else is passed over."""
    while (state := await table.state()).round < round_number:
        actor = BEN if state.power in ("germany", "japan") else ANNA
        await table.act(actor, *DUE.get((state.power, state.phase), (END,)))


async def whole(table: Desk) -> list[str]:
    async with table.master.store.read() as read:
        return [key for _, key in await read.whole_states(table.game_id)]


def test_the_last_turn_stays_whole_and_of_earlier_ones_the_start_and_the_ends_of_turns() -> None:
    keys = ["start.1.soviet_union.purchase"]
    keys += [f"{turn}.{power}.{phase}" for turn in (1, 2, 3) for power in ("germany", "japan") for phase in PHASES]
    went = [keys[seq] for seq in superfluous(list(enumerate(keys)))]
    turns = [f"{turn}.{power}" for turn in (1, 2, 3) for power in ("germany", "japan")]
    assert went == [f"{turn}.{phase}" for turn in turns[:-1] for phase in ("purchase", "combat_move")]
    stay = [each for each in enumerate(keys) if each[1] not in went]
    assert superfluous(stay) == []


@pytest.mark.parametrize("kept", [[], [(0, "start")], [(0, "start.1.japan.purchase"), (300, "9.japan.purchase")]])
def test_of_a_new_game_or_an_imported_one_nothing_goes(kept: list[tuple[int, str]]) -> None:
    assert superfluous(kept) == []


async def test_nothing_that_can_be_asked_for_changes_when_old_positions_go(tmp_path: Path) -> None:
    """Even if they went all but the first and the last."""
    async with desk(tmp_path) as table:
        await play_until(table, 3)
        await table.act(ANNA, END)
        await table.act(ANNA, END)
        await table.act(ANNA, MOVE, END)
        before, phases = await seen(table), [seq for seq, _ in await kept(table)]
        async with table.master.store.write() as write:
            await write.thin_states(table.game_id, phases[1:-1])
        assert len(await whole(table)) == 2
        later = GameMaster(table.master.store, table.mailbox, table.master.clock)  # which has nothing in memory
        assert await seen(Desk(later, table.mailbox, table.game_id)) == before


async def seen(table: Desk) -> list[object]:
    """All that is told from states on record and the log."""
    game = await table.master.games.by_id(table.game_id, BEN.user_id)
    state = await table.state()
    replay = await table.master.replays.replay(game, 2, 2, "europe")
    words = await table.master.board_views.words(game, BoardChoice(shows=frozenset({"changes", "moves"})))
    waiting = await table.master.games.waiting_since(game)
    record = await table.master.records.export(game)
    return [state_to_json(state), replay.lines, words, waiting, record, await kept(table)]


async def test_a_game_goes_back_to_a_phase_whose_position_is_gone(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await play_until(table, 1 + 1)
        target = next(seq for seq, key in await kept(table) if key == "1.soviet_union.combat_move")
        async with table.master.store.read() as read:
            expected = state_from_json((await read.state_at(table.game_id, target)).body)
        await play_until(table, 3)
        assert await table.master.pruning.sweep()
        assert "1.soviet_union.combat_move" not in await whole(table)
        await table.roll_back(target)
        assert await table.state() == expected
        await table.act(ANNA, END)


async def kept(table: Desk) -> list[tuple[int, str]]:
    return list(await table.master.games.kept_phases(await table.loaded()))


async def test_posts_are_forgotten_a_day_after_they_were_sent_and_the_panel_is_still_known(tmp_path: Path) -> None:
    clock = HandSetClock()
    async with desk(tmp_path, clock=clock) as table:
        await table.send()
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 1}})
        await table.send()
        assert await table.master.pruning.sweep()
        (sent,) = {state for state, _ in outbox(tmp_path)}
        assert sent == "sent"
        clock.now += SENT_KEPT_SECONDS + 1
        await table.act(ANNA, END)
        assert await table.master.pruning.sweep()
        assert {state for state, _ in outbox(tmp_path)} == {"pending"}
        panel = max(table.mailbox.posts)
        await table.send()
        assert panel not in table.mailbox.posts, "the panel stands anew, and the one before is gone"


def outbox(folder: Path) -> list[tuple[str, int]]:
    with sqlite3.connect(folder / "games.db") as connection:
        return connection.execute("SELECT state, id FROM outbox ORDER BY id").fetchall()


async def test_a_database_that_cannot_be_written_is_told_once_and_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock = HandSetClock()
    async with desk(tmp_path, clock=clock) as table:
        await table.send()
        clock.now += SENT_KEPT_SECONDS + 1
        hasty = await Store.open(f"sqlite:///{tmp_path / 'games.db'}", clock=clock, busy_timeout=0.01)
        pruning = Pruning(hasty, clock, breath=0.0)
        with sqlite3.connect(tmp_path / "games.db", isolation_level=None) as other, caplog.at_level(logging.WARNING):
            other.execute("BEGIN IMMEDIATE")
            assert not await pruning.sweep()
            assert not await pruning.sweep()
            other.execute("ROLLBACK")
        assert [record.levelname for record in caplog.records] == ["WARNING"]
        assert outbox(tmp_path)
        assert await pruning.sweep()
        assert outbox(tmp_path) == []
        await hasty.close()


async def test_orders_are_carried_out_between_a_few_rows_and_the_next(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await play_until(table, 3)
        sweeping = asyncio.create_task(Pruning(table.master.store, table.master.clock, 1, 0.01).sweep())
        stored = len(await whole(table))
        await table.act(ANNA, END)
        assert not sweeping.done()
        assert await sweeping
        assert len(await whole(table)) < stored
