"""What waits for another process, or for the disk, keeps nobody else waiting."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from store import DatabaseLocked, Store
from store.database.dialect import CONNECTIONS
from tests.store.examples import play, running_game
from tests.tables import with_tables

LONG = (
    "WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 300000) SELECT * FROM counted"
)


@pytest.fixture
async def one_writer(tmp_path: Path) -> AsyncIterator[Store]:
    """A database in which one at a time can write."""
    opened = await Store.open(f"sqlite:///{with_tables(tmp_path / 'games.db')}")
    yield opened
    await opened.close()


@contextmanager
def locked_by_another(file: Path) -> Iterator[None]:
    """Another process, as far as SQLite can tell, is writing."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


async def test_others_go_on_while_a_change_waits_for_another_process(tmp_path: Path) -> None:
    file = with_tables(tmp_path / "games.db")
    store = await Store.open(f"sqlite:///{file}", busy_timeout=30)
    game = await running_game(store)
    with locked_by_another(file):
        waiting = asyncio.create_task(play(store, game.id, "p"))
        await asyncio.sleep(0.05)
        async with store.read() as read:
            assert (await read.game(game.id)).seq == 0
        assert not waiting.done()
    assert await waiting == 1
    await store.close()


async def test_whoever_is_cancelled_while_a_change_waits_leaves_the_database_usable(tmp_path: Path) -> None:
    file = with_tables(tmp_path / "games.db")
    store = await Store.open(f"sqlite:///{file}", busy_timeout=30)
    game = await running_game(store)
    with locked_by_another(file):
        waiting = asyncio.create_task(play(store, game.id, "p"))
        await asyncio.sleep(0.05)
        waiting.cancel()
        await asyncio.sleep(0.05)
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await play(store, game.id, "p") == 1
    await store.close()


async def test_a_reader_waits_in_a_thread_for_who_has_the_file_for_himself(tmp_path: Path) -> None:
    file = with_tables(tmp_path / "games.db")
    store = await Store.open(f"sqlite:///{file}", busy_timeout=30)
    game = await running_game(store)
    await store.close()
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("UPDATE games SET seq = seq")
    threading.Timer(0.2, other.close).start()
    store = await Store.open(f"sqlite:///{file}", busy_timeout=30)
    async with store.read() as read:
        assert (await read.game(game.id)).seq == 0
    await store.close()


async def test_a_change_that_waits_too_long_is_refused(tmp_path: Path) -> None:
    file = with_tables(tmp_path / "games.db")
    store = await Store.open(f"sqlite:///{file}", busy_timeout=0.05)
    game = await running_game(store)
    with locked_by_another(file), pytest.raises(DatabaseLocked):
        await play(store, game.id, "p")
    assert await play(store, game.id, "p") == 1
    await store.close()


async def test_a_connection_goes_to_whoever_has_waited_longest(one_writer: Store) -> None:
    served: list[int] = []

    async def look(number: int) -> None:
        async with one_writer.read():
            served.append(number)
            await turns_of_the_loop(5)

    await asyncio.gather(*(look(-1) for _ in range(CONNECTIONS)))  # opened in threads, in any order
    served.clear()
    looks: list[asyncio.Task[None]] = []
    for number in range(200):  # one more comes with each turn of the loop, also as a connection changes hands
        looks.append(asyncio.create_task(look(number)))
        await asyncio.sleep(0)
    await asyncio.gather(*looks)
    assert served == sorted(served)


async def test_a_change_that_waits_a_minute_behind_others_is_not_refused(
    one_writer: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await running_game(one_writer)
    async with one_writer.write():
        waiting = asyncio.create_task(play(one_writer, game.id, "p"))
        await turns_of_the_loop(5)
        later(monkeypatch, 60)
        await turns_of_the_loop(5)
        assert not waiting.done()
    assert await waiting == 1


async def test_a_change_that_waits_for_minutes_is_refused_and_the_host_told_why(
    one_writer: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await running_game(one_writer)
    async with one_writer.write():
        waiting = asyncio.create_task(play(one_writer, game.id, "p"))
        await turns_of_the_loop(5)
        later(monkeypatch, 301)
        await turns_of_the_loop(5)
        with pytest.raises(DatabaseLocked, match="within 5 minutes"):
            await waiting
    assert await play(one_writer, game.id, "p") == 1


async def test_all_who_wait_are_served_though_one_of_them_is_cancelled(one_writer: Store) -> None:
    games = [await running_game(one_writer, channel_id=number) for number in range(3)]
    async with one_writer.write():
        waiting = [asyncio.create_task(play(one_writer, game.id, "p")) for game in games]
        await turns_of_the_loop(5)
        waiting[0].cancel()
    ends = await asyncio.gather(*waiting, return_exceptions=True)
    assert isinstance(ends[0], asyncio.CancelledError)
    assert ends[1:] == [1, 1]


async def turns_of_the_loop(many: int) -> None:
    for _ in range(many):
        await asyncio.sleep(0)


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """By the clock of the event loop so much time has passed."""
    loop = asyncio.get_running_loop()
    time = loop.time
    monkeypatch.setattr(loop, "time", lambda: time() + seconds)


async def test_whoever_still_reads_as_the_store_closes_leaves_quietly(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(f"sqlite:///{with_tables(tmp_path / 'games.db')}")

    async def read_on() -> None:
        async with store.read_at_length() as read:
            await read.connection.exec_driver_sql(LONG)

    reading = asyncio.create_task(read_on())
    await asyncio.sleep(0.05)
    await store.close()
    reading.cancel()
    await asyncio.wait([reading])
    assert reading.cancelled()
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
