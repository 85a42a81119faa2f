"""What keeps the bot from starting is said in one sentence that names the remedy, without a traceback."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import discord
import pytest
from pydantic import SecretStr

from bot import warn_of_settings
from cogs.service.failures import explained
from local import LocalTable
from settings import Settings
from store.place import OTHER_SETTINGS
from tests.e2e.processes import CONNECTED, SKETCHING_BOT, for_table, refused, running
from tests.e2e.starts import started, table_beside
from tests.patience import PATIENCE_SECONDS
from tests.tables import with_tables

Start = Callable[..., tuple[int, str]]
MEND, TRY_AGAIN = 78, 1
"""Exit codes: nothing but its host mends it (EX_CONFIG), so a service stays down; or it may be well a moment later."""


@pytest.fixture
def start(capsys: pytest.CaptureFixture[str]) -> Start:
    """A start in this process, which comes to its end: exit code and all that was written to stderr."""
    return lambda folder, **settings: started(folder, capsys, **settings)


def check(code: int, said: str, *parts: str, expected: int = MEND) -> None:
    """One sentence on stderr, with these parts, and the exit code by which a service starts anew or does not."""
    assert code == expected
    assert said.count("\n") == 1, said
    for part in parts:
        assert part in said


def test_a_wrong_token(start: Start, tmp_path: Path) -> None:
    with table_beside() as table:
        code, said = start(tmp_path, **{**for_table(table, tmp_path), "DISCORD_TOKEN": "wrong"})
    check(code, said, "doesn't know this token", "https://discord.com/developers", "DISCORD_TOKEN")


def test_what_stops_the_start_is_a_line_for_tools_where_the_log_is_for_them(start: Start, tmp_path: Path) -> None:
    code, said = start(tmp_path, DISCORD_API_URL="http://127.0.0.1:9", LOG_FORMAT="json")
    assert code == MEND
    assert json.loads(said)["message"].startswith("DISCORD_API_URL is set but DISCORD_TOKEN is not")


def test_a_missing_token_for_another_server(start: Start, tmp_path: Path) -> None:
    code, said = start(tmp_path, DISCORD_API_URL="http://127.0.0.1:9")
    check(code, said, "DISCORD_TOKEN is not", "Get a token at https://discord.com/developers")


async def test_a_second_bot_with_the_same_file(tmp_path: Path) -> None:
    async with LocalTable() as table:
        settings = for_table(table, tmp_path)
        async with running(tmp_path, SKETCHING_BOT, **settings):
            code, said = await refused(tmp_path, **settings)
            check(code, said, "A bot already uses the database", "games.db", "Stop it first", expected=TRY_AGAIN)
        async with running(tmp_path, SKETCHING_BOT, **settings):  # The first was killed, and its lock with it.
            assert table.gateway.is_heard("INTERACTION_CREATE", {"guild_id": table.world.guild["id"]})


def test_shards_of_other_processes_with_a_file(start: Start, tmp_path: Path) -> None:
    with table_beside() as table:
        shards = {"SHARD_COUNT": "2", "SHARD_IDS": "0"}
        code, said = start(tmp_path, **for_table(table, tmp_path), **shards)
    check(code, said, "1 of 2 shards", "PostgreSQL", "DATABASE_URL", "SHARD_IDS")


@pytest.mark.parametrize(
    ("count", "ids", "shards"), [("", "", ()), ("3", "", (0, 1, 2)), ("8", "1, 4-6", (1, 4, 5, 6)), ("1", "0", (0,))]
)
def test_shards_are_named_by_their_numbers(count: str, ids: str, shards: tuple[int, ...]) -> None:
    settings = Settings.model_validate({"shard_count": count, "shard_ids": ids})
    assert settings.shards == shards
    assert settings.is_one_of_many == (bool(shards) and len(shards) < int(count))


@pytest.mark.parametrize(
    ("count", "ids", "words"),
    [
        ("", "0", "set SHARD_COUNT to the number"),
        ("2", "2", "the first is 0 and the last is 1"),
        ("2", "first", "such as 0,1 or 0-3"),
        ("2", "1-0", "the first is 0"),
    ],
)
def test_shards_that_cannot_be(start: Start, tmp_path: Path, count: str, ids: str, words: str) -> None:
    code, said = start(tmp_path, SHARD_COUNT=count, SHARD_IDS=ids)
    check(code, said, "SHARD_IDS is wrong", words)


def test_no_network(start: Start, tmp_path: Path, unused_tcp_port: int) -> None:
    address = f"http://127.0.0.1:{unused_tcp_port}"
    code, said = start(tmp_path, DISCORD_TOKEN="any", DISCORD_API_URL=address)
    check(code, said, f"No Discord-compatible server answers at {address}", "DISCORD_API_URL", expected=TRY_AGAIN)


@pytest.mark.parametrize(
    ("status", "words", "expected"),
    [(403, "lacks a permission", MEND), (503, "Start again in a few minutes", TRY_AGAIN)],
)
def test_what_discord_refuses_at_the_start(
    start: Start, tmp_path: Path, status: int, words: str, expected: int
) -> None:
    with table_beside() as table:
        table.faults.fail("GET /users/@me", status, times=100)
        code, said = start(tmp_path, **for_table(table, tmp_path))
    check(code, said, words, expected=expected)


@pytest.mark.parametrize(("close_code", "words"), [(4004, "doesn't know this token"), (4011, "SHARD_COUNT")])
def test_what_discord_ends_for_good_while_the_bot_runs(
    start: Start, tmp_path: Path, close_code: int, words: str
) -> None:
    """As where the token is reset, or the servers have become too many for one shard."""

    async def end_it(table: LocalTable) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not table.gateway.is_heard(  # noqa: ASYNC110
                "INTERACTION_CREATE", {"guild_id": table.world.guild["id"]}
            ):
                await asyncio.sleep(0.01)
        table.gateway.end_all(close_code)

    with table_beside(end_it) as table:
        code, said = start(tmp_path, **{"LOG_LEVEL": "INFO", **for_table(table, tmp_path)})
    assert code == MEND
    assert CONNECTED in said
    assert words in said.splitlines()[-1]


@pytest.mark.parametrize(("mode", "warnings"), [(0o644, 1), (0o640, 1), (0o600, 0)])
def test_settings_that_others_can_read(
    tmp_path: Path, mode: int, warnings: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(OTHER_SETTINGS, str(tmp_path / ".env"))
    (tmp_path / ".env").write_text("DISCORD_TOKEN=")
    (tmp_path / ".env").chmod(mode)
    warn_of_settings()
    assert ["chmod 600" in record.message for record in caplog.records] == [True] * warnings


def test_an_intent_refused() -> None:
    sentence = explained(discord.PrivilegedIntentsRequired(None))
    assert sentence is not None
    assert sentence.startswith("Discord refuses an intent")
    assert "https://discord.com/developers" in sentence


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("LOCAL_PORT", "soon", "valid integer"),
        ("LOCAL_PORT", "99999", "less than or equal to 65535"),
        ("EDIT_PAUSE", "-1", "greater than or equal to 0"),
        ("LOG_LEVEL", "loud", "'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("DISCORD_TOKEN", "MTIzNDU2\nNzg5.abc", "no spaces, line breaks or accents"),
        ("DISCORD_TOKEN", "MTIzNDU2 Nzg5.abc", "copy it again"),
    ],
)
def test_a_setting_that_cannot_be(start: Start, tmp_path: Path, setting: str, value: str, words: str) -> None:
    code, said = start(tmp_path, **{setting: value})
    check(code, said, f"The setting {setting} is wrong", words)
    assert "Nzg5" not in said


@pytest.mark.parametrize("written", ["abc.def\n", '"abc.def"'])
def test_levels_are_taken_in_small_letters_and_a_token_as_it_was_pasted(written: str) -> None:
    settings = Settings(_env_file=None, log_level="debug", discord_token=SecretStr(written))
    assert settings.log_level == "DEBUG"
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "abc.def"


def test_settings_in_another_code_are_a_sentence(start: Start, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("DISCORD_TOKEN=x\n".encode("utf-16"))
    code, said = start(tmp_path)
    check(code, said, f"{tmp_path / '.env'} cannot be read", "UTF-8")


def test_a_port_that_is_taken(start: Start, tmp_path: Path) -> None:
    with table_beside() as table:
        port = table.base_url.rpartition(":")[2]
        code, said = start(tmp_path, LOCAL_PORT=port, LOCAL_STATE=str(tmp_path / "table"))
    check(code, said, f"Port {port} is taken", "LOCAL_PORT", expected=TRY_AGAIN)


def test_a_port_for_figures_that_is_taken(start: Start, tmp_path: Path) -> None:
    with table_beside() as table, table_beside() as other:
        port = other.base_url.rpartition(":")[2]
        reached = {"DISCORD_API_URL": table.api_url, "DISCORD_TOKEN": table.bot_token}
        code, said = start(tmp_path, WATCH_PORT=port, **reached)
    check(code, said, f"Port {port} is taken", "WATCH_PORT", expected=TRY_AGAIN)


def test_a_state_file_that_is_none(start: Start, tmp_path: Path) -> None:
    state = tmp_path / "table"
    state.write_bytes(b"no database" * 1000)
    code, said = start(tmp_path, LOCAL_STATE=str(state), LOCAL_PORT="0")
    check(code, said, f"{state} is not a file of the local table", "LOCAL_STATE")


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Another process holds the database."""
    connection = sqlite3.connect(database)
    connection.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        connection.close()


def test_a_locked_database(start: Start, tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with_tables(database)
    with table_beside() as table, locked(database):
        code, said = start(tmp_path, **for_table(table, tmp_path))
    check(code, said, "locked", expected=TRY_AGAIN)


def test_a_newer_database(start: Start, tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with_tables(database)
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with table_beside() as table:
        code, said = start(tmp_path, **for_table(table, tmp_path))
    check(code, said, "newer")


def test_a_damaged_database(start: Start, tmp_path: Path) -> None:
    (tmp_path / "games.db").write_bytes(b"no database" * 1000)
    with table_beside() as table:
        code, said = start(tmp_path, **for_table(table, tmp_path))
    check(code, said, str(tmp_path / "games.db"))


def test_a_folder_that_may_not_be_entered_is_not_taken_for_the_network() -> None:
    sentence = explained(PermissionError(13, "Permission denied", "/srv/games.db"))
    assert sentence == "/srv/games.db cannot be read or written by this user (Permission denied)."
    assert "Discord cannot be reached" in str(explained(ConnectionRefusedError(111, "Connection refused")))


def test_a_state_file_that_cannot_be_written(start: Start, tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    code, said = start(tmp_path, LOCAL_STATE=str(tmp_path / "table"), LOCAL_PORT="0")
    check(code, said, f"{tmp_path / 'table'} cannot be written", "LOCAL_STATE")


@pytest.mark.parametrize("url", ["sqlite:///{}", "sqlite+aiosqlite:///{}"])
def test_a_folder_that_is_not_there_is_not_begun_anew(start: Start, tmp_path: Path, url: str) -> None:
    """As it is mistyped, or its disk is not mounted: the games are elsewhere."""
    file = tmp_path / "vra" / "deep" / "games.db"
    with table_beside() as table:
        settings = {**for_table(table, tmp_path), "DATABASE_URL": url.format(file)}
        code, said = start(tmp_path, **settings)
    check(code, said, f"There is no folder {file.parent}", "DATABASE_URL", "make the folder")
    assert not (tmp_path / "vra").exists()


def test_a_folder_of_the_local_table_that_is_not_there(start: Start, tmp_path: Path) -> None:
    state = tmp_path / "vra" / "table.sqlite3"
    code, said = start(tmp_path, LOCAL_STATE=str(state), LOCAL_PORT="0")
    check(code, said, f"There is no folder {state.parent}", "LOCAL_STATE", "make the folder")
    assert not state.parent.exists()
