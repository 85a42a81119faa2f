# Nothing else runs on the event loop here, so files may block it.
# ruff: noqa: ASYNC240
"""Copies are made when they are due, the oldest go, and a database that is lost is not begun anew in silence."""

import os
import shutil
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from gamemaster.upkeep.backups import BackingUp
from store import DatabaseFull, DatabaseUnavailable, Store
from store.maintenance.backups import FIRST_AFTER_SECONDS, Backups, copies_of
from store.maintenance.starting import check_not_lost
from tests.store.examples import running_game
from tests.tables import with_tables


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """A database with a game."""
    file = with_tables(tmp_path / "games.db")
    store = await Store.open(f"sqlite:///{file}")
    await running_game(store)
    await store.close()
    return file


def of(file: Path, every_hours: float = 24) -> Backups:
    return Backups(f"sqlite:///{file}", every_hours, keep=2)


async def test_a_copy_is_made_soon_after_the_first_start_and_then_when_it_is_due(file: Path) -> None:
    backups = of(file)
    assert backups.seconds_until_due() == FIRST_AFTER_SECONDS
    assert await BackingUp(backups).back_up()
    (made,) = copies_of(file)
    assert 86_000 < backups.seconds_until_due() <= 86_400
    assert made.stat().st_mode & 0o077 == 0
    os.utime(made, (0, time.time() - 90_000))
    assert backups.seconds_until_due() == 0
    copy = await Store.open(f"sqlite:///{made}")
    async with copy.read() as read:
        assert len(await read.all_games()) == 1
    await copy.close()


def test_only_so_many_copies_are_kept(file: Path) -> None:
    backups = of(file)
    made = backups.make()
    older = [made.with_name(f"games-2026-01-0{day}T00-00-00.db") for day in (1, 2, 3)]
    for each in (*older, made.with_name("games-mine.db")):
        each.write_bytes(made.read_bytes())
    made.unlink()
    last = backups.make()
    assert copies_of(file) == [older[-1], last]
    assert made.with_name("games-mine.db").is_file()


@pytest.mark.parametrize(("url", "every"), [("sqlite:///games.db", 0), ("postgresql+asyncpg://host/games", 24)])
def test_none_are_made_where_the_host_wants_none_or_the_server_has_its_own(url: str, every: float) -> None:
    assert not Backups(url, every, keep=2).are_made


async def test_a_copy_that_fails_is_told_and_leaves_nothing_behind(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file.write_bytes(b"no database at all, but long enough to be taken for one" * 100)
    assert not await BackingUp(of(file)).back_up()
    assert [record.message.partition(":")[0] for record in caplog.records] == [
        "The database could not be copied. Trying again in an hour"
    ]
    assert list((file.parent / "backups").iterdir()) == []


@pytest.mark.parametrize("is_there", [True, False])
def test_a_database_that_is_gone_or_empty_though_it_was_copied_stops_the_start(file: Path, is_there: bool) -> None:
    check_not_lost(f"sqlite:///{file}")
    made = of(file).make()
    file.unlink()
    if is_there:
        file.touch()
    with pytest.raises(DatabaseUnavailable, match=f"{sys.executable} -m store restore {made}"):
        check_not_lost(f"sqlite:///{file}")


def test_a_first_start_is_no_loss(tmp_path: Path) -> None:
    check_not_lost(f"sqlite:///{tmp_path / 'games.db'}")
    (tmp_path / "games.db").touch()
    check_not_lost(f"sqlite:///{tmp_path / 'games.db'}")
    check_not_lost("postgresql+asyncpg://host/games")


def test_a_journal_without_its_file_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "games.db-wal").write_bytes(b"journal")
    with pytest.raises(DatabaseUnavailable, match=r"its journal games\.db-wal is there"):
        check_not_lost(f"sqlite:///{tmp_path / 'games.db'}")


async def test_a_restoring_that_was_cut_short_stops_the_start(file: Path) -> None:
    file.rename(file.with_name("games.db.replaced-10"))
    file.with_name("games.db.replaced-10-wal").touch()
    file.with_name("games.db.replaced-9").touch()
    os.utime(file.with_name("games.db.replaced-9"), (0, 0))
    with pytest.raises(DatabaseUnavailable, match=r"a backup was being restored.*games\.db\.replaced-10 its"):
        check_not_lost(f"sqlite:///{file}")


def test_half_a_copy_of_a_bot_that_was_killed_is_cleared_away(file: Path) -> None:
    (file.parent / "backups").mkdir()
    half = file.parent / "backups" / "games-2026-01-01T00-00-00.db.part"
    half.write_bytes(b"half")
    made = of(file).make()
    assert list(half.parent.iterdir()) == [made]


def test_copies_that_bear_a_time_to_come_are_the_oldest(file: Path) -> None:
    """As where a clock was years ahead: they must neither put off the next copy nor push it out."""
    backups = of(file)
    made = backups.make()
    ahead = [made.with_name(f"games-2999-01-0{day}T00-00-00.db") for day in (1, 2)]
    for copy in ahead:
        copy.write_bytes(made.read_bytes())
        os.utime(copy, (time.time() + 10**8,) * 2)
    made.unlink()
    assert backups.seconds_until_due() == FIRST_AFTER_SECONDS
    last = backups.make()
    assert copies_of(file) == [ahead[1], last]
    assert 86_000 < backups.seconds_until_due() <= 86_400


def test_no_copy_takes_the_last_room_on_the_disk(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = 2 * file.stat().st_size - 1
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=room))
    with pytest.raises(DatabaseFull, match=r"backups has 0 MB left, too little for a copy of 0 MB\."):
        of(file).make()
    assert copies_of(file) == []
