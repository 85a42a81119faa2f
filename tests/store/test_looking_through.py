"""What is damaged stands in the host's log, but no start waits until all is read."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gamemaster.upkeep.looking_through import LookingThrough
from store import Store
from tests.store.examples import play, running_game

OTHERS = 40


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """Many games of a few steps."""
    file = tmp_path / "games.db"
    store = await Store.open(f"sqlite:///{file}")
    for channel in range(1, OTHERS):
        game = await running_game(store, channel_id=channel)
        for phase in ("purchase", "combat_move"):
            await play(store, game.id, phase)
    await store.close()
    return file


async def told(file: Path, caplog: pytest.LogCaptureFixture) -> list[str]:
    store = await Store.open(f"sqlite:///{file}")
    found = await LookingThrough(store, breath=0.0).look_through()
    await store.close()
    lines = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert len(lines) == (found + 1 if found else 0)
    return lines


async def test_of_a_file_that_is_whole_nothing_is_said(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert await told(file, caplog) == []


async def test_a_damaged_position_and_a_damaged_entry_are_named(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE states SET body = x'00ff' WHERE game_id = 7 AND seq = 1")
        database.execute("UPDATE log SET packed = x'00ff' WHERE game_id = 9 AND seq = 2")
    entry, position, _ = await told(file, caplog)
    assert entry == "Game 9: what entry 2 of its log led to is damaged."
    assert position.startswith("Game 7: the position after entry 1 (purchase) is damaged; the bot works it out")


async def test_a_damaged_page_stops_no_start_and_is_named(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(sqlite3.connect(file)) as database:
        size = database.execute("PRAGMA page_size").fetchone()[0]
        (page,) = database.execute("SELECT max(pageno) FROM dbstat WHERE name = 'log' AND pagetype = 'leaf'").fetchone()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(b"\xff" * size)
    line, _ = await told(file, caplog)
    assert line.startswith("Rows of the table log cannot be read after row ")


async def test_a_start_reads_as_little_of_a_large_file_as_of_a_small_one(file: Path) -> None:
    small = await steps_of_a_start(file)
    store = await Store.open(f"sqlite:///{file}")
    for channel in range(OTHERS, 4 * OTHERS):
        await running_game(store, channel_id=channel)
    await store.close()
    assert await steps_of_a_start(file) <= small + 50


async def steps_of_a_start(file: Path) -> int:
    """How many steps SQLite takes until the file is open."""
    taken = 0

    def count() -> None:
        nonlocal taken
        taken += 1

    connect = sqlite3.connect

    def counted(*arguments: Any, **options: Any) -> sqlite3.Connection:
        opened: sqlite3.Connection = connect(*arguments, **options)
        opened.set_progress_handler(count, 1)
        return opened

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("store.sqlite.connection.sqlite3.connect", counted)
        store = await Store.open(f"sqlite:///{file}")
        await store.close()
    return taken
