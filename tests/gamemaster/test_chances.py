"""Chances of battles: worked out beside the bot, once, and remembered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from engine.odds.form import BattleForm, check_form
from engine.odds.named_units import setting_of
from engine.odds.odds import Odds, odds_of
from gamemaster.jobs import chances as jobs
from gamemaster.jobs.chances import OUT_OF_TIME, ChanceQuestion, Remembered, size_of, worked_out
from gamemaster.views import chances as views
from gamemaster.views.chances import Chances
from gamemaster.workers import Asker, TooManyWishes, WorkerPool, WorkFailed


@pytest.fixture(scope="module")
def workers() -> Iterator[WorkerPool]:
    place = WorkerPool(modules=())
    yield place
    place.close()


def form(infantry: int, **more: Any) -> BattleForm:
    """German infantry against two Soviet."""
    return BattleForm(
        setup="aa1941",
        kind="land",
        attacker={"power": "germany", "units": {"infantry": infantry}},
        defender={"power": "soviet_union", "units": {"infantry": 2}},
        **more,
    )


def question(infantry: int) -> ChanceQuestion:
    asked = form(infantry)
    return ChanceQuestion.of(setting_of(asked, check_form(asked)), asked.intents)


async def test_chances_come_from_a_worker_once_and_are_remembered(workers: WorkerPool) -> None:
    chances = Chances(workers)
    assert chances.known(question(3)) is None
    assert await chances.of([question(3), question(4)]) == (odds_of(form(3)), odds_of(form(4)))
    assert (chances.remembered, chances.worked_out, chances.hit_rate) == (0, 2, 0)
    again, other = await chances.of([question(4), question(5)], Asker(1, 1))
    assert (again, other) == (odds_of(form(4)), odds_of(form(5)))
    assert (chances.remembered, chances.worked_out, chances.hit_rate) == (1, 3, 0.25)
    assert chances.known(question(3)) == odds_of(form(3))


async def test_many_who_ask_the_same_at_once_wait_for_one_work_item(workers: WorkerPool) -> None:
    chances = Chances(workers)
    found = await asyncio.gather(*(chances.of([question(6)], Asker(user, 1)) for user in range(20)))
    assert set(map(len, found)) == {1}
    assert all(isinstance(odds, Odds) for (odds,) in found)
    assert (chances.remembered, chances.worked_out) == (19, 1)


async def test_whoever_asked_first_may_go_while_others_wait(workers: WorkerPool) -> None:
    chances = Chances(workers)
    first = asyncio.create_task(chances.of([question(7)], Asker(1, 1)))
    await asyncio.sleep(0)
    second = asyncio.create_task(chances.of([question(7)], Asker(2, 1)))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == (odds_of(form(7)),)


class Refusing(WorkerPool):
    """Refuses the first wish, and loses the second."""

    def __init__(self) -> None:
        super().__init__(modules=())
        self.told: list[Exception] = [TooManyWishes(), WorkFailed()]

    async def quick(  # type: ignore[override]  # any work
        self, work: Any, *arguments: Any, asker: Asker | None = None
    ) -> Any:
        if self.told:
            raise self.told.pop(0)
        return work(*arguments)


async def test_only_who_asked_for_too_much_is_refused_and_lost_work_is_told() -> None:
    chances = Chances(Refusing())
    first, second = await asyncio.gather(
        chances.of([question(3)], Asker(1, 1)), chances.of([question(3)], Asker(2, 1)), return_exceptions=True
    )
    assert isinstance(first, TooManyWishes)
    assert isinstance(second, WorkFailed)
    assert await chances.of([question(3)], Asker(2, 1)) == (odds_of(form(3)),)


async def test_the_log_tells_now_and_then_how_many_were_remembered(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, workers: WorkerPool
) -> None:
    monkeypatch.setattr(views, "TOLD_EVERY", 3)
    chances = Chances(workers)
    with caplog.at_level("INFO", views.__name__):
        for _ in range(4):
            await chances.of([question(3)])
    assert [record.getMessage() for record in caplog.records] == [
        "3 chances of battles were asked for, 67% of them remembered"
    ]


async def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch, workers: WorkerPool) -> None:
    monkeypatch.setattr(jobs, "MOST_KEPT", 2)
    chances = Chances(workers)
    await chances.of([question(count) for count in (1, 2, 3)])
    assert [chances.known(question(count)) is not None for count in (1, 2, 3)] == [False, True, True]


def test_large_battles_leave_less_room(monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = odds_of(form(1)), odds_of(form(20))
    monkeypatch.setattr(jobs, "MOST_NUMBERS", 3 * size_of(small) + size_of(large))
    kept = Remembered()
    for key, odds in (("a", small), ("b", small), ("c", small), ("large", large), ("a", small)):
        kept.put(key, odds)
    assert all(kept.get(key) for key in ("a", "b", "c", "large"))
    kept.put("larger", large)
    assert [key for key in ("a", "b", "c", "large", "larger") if kept.get(key)] == ["larger"]
    assert 5 < size_of(small) < size_of(large) / 3


async def test_what_there_was_no_time_for_is_said_and_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Refusing()
    pool.told.clear()
    chances = Chances(pool)
    with monkeypatch.context() as hurry:
        hurry.setattr(jobs, "SECONDS", -1.0)
        assert await chances.of([question(3)]) == (OUT_OF_TIME,)
    assert await chances.of([question(3)]) == (odds_of(form(3)),)


def test_a_battle_that_is_too_large_is_answered_with_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = odds_of(form(9))
    monkeypatch.setattr("engine.odds.rounds.MOST_POSITIONS", 0)
    (found,) = worked_out([question(9)])
    assert isinstance(found, Odds)
    assert not found.is_exact
    assert found.attacker_win == pytest.approx(exact.attacker_win, abs=4 * found.stderr)
