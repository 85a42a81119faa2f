"""Work done in processes beside the bot: what comes back, what is lost, and how the bot goes on."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine import GameState, IllegalAction, new_game
from gamemaster.errors import TableRefusal
from gamemaster.outbox.drawn import drawn
from gamemaster.outbox.pictures import picture_request
from gamemaster.workers import Asker, Limits, TooManyWishes, WorkerPool, WorkFailed
from gamemaster.workers.pool import MOST_WAITING, NEEDED, Lane, WorkItem
from gamemaster.workers.worker import Worker

ANNA, BEN = Asker(1, 1), Asker(2, 1)


@pytest.fixture(scope="module")
def workers() -> Iterator[WorkerPool]:
    """One for all tests here: processes take their time to start."""
    place = WorkerPool(modules=())
    yield place
    place.close()


def refuse(sentence: str) -> None:
    raise TableRefusal(sentence)


def same(state: GameState) -> GameState:
    return state


def forbid() -> None:
    raise IllegalAction("CMV-23", "No.")


def fail() -> None:
    raise ZeroDivisionError("by nothing")


def die_the_first_time(flag: Path, _request: object) -> Any:
    """As drawing where memory is short just now."""
    if not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "drawn"


async def test_work_is_done_in_another_process_that_stays(workers: WorkerPool) -> None:
    first, second = await workers.quick(os.getpid), await workers.quick(os.getpid)
    assert first == second != os.getpid()


async def test_slow_work_holds_up_no_quick_work_and_the_thoughts_of_the_house_neither(workers: WorkerPool) -> None:
    thinking = asyncio.create_task(workers.think(wait_for_ever, asker=ANNA, seconds=60.0))
    await asyncio.sleep(0)
    processes = [await workers.slow(os.getpid, asker=ANNA), await workers.quick(os.getpid)]
    assert len(set(processes)) == 2
    thinking.cancel()


async def test_refusals_come_back_as_they_are(workers: WorkerPool) -> None:
    with pytest.raises(TableRefusal, match="Not today"):
        await workers.quick(refuse, "Not today.", asker=ANNA)
    with pytest.raises((IllegalAction, RuntimeError), match="No"):
        await workers.quick(forbid, asker=ANNA)


async def test_an_unexpected_error_says_where_it_happened(workers: WorkerPool) -> None:
    with pytest.raises(ZeroDivisionError) as failure:
        await workers.quick(fail, asker=ANNA)
    assert "in fail" in failure.value.__notes__[0]


async def test_a_worker_that_dies_in_mid_work_is_told_calmly_and_replaced(workers: WorkerPool) -> None:
    with pytest.raises(WorkFailed, match="try again in a minute"):
        await workers.quick(os._exit, 1, asker=ANNA)
    assert await workers.quick(len, "abc", asker=ANNA) == 3


async def test_a_worker_that_died_meanwhile_is_not_missed(workers: WorkerPool) -> None:
    dead = await workers.quick(os.getpid)
    os.kill(dead, signal.SIGKILL)
    while await workers.slow(is_alive, dead, asker=ANNA):
        pass
    assert await workers.quick(os.getpid) != dead


def is_alive(process: int) -> bool:
    """Whether a process runs, and is not merely still listed."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").split()[2] != "Z"
    except FileNotFoundError:
        return False


async def test_what_takes_too_long_is_ended(workers: WorkerPool) -> None:
    with pytest.raises(WorkFailed):
        await workers.slow(wait_for_ever, asker=ANNA, seconds=0.05)
    assert await workers.slow(len, "ab", asker=ANNA) == 2


def wait_for_ever() -> None:
    threading.Event().wait()


async def test_limits_hold_in_a_process_of_its_own(workers: WorkerPool) -> None:
    usual = await workers.slow(os.getpid, asker=ANNA)
    limits = Limits(megabytes=400, core_seconds=30)
    with pytest.raises(MemoryError):
        await workers.slow(bytearray, 500_000_000, asker=ANNA, limits=limits)
    assert await workers.slow(os.getpid, asker=ANNA, limits=limits) != usual
    assert len(await workers.slow(bytearray, 500_000, asker=ANNA)) == 500_000


async def test_work_that_uses_up_its_time_of_a_core_is_lost(workers: WorkerPool) -> None:
    with pytest.raises(WorkFailed):
        await workers.slow(count_for_ever, asker=ANNA, limits=Limits(core_seconds=2))


def count_for_ever() -> None:
    number = 0
    while True:
        number += 1


async def test_more_wishes_than_can_wait_are_refused_with_a_word(workers: WorkerPool) -> None:
    wishes = [asyncio.create_task(workers.quick(pow, 2, number, asker=ANNA)) for number in range(MOST_WAITING + 5)]
    other = asyncio.create_task(workers.quick(pow, 3, 2, asker=BEN))
    results = await asyncio.gather(*wishes, return_exceptions=True)
    refused = [result for result in results if isinstance(result, TooManyWishes)]
    assert refused
    assert str(refused[0]).startswith("You already have 3 requests on the way")
    assert len(refused) + sum(isinstance(result, int) for result in results) == len(wishes)
    assert await other == 9


async def test_a_wish_that_nobody_waits_for_any_more_is_not_done(workers: WorkerPool, tmp_path: Path) -> None:
    go, done = tmp_path / "go", tmp_path / "done"
    busy = asyncio.create_task(workers.quick(wait_for, go))
    gone = asyncio.create_task(workers.quick(done.touch, asker=ANNA))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    go.touch()
    await busy
    assert await workers.quick(len, "a", asker=ANNA) == 1
    assert not done.exists()


def wait_for(path: Path) -> None:
    while not path.exists():
        threading.Event().wait(0.005)


async def test_whoever_comes_after_others_is_told_how_many_they_are(workers: WorkerPool, tmp_path: Path) -> None:
    heard, has_heard = list[int](), asyncio.Event()

    async def told(before: int) -> None:
        heard.append(before)
        has_heard.set()

    go = tmp_path / "go"
    assert await workers.quick(len, "abc", asker=Asker(8, 8)) == 3  # whatever came before has had its turn
    others = [asyncio.create_task(workers.quick(wait_for, go, asker=Asker(user, user))) for user in range(4)]
    await asyncio.sleep(0)
    mine = asyncio.create_task(workers.quick(len, "abc", asker=Asker(9, 9, told)))
    await has_heard.wait()
    go.touch()
    assert await mine == 3
    await asyncio.gather(*others)
    assert heard == [4]
    assert await workers.quick(len, "abc", asker=Asker(9, 9, told)) == 3
    assert heard == [4]


class StalledResult(Future[Any]):
    """A result that is known while the thread that gave it stands still, as on a busy machine."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()

    def set_result(self, result: Any) -> None:
        super().set_result(result)
        self.go_on.wait()


async def test_what_is_done_is_not_before_others_though_its_thread_stands_still() -> None:
    heard, has_heard = list[int](), asyncio.Event()

    async def told(before: int) -> None:
        heard.append(before)
        has_heard.set()

    bench, stalled = Lane("stalled", 20), StalledResult()
    try:
        assert await bench.do(WorkItem(len, ("abc",), 20, result=stalled), ANNA) == 3
        wishes = [
            asyncio.create_task(bench.do(WorkItem(len, ("ab",), 20), Asker(user, user, told))) for user in range(10, 14)
        ]
        await has_heard.wait()
        stalled.go_on.set()
        assert await asyncio.gather(*wishes) == [2, 2, 2, 2]
    finally:
        stalled.go_on.set()
        bench.close()
    assert heard == [3]


async def test_a_worker_that_has_grown_gives_its_memory_back_once_nobody_asks(
    workers: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamemaster.workers.pool.REST_SECONDS", 0.01)
    monkeypatch.setattr("gamemaster.workers.pool.MOST_MEGABYTES_AT_REST", 0)
    grown = await workers.quick(os.getpid)
    while await workers.slow(is_alive, grown, asker=ANNA):
        pass
    monkeypatch.undo()
    assert await workers.quick(os.getpid) != grown


async def test_a_post_goes_without_a_picture_that_is_not_drawn_in_time(
    workers: WorkerPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("gamemaster.outbox.drawn.PATIENCE_SECONDS", 0.01)
    go = tmp_path / "go"
    busy = asyncio.create_task(workers.quick(wait_for, go))
    await asyncio.sleep(0)
    assert await drawn(workers, picture_request(new_game("aa1941")), "a post") is None
    go.touch()
    await busy


async def test_a_picture_of_a_post_is_tried_again_where_its_worker_died(
    workers: WorkerPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("gamemaster.outbox.drawn.draw", partial(die_the_first_time, tmp_path / "flag"))
    picture: Any = await drawn(workers, {}, "a post")
    assert picture == "drawn"


async def test_a_picture_that_cannot_be_drawn_leaves_the_post_without_one(workers: WorkerPool) -> None:
    request = {**picture_request(new_game("aa1941")), "board": "atlantis"}
    assert await drawn(workers, request, "a post") is None


def test_a_state_is_sent_without_what_can_be_found_anew() -> None:
    state = new_game("anniversary_1941")
    assert state.edition.turn_order
    sent = pickle.dumps(state)
    assert len(sent) < 60_000
    assert pickle.loads(sent) == state  # noqa: S301


def known_of(*states: GameState) -> list[int]:
    """How much is known of each position as it arrives; from then on a little more."""
    found = []
    for state in states:
        found.append(len(vars(state)))
        assert state.by_space
    return found


async def test_a_position_that_was_sent_before_is_known_again(workers: WorkerPool) -> None:
    one, other = new_game("aa1941"), new_game("revised")
    (fresh,) = await workers.quick(known_of, one)
    again, new = await workers.quick(known_of, one, other)
    assert again > fresh == new
    assert one == await workers.quick(same, one)


def test_a_worker_is_replaced_when_it_has_grown_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker()
    try:
        small = worker.do(os.getpid, (), 10)
        worker.settle()
        monkeypatch.setattr("gamemaster.workers.worker.MOST_MEGABYTES", 1)
        assert worker.do(os.getpid, (), 10) == small
        worker.settle()
        assert not worker.is_running
        assert worker.do(os.getpid, (), 10) != small
    finally:
        worker.stop()


SECRETS = {
    "DISCORD_TOKEN": "classified-bot",
    "DATABASE_URL": "postgresql+asyncpg://anna:classified-database@host/games",
    "PGPASSWORD": "classified-server",
    "COMMUNIQUE_ENV": "/classified/place",
}


def test_a_worker_knows_no_secret(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))
    worker = Worker()
    try:
        process = Path(f"/proc/{worker.do(os.getpid, (), 10)}")
        for file in ("environ", "cmdline"):
            told = (process / file).read_bytes()
            assert told
            assert b"classified" not in told, file
        assert f"MPLCONFIGDIR={tmp_path}".encode() in (process / "environ").read_bytes().split(b"\0")
    finally:
        worker.stop()


def test_what_the_workshop_does_needs_no_database() -> None:
    works, of_the_past = (
        ("board", "logged", "records"),
        ("catching_up", "charts", "diary", "history", "replays", "review"),
    )
    look = (
        f"import sys, gamemaster.jobs.process, {', '.join(NEEDED)}\n"
        "assert 'asyncio' not in sys.modules, 'a worker waits for nobody, so it has no need of what waiting takes'\n"
        f"from gamemaster.jobs import {', '.join(works)}\nfrom gamemaster.jobs.past import {', '.join(of_the_past)}\n"
        "sys.exit('store' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", look], cwd=Path(__file__).parents[3], check=True)  # noqa: S603
