"""What waits for another process, or for the disk, keeps nobody else waiting."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from store import DatabaseLocked, Store
from tests.store.examples import play, running_game


@contextmanager
def locked_by_another(file: Path) -> Iterator[None]:
    """Another process, as far as SQLite can tell, is writing."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


async def test_others_go_on_while_a_change_waits_for_another_process(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
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
    file = tmp_path / "games.db"
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
    file = tmp_path / "games.db"
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
    file = tmp_path / "games.db"
    store = await Store.open(f"sqlite:///{file}", busy_timeout=0.05)
    game = await running_game(store)
    with locked_by_another(file), pytest.raises(DatabaseLocked):
        await play(store, game.id, "p")
    assert await play(store, game.id, "p") == 1
    await store.close()
