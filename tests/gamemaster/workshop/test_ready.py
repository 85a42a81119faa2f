"""Workers that are ready before anybody asks, and are followed by others that are."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from engine import setup_names
from engine.odds.outcomes.chain import FEW
from gamemaster.jobs import ready
from gamemaster.jobs.odds import OddsAnswer, OddsRequest, odds_answer
from gamemaster.jobs.ready import A_SIDE, Table, ready_for_odds
from gamemaster.workers import Asker, WorkerPool, WorkFailed
from tests.gamemaster.desk import TWO, desk
from tests.gamemaster.workshop.notes import note
from tests.gamemaster.workshop.test_workshop import is_alive
from tests.sketches import Sketches

ANNA = Asker(1, 1)


@pytest.fixture(name="workers")
def _workers() -> Iterator[WorkerPool]:
    place = WorkerPool(modules=())
    yield place
    place.close()


def noted(place: Path) -> list[tuple[int, str]]:
    rows = place.read_text().splitlines() if place.exists() else []
    return [(int(process), what) for process, what in map(str.split, rows)]


async def until(is_so: Callable[[], bool]) -> None:
    """Waits without asking for anything, as that would start a worker."""
    while not is_so():  # noqa: ASYNC110  # another process makes it so
        await asyncio.sleep(0.01)


async def test_a_worker_gets_ready_for_each_thing_before_anybody_asks(workers: WorkerPool, tmp_path: Path) -> None:
    workers.prepare(partial(note, tmp_path / "notes"), "this", "that")
    await until(lambda: len(noted(tmp_path / "notes")) == 2)
    (first, this), (second, that) = noted(tmp_path / "notes")
    assert (this, that) == ("this", "that")
    assert first == second == await workers.quick(os.getpid)


async def test_a_worker_that_dies_is_followed_by_one_that_is_ready(workers: WorkerPool, tmp_path: Path) -> None:
    workers.prepare(partial(note, tmp_path / "notes"), "this")
    dead = await workers.quick(os.getpid)
    with pytest.raises(WorkFailed):
        await workers.quick(os._exit, 1, asker=ANNA)
    await until(lambda: len(noted(tmp_path / "notes")) == 2)
    assert [process == dead for process, _ in noted(tmp_path / "notes")] == [True, False]


async def test_one_that_died_at_rest_is_followed_before_anybody_asks(
    workers: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamemaster.workers.pool.REST_SECONDS", 0.01)
    workers.prepare(partial(note, tmp_path / "notes"), "this")
    dead = await workers.quick(os.getpid)
    os.kill(dead, signal.SIGKILL)
    await until(lambda: not is_alive(dead) and len(noted(tmp_path / "notes")) == 2)


async def test_what_only_got_ready_is_not_replaced_as_if_it_had_grown(
    workers: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamemaster.workers.pool.REST_SECONDS", 0.01)
    monkeypatch.setattr("gamemaster.workers.pool.MOST_MEGABYTES_AT_REST", 0)
    workers.prepare(partial(note, tmp_path / "notes"), "this")
    await until(lambda: bool(noted(tmp_path / "notes")))
    for _ in range(20):
        await asyncio.sleep(0.01)
    assert len(noted(tmp_path / "notes")) == 1


async def test_closed_workers_are_followed_by_none(workers: WorkerPool, tmp_path: Path) -> None:
    workers.prepare(partial(note, tmp_path / "notes"), "this")
    first = await workers.quick(os.getpid)
    workers.close()
    await until(lambda: not is_alive(first))
    assert len(noted(tmp_path / "notes")) == 1


async def test_what_cannot_be_made_ready_is_told_to_the_host_and_keeps_nobody_from_an_answer(
    workers: WorkerPool, caplog: pytest.LogCaptureFixture
) -> None:
    workers.prepare(os._exit, 1)
    assert await workers.quick(len, "abc", asker=ANNA) == 3
    await until(lambda: bool(caplog.records))
    assert "could not be made ready" in caplog.text


@pytest.mark.parametrize("setup", setup_names())
def test_a_battle_of_each_setup_can_be_worked_out_beforehand(setup: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a grid, and drawn."""
    told: list[OddsAnswer] = []

    def answer(request: OddsRequest) -> OddsAnswer:
        told.append(odds_answer(request))
        return told[-1]

    monkeypatch.setattr(ready, "odds_answer", answer)
    ready_for_odds(Table(setup, ()))
    assert told[0].picture
    assert A_SIDE > FEW


async def test_the_bot_gets_ready_for_the_games_at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[object] = []
    monkeypatch.setattr(Sketches, "prepare", lambda _, work, *each: prepared.extend([work, *each]))
    monkeypatch.setattr("gamemaster.upkeep.warming_up.KEPT_BOARDS", 0)
    async with desk(tmp_path, TWO) as table:
        await table.send()
        await table.master.warming_up.warm_up()
    work, first = prepared
    assert work is ready_for_odds
    assert isinstance(first, Table)
    assert first.setup == "aa1941"
