"""Races, crashes and a database that does not take it: a roll on record is carried out once, with the same faces."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from gamemaster.errors import NotSavedYet, TableRefusal, TooManyOrders
from store import DatabaseFull, DatabaseLocked
from tests.gamemaster.desk import ANNA, BEN, FAY, desk
from tests.gamemaster.rolling import (
    BATTLE,
    PERMIT,
    REVISED,
    another_process,
    before_a_battle,
    before_write,
    check_the_round,
    failing,
    is_open,
    promised,
    rolls_of,
)


async def test_a_race_is_lost_before_the_dice_fall_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with before_a_battle(tmp_path) as table, another_process(tmp_path) as other:
        permit = lambda: other.acting.act(table.game_id, BEN, [PERMIT], "press B")  # noqa: E731
        before_write(monkeypatch, table.master, 1, permit)
        await table.act(ANNA, BATTLE, cause="press A")
        assert [(roll.number, roll.cause, roll.seq) for roll in await rolls_of(table)] == [
            (1, "press A", 5),
            (2, "press A", 5),
        ]
        assert (await rolls_of(table))[0].faces == await promised(table, 1, "press A", 5, 18)


async def test_another_process_carries_out_what_has_rolled_before_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with before_a_battle(tmp_path) as table, another_process(tmp_path) as other:
        permit = lambda: other.acting.act(table.game_id, BEN, [PERMIT], "press B")  # noqa: E731
        before_write(monkeypatch, table.master, 2, permit)
        acted = await table.act(ANNA, BATTLE, cause="press A")
        assert not acted.repeated
        assert "battle_began" in {event.kind for event in acted.events}
        await check_the_round(table, "press A")
        async with table.master.store.read() as read:
            last = (await read.entries_since(table.game_id, 0))[-1]
        assert last.cause == "press B"


async def test_the_same_press_delivered_twice_rolls_once(tmp_path: Path) -> None:
    async with before_a_battle(tmp_path) as table, another_process(tmp_path) as other:
        acts = [
            master.acting.act(table.game_id, ANNA, [BATTLE], "press A")
            for master in (table.master, table.master, other, other)
        ]
        acted = await asyncio.gather(*acts)
        assert sum(each.repeated for each in acted) >= 2
        await check_the_round(table, "press A")


async def test_orders_of_one_game_wait_for_each_other(tmp_path: Path) -> None:
    """Twenty presses at once: none is told that others were faster, and all are carried out in their order."""
    async with desk(tmp_path) as table:
        buy = [{"type": "purchase", "units": {"infantry": count % 3}} for count in range(20)]
        await asyncio.gather(*(table.act(ANNA, order) for order in buy))
        async with table.master.store.read() as read:
            entries = await read.entries_since(table.game_id, 0)
        assert [entry.action for entry in entries] == buy


async def test_orders_at_one_moment_in_six_processes_all_stand(tmp_path: Path) -> None:
    async with desk(tmp_path) as table, AsyncExitStack() as processes:
        masters = [await processes.enter_async_context(another_process(tmp_path)) for _ in range(6)]
        buy = [{"type": "purchase", "units": {"infantry": count % 3}} for count in range(6)]
        acts = [
            master.acting.act(table.game_id, ANNA, [order], f"press {number}")
            for number, (master, order) in enumerate(zip(masters, buy, strict=True))
        ]
        assert not any(acted.repeated for acted in await asyncio.gather(*acts))
        async with table.master.store.read() as read:
            entries = await read.entries_since(table.game_id, 0)
        assert sorted(entry.cause for entry in entries) == [f"press {number}" for number in range(6)]


async def test_a_flood_of_orders_in_one_game_is_bounded_and_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamemaster.orders.saving.MOST_WAITING", 5)
    async with desk(tmp_path) as table:
        buy = {"type": "purchase", "units": {"infantry": 1}}
        done = await asyncio.gather(*(table.act(ANNA, buy) for _ in range(20)), return_exceptions=True)
        assert sum(isinstance(each, TooManyOrders) for each in done) == 15
        await table.act(ANNA, buy)

        queue, turn = table.master.saving, asyncio.Event()
        held = asyncio.create_task(queue.until_saved(table.game_id + 1, turn.wait))
        await table.act(ANNA, buy)
        turn.set()
        await held


async def test_an_order_without_dice_is_saved_in_one_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with before_a_battle(tmp_path) as table:
        writes = before_write(monkeypatch, table.master, 0, failing(AssertionError()))
        await table.act(BEN, PERMIT)
        assert writes == [1]
        await table.act(ANNA, BATTLE)
        assert writes == [3], "one more, that writes down what is to be rolled for"


class KilledError(BaseException):
    """The process ends here."""


@pytest.mark.parametrize(
    "failure",
    [DatabaseLocked("It is locked."), DatabaseFull("It is full."), TimeoutError(), asyncio.CancelledError()],
    ids=lambda failure: type(failure).__name__,
)
async def test_a_roll_that_cannot_be_saved_is_only_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    async with before_a_battle(tmp_path) as table:
        before = await table.state()
        with monkeypatch.context() as broken:
            before_write(broken, table.master, 2, failing(failure))
            told = asyncio.CancelledError if isinstance(failure, asyncio.CancelledError) else NotSavedYet
            with pytest.raises(told):
                await table.act(ANNA, BATTLE, cause="press A")
        assert await is_open(table)
        assert table.master.saving.left_open.is_set()
        assert await table.state() == before
        assert await rolls_of(table) == ()
        assert not await table.master.settling.sweep()
        await check_the_round(table, "press A")
        assert (await table.act(ANNA, BATTLE, cause="press A")).repeated


@pytest.mark.parametrize("next_order", ["the same press", "an order", "a rollback", "the panel", "the end"])
async def test_whatever_comes_next_finds_the_roll_carried_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, next_order: str
) -> None:
    async with before_a_battle(tmp_path) as table:
        with monkeypatch.context() as broken:
            before_write(broken, table.master, 2, failing(KilledError()))
            with pytest.raises(KilledError):
                await table.act(ANNA, BATTLE, cause="press A")
        async with another_process(tmp_path) as after:
            loaded = await after.loader.by_id(table.game_id)
            if next_order == "the same press":
                assert (await after.acting.act(table.game_id, ANNA, [BATTLE], "press A")).repeated
            elif next_order == "an order":
                await after.acting.act(table.game_id, BEN, [PERMIT], "press B")
            elif next_order == "a rollback":
                await after.consent.wish(table.game_id, FAY, "rollback", {"to": 0}, "press B")
            elif next_order == "the panel":
                await after.channels.post_panel(loaded)
            else:
                await after.consent.wish(table.game_id, FAY, "end", {}, "press B")
        attack, defence = await rolls_of(table)
        assert attack.faces == await promised(table, 1, "press A", 4, 18)
        assert defence.faces == await promised(table, 2, "press A", 4, 12)
        assert not await is_open(table)


async def test_standing_orders_cannot_be_fitted_to_dice_that_have_fallen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with before_a_battle(tmp_path) as table:
        with monkeypatch.context() as broken:
            before_write(broken, table.master, 2, failing(DatabaseLocked("It is locked.")))
            with pytest.raises(NotSavedYet):
                await table.act(ANNA, BATTLE, cause="press A")
        await table.master.standing_orders.leave(await table.loaded(), BEN.user_id, "germany", "land", ["infantry"])
        await check_the_round(table, "press A")


async def test_advantages_are_rolled_once_even_if_the_beginning_cannot_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"advantages": "roll 2"}
    async with desk(tmp_path, REVISED, setup="revised", options=options, started=False) as table:
        with monkeypatch.context() as broken:
            before_write(broken, table.master, 2, failing(DatabaseFull("It is full.")))
            with pytest.raises(NotSavedYet):
                await table.master.lobby.start(await table.loaded(), ANNA, "press A")
        assert await is_open(table)
        with pytest.raises(TableRefusal, match="already begun"):
            await table.master.lobby.start(await table.loaded(), ANNA, "press B")
        rolls = await rolls_of(table)
        assert {roll.cause for roll in rolls} == {"press A"}
        assert rolls[0].faces == await promised(table, 1, "press A", 1, len(rolls[0].faces))
        assert (await table.state()).advantages


KILLED = """
import asyncio, os, signal, sys
from contextlib import asynccontextmanager
from gamemaster.master import GameMaster
from gamemaster.roles import Actor
from store import Store, utc_seconds
from tests.gamemaster.desk import Mailbox

async def main() -> None:
    store = await Store.open(sys.argv[1])
    begin, count = store.write, 0

    @asynccontextmanager
    async def write():
        nonlocal count
        count += 1
        async with begin() as writing:
            yield writing
            if count == 2:
                os.kill(os.getpid(), signal.SIGKILL)

    store.write = write
    master = GameMaster(store, Mailbox(), utc_seconds)
    await master.acting.act(int(sys.argv[2]), Actor(1, "Anna"), [{"type": "battle", "space": "west_russia"}], "press A")

asyncio.run(main())
"""


async def test_a_process_killed_while_it_saves_a_roll_loses_nothing(tmp_path: Path) -> None:
    async with before_a_battle(tmp_path) as table:
        url = f"sqlite:///{tmp_path / 'games.db'}"
        command = [sys.executable, "-c", KILLED, url, str(table.game_id)]
        root = Path(__file__).parents[2]
        killed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603, ASYNC221
        assert killed.returncode == -9, killed.stderr
        assert await is_open(table)
        assert await rolls_of(table) == ()
        async with another_process(tmp_path) as after:
            assert not await after.settling.sweep()
        await check_the_round(table, "press A")
