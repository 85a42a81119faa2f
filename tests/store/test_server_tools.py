# Nothing else runs on the event loop here, so processes may block it.
# ruff: noqa: ASYNC221
"""PostgreSQL is copied by tools of its own: the host is given the whole command, and it does what it says."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from gamemaster.upkeep.backups import BackingUp
from store import Store
from store.__main__ import main
from store.database.dialect import database_url
from store.maintenance.administration import taken
from store.maintenance.backups import Backups
from store.postgresql.dumps import dump_command, restore_command
from tests.postgresql import VARIABLE
from tests.store.examples import running_game
from tests.tables import postgresql_with_tables

URL = "postgresql+asyncpg://anna:s%40cret@db.example:5433/games?sslmode=verify-full"
SOCKET = "postgresql://anna@/games?host=/var/run/postgresql"
ON_POSTGRESQL = pytest.mark.skipif(
    VARIABLE not in os.environ or not shutil.which("pg_dump"), reason="needs PostgreSQL: see tests.postgresql"
)


def test_a_backup_of_postgresql_names_the_whole_command_without_the_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["backup", "--database", URL, "/srv/my copies/games.dump"]) == 1
    said = capsys.readouterr().err
    assert (
        "pg_dump --format=custom --file='/srv/my copies/games.dump' "
        "--dbname='postgresql://anna@db.example:5433/games?sslmode=verify-full'"
    ) in said
    assert "~/.pgpass" in said
    assert "docs/hosting.md" in said
    assert "cret" not in said


def test_restoring_postgresql_names_the_whole_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["restore", "--database", SOCKET, str(tmp_path / "games.dump")]) == 1
    said = capsys.readouterr().err
    assert "pg_restore --clean --if-exists --no-owner --single-transaction" in said
    assert f"--dbname='postgresql://anna@/games?host=%2Fvar%2Frun%2Fpostgresql' {tmp_path}/games.dump" in said


@pytest.mark.parametrize(("url", "every", "lines"), [(SOCKET, 24, 1), (SOCKET, 0, 0), ("sqlite:///games.db", 24, 0)])
async def test_the_start_says_that_nobody_copies_a_database_on_postgresql(
    url: str, every: float, lines: int, caplog: pytest.LogCaptureFixture
) -> None:
    backing_up = BackingUp(Backups(url, every, keep=7))
    backing_up.start()
    await backing_up.stop()
    said = [record.message for record in caplog.records]
    assert len(said) == lines
    assert all("pg_dump" in line and "docs/hosting.md" in line and "BACKUP_EVERY=0" in line for line in said)


def test_a_password_in_a_command_line_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    main(["backup", "--database", URL, "games.dump"])
    assert "Other users of this machine can read a password" in capsys.readouterr().err
    main(["backup", "--database", SOCKET, "games.dump"])
    assert "Other users of this machine can read" not in capsys.readouterr().err


@ON_POSTGRESQL
async def test_whoever_moves_to_postgresql_is_told_that_copies_are_theirs_now(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")
    await running_game(store)
    said = await taken(store, await postgresql_with_tables())
    await store.close()
    assert "pg_dump" in said
    assert "docs/hosting.md" in said


@ON_POSTGRESQL
async def test_what_is_dumped_comes_back(tmp_path: Path) -> None:
    url = await postgresql_with_tables()
    dump = tmp_path / "games.dump"
    store = await Store.open(url)
    game = await running_game(store)
    subprocess.run(shlex.split(dump_command(database_url(url), dump)), check=True)  # noqa: S603
    async with store.write() as write:
        await write.commit_turn(game.id, game.version)
    await store.close()
    subprocess.run(shlex.split(restore_command(database_url(url), dump)), check=True)  # noqa: S603
    store = await Store.open(url)
    async with store.read() as read:
        assert [each.version for each in await read.all_games()] == [game.version]
    await store.close()
