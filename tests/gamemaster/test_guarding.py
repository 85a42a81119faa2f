# Nothing else runs on the event loop here, so files may block it.
"""The guard raises no alarm at what the bot and its tools do themselves, and one at all that others do to the file."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from gamemaster.upkeep.backups import BackingUp
from gamemaster.upkeep.guarding import Guarding
from store import StorageChanged, Store
from store.__main__ import main
from store.maintenance.backup import backup
from store.maintenance.backups import Backups, copies_of
from store.maintenance.starting import take_charge
from store.sqlite.file import rescues_of
from store.sqlite.guard import Kind
from store.sqlite.mark import read_mark
from tests.store.examples import play, running_game
from tests.tables import with_tables


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite:///{with_tables(tmp_path / 'games.db')}")
    await take_charge(opened)
    await running_game(opened)
    yield opened
    await opened.close()


def file_of(store: Store) -> Path:
    assert store.file is not None
    return store.file


async def found(store: Store) -> Kind | None:
    await Guarding(store).look()
    return store.change.kind if store.change else None


async def test_what_the_bot_and_its_tools_do_is_no_alarm(store: Store, tmp_path: Path) -> None:
    file = file_of(store)
    for number in range(30):
        await play(store, 1, f"phase {number}", events=({"kind": "x" * 200_000},))  # some go into the file
        assert await found(store) is None
    os.utime(file)
    assert await found(store) is None
    backup(f"sqlite:///{file}", tmp_path / "copy.db")
    for tool in (["games"], ["move", "1", "5"], ["check"]):
        await asyncio.to_thread(main, [*tool, "--database", f"sqlite:///{file}"])
        assert await found(store) is None
    for tidying in (store.empty_journal, store.forget_journal, store.give_room_back):
        await tidying()
        assert await found(store) is None
    async with store.write() as write:
        await write.thin_states(1, range(25))
    await store.give_room_back()
    await store.forget_journal()
    assert await found(store) is None


def overwrite(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[100:] = bytes(len(content) - 100)
    with file.open("r+b") as opened:
        opened.write(content)


def replace_journal(file: Path) -> None:
    journal = file.with_name("games.db-wal")
    shutil.copy(journal, file.with_name("other"))
    file.with_name("other").replace(journal)


CHANGES: dict[str, tuple[Kind, Callable[[Path], object]]] = {
    "removed": ("gone", Path.unlink),
    "its folder moved": ("gone", lambda file: file.parent.rename(file.parent.with_name("elsewhere"))),
    "truncated": ("emptied", lambda file: os.truncate(file, 0)),
    "cut": ("overwritten", lambda file: os.truncate(file, 4096)),
    "overwritten behind its header": ("overwritten", overwrite),
    "another header": ("overwritten", lambda file: file.write_bytes(b"no database" * 1000)),
    "index of the journal removed": ("journal", lambda file: file.with_name("games.db-shm").unlink()),
    "journal replaced": ("journal", replace_journal),
}


@pytest.mark.parametrize("change", CHANGES)
async def test_what_others_do_to_the_file(
    change: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # where the copy goes whose folder is gone
    (folder := tmp_path / "data").mkdir()
    store = await Store.open(f"sqlite:///{folder / 'games.db'}")
    await take_charge(store)
    await running_game(store)
    await store.empty_journal()
    assert await found(store) is None
    kind, do = CHANGES[change]
    do(file_of(store))
    assert await found(store) == kind
    with pytest.raises(StorageChanged):
        async with store.write():
            pass
    with pytest.raises(StorageChanged):
        async with store.read():
            pass
    assert [record.levelno for record in caplog.records if record.levelno > logging.INFO] == [logging.ERROR]
    await store.close()


async def test_no_copy_is_made_of_what_took_the_place_of_the_file(store: Store) -> None:
    file = file_of(store)
    backing_up = BackingUp(Backups(f"sqlite:///{file}", 24, keep=1), store)
    assert await backing_up.back_up()
    file.unlink()
    file.write_bytes(b"another")
    assert await found(store) == "replaced"
    assert not await backing_up.back_up()
    assert len(copies_of(file)) == 1


async def test_what_was_being_written_as_it_was_found_out_is_in_the_copy_or_refused(store: Store) -> None:
    file = file_of(store)
    file.unlink()
    await play(store, 1, "purchase")
    assert await found(store) == "gone"
    (copy,) = rescues_of(file)
    mark = read_mark(file)
    assert mark is not None
    assert (mark.happened, mark.rescued) == ("gone", str(copy))
    with pytest.raises(StorageChanged):
        await play(store, 1, "purchase")
    assert mark.games[1].seq == 1


async def test_where_nothing_is_to_be_watched_nothing_is_done() -> None:
    store = Store("postgresql://nobody@localhost/none", clock=lambda: 0, busy_timeout=0.1)
    await take_charge(store)
    await Guarding(store).look()
    assert store.guard is None
    await store.close()
