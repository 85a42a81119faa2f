"""What is worked out for somebody is done beside the event loop, and measured by the time that it keeps a core."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from engine import IllegalAction
from gamemaster.budgets import CORE_MILLISECONDS, Budgets, Client, TooMuchWork, WorkerThreads
from tests.gamemaster.desk import ANNA, desk
from tests.gamemaster.test_budgets import Clock

ME = Client(1, 10, 100)
SECOND = 1_000
MINE = CORE_MILLISECONDS["member"].most


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def budgets(clock: Clock) -> Budgets:
    return Budgets(clock)


def spend(budgets: Budgets, client: Client, milliseconds: float) -> None:
    budgets.spend_core(client.user_id, client.game_id, client.guild_id, milliseconds)


def check(budgets: Budgets, client: Client) -> None:
    budgets.check_core(client.user_id, client.game_id, client.guild_id)


def keep_busy(milliseconds: int) -> int:
    """Keep a core for so long."""
    began = time.thread_time()
    while time.thread_time() - began < milliseconds / 1000:
        pass
    return threading.get_ident()


def test_whoever_has_asked_for_too_much_work_hears_when_to_go_on(budgets: Budgets, clock: Clock) -> None:
    spend(budgets, ME, MINE - 1)
    check(budgets, ME)
    spend(budgets, ME, 1)
    with pytest.raises(TooMuchWork) as refused:
        check(budgets, ME)
    assert str(refused.value) == ("You've asked for a lot in the last minute. Try again in 3 s.")
    clock.now += 3
    check(budgets, ME)


def test_others_in_the_same_game_play_on_until_the_game_has_taken_too_much(budgets: Budgets) -> None:
    spend(budgets, ME, MINE)
    other = Client(2, ME.game_id, ME.guild_id)
    check(budgets, other)
    spend(budgets, other, CORE_MILLISECONDS["game"].most - MINE)
    with pytest.raises(TooMuchWork, match="This game has asked for"):
        check(budgets, Client(3, ME.game_id, ME.guild_id))
    check(budgets, Client(3, 11, ME.guild_id))


def test_a_server_has_a_measure_too_and_other_servers_have_theirs(budgets: Budgets) -> None:
    for number in range(4):
        spend(budgets, Client(number, number, ME.guild_id), CORE_MILLISECONDS["server"].most / 4)
    with pytest.raises(TooMuchWork, match="This server has asked for"):
        check(budgets, Client(9, 9, ME.guild_id))
    check(budgets, Client(9, 9, 101))


def test_maps_are_refused_as_well_to_whoever_has_asked_for_too_much_work(budgets: Budgets) -> None:
    spend(budgets, ME, MINE)
    with pytest.raises(TooMuchWork):
        budgets.take(["picture"], ME.user_id, ME.game_id, ME.guild_id)


async def test_work_is_done_in_another_thread_and_its_time_is_counted(budgets: Budgets) -> None:
    assert await WorkerThreads(budgets).work(ME, keep_busy, 20) != threading.get_ident()
    [member, *_] = budgets._core_of(ME.user_id, ME.game_id, ME.guild_id)
    assert MINE - 2 * SECOND < member[1].left <= MINE - 20


async def test_what_fails_is_counted_too_and_raises_as_it_would_here(budgets: Budgets) -> None:
    def fail() -> None:
        keep_busy(20)
        raise IllegalAction("units", "No.")

    with pytest.raises(IllegalAction):
        await WorkerThreads(budgets).work(ME, fail)
    [member, *_] = budgets._core_of(ME.user_id, ME.game_id, ME.guild_id)
    assert member[1].left <= MINE - 20


async def test_work_is_refused_before_it_begins_but_never_what_is_owed(budgets: Budgets) -> None:
    spend(budgets, ME, MINE)
    done: list[int] = []
    with pytest.raises(TooMuchWork):
        await WorkerThreads(budgets).work(ME, done.append, 1)
    await WorkerThreads(budgets).work_off(ME, done.append, 2)
    assert done == [2]


async def test_an_order_is_measured_and_refused_without_a_trace(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 1}})
        game = (await table.loaded()).game
        budgets = table.master.budgets
        assert budgets._core["member", ANNA.user_id].left < MINE
        budgets.spend_core(ANNA.user_id, game.id, game.guild_id, MINE)
        before = await table.state()
        with pytest.raises(TooMuchWork):
            await table.act(ANNA, {"type": "purchase", "units": {"infantry": 2}})
        assert await table.state() == before
