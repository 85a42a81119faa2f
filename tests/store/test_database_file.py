# Nothing else runs on the event loop here, so files and processes may block it.
# ruff: noqa: ASYNC221, ASYNC240
"""The SQLite file: what survives, what is refused at the start, and in which words."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

from store import (
    BackupRefused,
    DatabaseDamaged,
    DatabaseFull,
    DatabaseLocked,
    DatabaseNotSetUp,
    DatabaseTooNew,
    DatabaseUnavailable,
    Store,
)
from store.__main__ import main
from store.database import versions
from store.database.tables import metadata
from store.maintenance.backup import backup
from store.maintenance.looking_through import damages
from tests.store.examples import entry, play, post, running_game, state

ROOT = Path(__file__).parents[2]


@pytest.fixture
def file(default_file: Path) -> Path:
    return default_file


def url_of(file: Path) -> str:
    return f"sqlite:///{file}"


async def database_with_a_game(file: Path) -> int:
    """Makes the file, plays one entry, and closes it again; returns the game's id."""
    store = await Store.open(url_of(file))
    game = await running_game(store)
    await play(store, game.id, "p")
    await store.close()
    return game.id


async def opening_fails(file: Path, kind: type[Exception]) -> str:
    """The sentence the host reads."""
    with pytest.raises(kind) as caught:
        await Store.open(url_of(file), busy_timeout=0.05)
    sentence = str(caught.value)
    assert str(file) in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


async def test_a_database_is_made_with_its_folder_and_opened_again(file: Path) -> None:
    game_id = await database_with_a_game(file)
    store = await Store.open(url_of(file))
    async with store.read() as r:
        assert (await r.latest_state(game_id)).body == '{"at":1}'
    await store.close()


def others_may_open(folder: Path) -> list[str]:
    """What in a folder, itself too, has permissions for anybody but its owner."""
    return [path.name for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077]


@pytest.fixture
def generous() -> Iterator[None]:
    """New files are open to everybody, as on some machines they are."""
    usual = os.umask(0)
    yield
    os.umask(usual)


@pytest.mark.usefixtures("generous")
async def test_database_and_backup_are_for_their_owner_alone(file: Path, tmp_path: Path) -> None:
    store = await Store.open(url_of(file))
    game = await running_game(store)
    await play(store, game.id, "p")
    assert {path.name.removeprefix(file.name) for path in file.parent.iterdir()} == {"", "-wal", "-shm"}
    assert others_may_open(file.parent) == []
    copies = tmp_path / "copies"
    copies.mkdir(mode=0o700)
    backup(url_of(file), copies / "copy.db")
    assert others_may_open(copies) == []
    await store.close()


@pytest.mark.usefixtures("generous")
async def test_a_database_that_was_open_to_others_is_closed_to_them(file: Path) -> None:
    await database_with_a_game(file)
    other = await Store.open(url_of(file))
    for path in file.parent.iterdir():
        path.chmod(0o644)
    store = await Store.open(url_of(file))
    assert others_may_open(file.parent) == []
    await store.close()
    await other.close()


async def test_where_permissions_mean_nothing_the_database_opens_all_the_same(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await database_with_a_game(file)
    file.chmod(0o644)

    def refused(path: Path, mode: int) -> None:
        raise PermissionError(path, mode)

    monkeypatch.setattr(Path, "chmod", refused)
    await (await Store.open(url_of(file))).close()
    assert [record.message for record in caplog.records if record.levelname == "WARNING"] == [
        f"Other users of this machine can open {file}. Its owner should run chmod 600 on it."
    ]


async def test_the_connections_are_set_up_for_safety(file: Path) -> None:
    store = await Store.open(url_of(file), busy_timeout=2.5)
    async with store.write() as w:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        answers = [(await w.connection.execute(text(f"PRAGMA {pragma}"))).scalar_one() for pragma in pragmas]
    assert answers == ["wal", 2, 1, 2500]
    with pytest.raises(DatabaseUnavailable, match="cannot be written"):
        async with store.read() as r:
            await r.connection.execute(text("DELETE FROM log"))
    await store.close()


def compare(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


async def test_the_migrations_make_the_tables_of_the_program(file: Path) -> None:
    store = await Store.open(url_of(file))
    async with store.read() as r:
        assert await r.connection.run_sync(compare) == []
    await store.close()
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.connect() as connection, closing(sqlite3.connect(file)) as migrated:
        wanted = {row[0]: row[1] for row in connection.execute(text("SELECT name, sql FROM sqlite_master"))}
        made = dict(migrated.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%alembic%'").fetchall())
    engine.dispose()
    assert {name: normal(sql) for name, sql in made.items()} == {name: normal(sql) for name, sql in wanted.items()}


def normal(sql: str | None) -> list[str]:
    """The parts of a definition whatever their order: constraints may stand before or after columns."""
    return sorted(" ".join(part.split()).strip(" ()") for part in (sql or "").split(","))


def database_of_the_first_version(file: Path) -> None:
    """Its tables, with a game whose state does not say who must act."""
    file.parent.mkdir()
    engine = create_engine(url_of(file))
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(ROOT / "store" / "migrations"))
        command.upgrade(config, "0001")
        connection.exec_driver_sql(
            "INSERT INTO games (guild_id, channel_id, name, setup, options, status, organiser_id, version, seq, seed,"
            " commitment, next_roll, engine_version, event_format, imported, created_at, started_at)"
            " VALUES (7, 8, 'Old', 'aa1941', '{}', 'running', 5, 1, 0, x'00', 'ab', 1, '0.1.0', 1, 0, 1, 1)"
        )
        body = zlib.compress(b'{"at":0}')
        connection.exec_driver_sql("INSERT INTO states VALUES (1, 0, 'start.1.germany.purchase', 1, ?)", (body,))
        connection.exec_driver_sql("INSERT INTO seats VALUES (1, 'germany', 5)")
    engine.dispose()


async def test_a_database_of_the_first_version_is_brought_up_to_this_one(file: Path) -> None:
    database_of_the_first_version(file)
    store = await Store.open(url_of(file))
    async with store.read() as r:
        own = (await r.games_of_user(5))[0]
        assert (own.game.name, own.powers, own.phase_key, own.acting) == (
            "Old",
            ("germany",),
            "start.1.germany.purchase",
            None,
        )
        assert (await r.latest_state(1)).body == '{"at":0}'
        assert await r.registered_commands(1) is None
    await play(store, 1, "1.germany.combat_move")
    await store.close()


KILLED = """
import asyncio, os, sys
from store import Store
from tests.store.examples import entry, post, running_game, state

async def main() -> None:
    store = await Store.open(sys.argv[1])
    game = await running_game(store)
    async with store.write() as w:
        await w.commit_turn(game.id, game.version, [entry("press")], state("p"), [post("Never said.")])
        await w.set_seat(game.id, "germany", 5)
        sys.stdout.write(f"{game.id} {game.version}")
        sys.stdout.flush()
        os._exit(9)

asyncio.run(main())
"""


async def test_a_process_killed_before_the_commit_has_changed_nothing(file: Path) -> None:
    file.parent.mkdir()
    child = [sys.executable, "-c", KILLED, url_of(file)]
    killed = subprocess.run(child, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert killed.returncode == 9, killed.stderr
    game_id, version = (int(word) for word in killed.stdout.split())
    store = await Store.open(url_of(file))
    async with store.read() as r:
        game = await r.game(game_id)
        assert (game.version, game.seq, game.next_roll) == (version, 0, 1)
        assert await r.entries_since(game_id, 0) == ()
        assert await r.unsent_messages(game_id) == ()
        assert await r.seats(game_id) == ()
        assert (await r.latest_state(game_id)).phase_key == "start"
    async with store.write() as w:
        await w.commit_turn(game_id, version, [entry("press")], state("p"))
    await store.close()


async def test_a_database_of_a_newer_version_is_refused(file: Path) -> None:
    await database_with_a_game(file)
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE alembic_version SET version_num = '0999'")
        database.commit()
    sentence = await opening_fails(file, DatabaseTooNew)
    assert "newer version of Communiqué (its tables are version 0999)" in sentence
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT count(*) FROM log").fetchone() == (1,)


async def test_what_migrates_is_loaded_only_where_tables_are_of_an_earlier_version(file: Path) -> None:
    await database_with_a_game(file)
    look = (
        "import asyncio, sys; from store import Store\n"
        f"asyncio.run(Store.open({url_of(file)!r}))\n"
        "sys.exit('alembic' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", look], cwd=ROOT, check=True, timeout=60)  # noqa: S603  # our own program
    scripts = ScriptDirectory(str(versions.MIGRATIONS))
    assert scripts.get_current_head() == versions.newest()


async def test_a_locked_database_is_refused_and_opens_when_it_is_free(file: Path) -> None:
    await database_with_a_game(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        sentence = await opening_fails(file, DatabaseLocked)
        other.execute("ROLLBACK")
    assert "is locked by another process" in sentence
    store = await Store.open(url_of(file))
    await store.close()


async def test_a_lock_while_running_is_told_and_harms_nothing(file: Path) -> None:
    store = await Store.open(url_of(file), busy_timeout=0.05)
    game = await running_game(store)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseLocked):
            await play(store, game.id, "p")
        other.execute("ROLLBACK")
    assert await play(store, game.id, "p") == 1
    await store.close()


async def test_a_file_that_is_no_database_is_refused(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("This is a shopping list, not a database. " * 100, encoding="utf-8")
    assert "is damaged or is not a database" in await opening_fails(file, DatabaseDamaged)
    assert file.read_text(encoding="utf-8").startswith("This is a shopping list")


async def test_a_damaged_database_is_refused(file: Path) -> None:
    await database_with_a_game(file)
    content = bytearray(file.read_bytes())
    content[100:4096] = b"\xff" * 3996
    file.write_bytes(content)
    assert "Put a backup in its place" in await opening_fails(file, DatabaseDamaged)


async def test_a_full_database_says_so_and_keeps_what_it_has(file: Path) -> None:
    store = await Store.open(url_of(file))
    game = await running_game(store)
    async with store.write() as w:
        pages = (await w.connection.execute(text("PRAGMA page_count"))).scalar_one()
        await w.connection.execute(text(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(DatabaseFull, match="cannot grow because the disk is full"):
        async with store.write() as w:
            await w.commit_turn(game.id, game.version, [entry("press")], state("p"), [post("x" * 200_000)])
    async with store.read() as r:
        assert await r.game(game.id) == game
    await store.close()


async def test_a_place_that_cannot_hold_a_database_is_refused(file: Path) -> None:
    file.mkdir(parents=True)
    assert "cannot be opened" in await opening_fails(file, DatabaseUnavailable)
    file.parent.joinpath("plain").write_text("", encoding="utf-8")
    assert "There is no folder" in await opening_fails(file.parent / "plain" / "x.db", DatabaseNotSetUp)


async def test_a_file_that_may_not_be_written_is_refused_at_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await database_with_a_game(file)
    monkeypatch.setattr(os, "access", lambda *_: False)  # as for another user: root may write anything
    assert "cannot be written" in await opening_fails(file, DatabaseUnavailable)


@pytest.mark.parametrize("tables", ["CREATE TABLE photos (id)", "CREATE TABLE games (id)"])
async def test_the_database_of_another_program_is_left_alone(file: Path, tables: str) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as database:
        database.execute(tables)
        before = database.execute("SELECT sql FROM sqlite_master").fetchall()
    assert "holds another program's tables" in await opening_fails(file, DatabaseUnavailable)
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT sql FROM sqlite_master").fetchall() == before


async def test_looking_through_the_file_holds_up_no_order(file: Path) -> None:
    game_id = await database_with_a_game(file)
    store = await Store.open(url_of(file), busy_timeout=0.05)
    other = await Store.open(url_of(file))
    async for damage in damages(other):
        assert damage is None
        await play(store, game_id, "p")
    await other.close()
    await store.close()


async def test_a_backup_of_a_running_database_opens_with_all_that_was_saved(file: Path, tmp_path: Path) -> None:
    store = await Store.open(url_of(file))
    game = await running_game(store)
    await play(store, game.id, "p")
    backup(url_of(file), tmp_path / "copy.db")
    await play(store, game.id, "p")
    await store.close()
    copy = await Store.open(url_of(tmp_path / "copy.db"))
    async with copy.read() as r:
        assert (await r.latest_state(game.id)).body == '{"at":1}'
        assert [each.cause for each in await r.entries_since(game.id, 0)] == ["press 1"]
    await copy.close()


async def test_the_backup_command_writes_a_file_and_never_over_another(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await database_with_a_game(file)
    target = tmp_path / "copy.db"

    words = ["backup", str(target), "--database", url_of(file)]
    assert await asyncio.to_thread(main, words) == 0
    assert capsys.readouterr() == (f"Wrote {target}.\n", "")
    copied, program = target.read_bytes(), [sys.executable, "-m", "store", *words]
    second = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == f"{target} already exists. Choose another name, so that no backup is lost.\n"
    assert target.read_bytes() == copied


async def test_a_backup_that_makes_no_sense_is_refused(file: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="There is no database"):
        backup(url_of(file), tmp_path / "copy.db")
    with pytest.raises(BackupRefused, match="pg_dump"):
        backup("postgresql://localhost/communique", tmp_path / "copy.db")
    await database_with_a_game(file)
    with pytest.raises(DatabaseUnavailable, match=r"cannot be opened"):
        backup(url_of(file), tmp_path / "missing" / "copy.db")
    file.write_text("no database at all, but long enough to be taken for one" * 100, encoding="utf-8")
    with pytest.raises(DatabaseDamaged):
        backup(url_of(file), tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
