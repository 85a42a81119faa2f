"""What the bot tells its host: at the start, when something fails, and never anything secret."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

import bot as entry
from cogs.service.failures import CannotStart
from cogs.service.reporting import invitation
from engine import setup_faults, setup_names
from engine.facts import data_files, edition
from gamemaster.lobby.demos import demos
from gamemaster.version import ENGINE_VERSION
from local import Choice, LocalTable, Player
from settings import Settings, doubts
from store import REPOSITORY, Store
from store.place import OTHER_SETTINGS
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, begin, found, has_button, settled
from tests.e2e.processes import SKETCHING_BOT, for_table, launch
from tests.patience import PATIENCE_SECONDS
from tests.published import SETUPS

README = (REPOSITORY / "README.md").read_text()


async def said_until(process: object, words: str) -> str:
    """The log of a bot up to a line with these words."""
    stream = process.stderr  # type: ignore[attr-defined]
    said = ""
    while words not in said:
        line = (await stream.readline()).decode()
        assert line, said
        said += line
    return said


async def test_the_start_says_all_that_a_host_asks_for(tmp_path: Path) -> None:
    async with LocalTable() as table:
        process = await launch(tmp_path, LOG_LEVEL="DEBUG", **for_table(table, tmp_path))
        try:
            said = await said_until(process, "under way")
        finally:
            process.kill()
            await process.wait()
        for words in (
            f"Communiqué {ENGINE_VERSION} on Python 3",
            f"Settings are read from {tmp_path / '.env'}, which does not exist.",
            f"The tables of {tmp_path / 'games.db'} are now those of version ",
            f"Games are kept in {tmp_path / 'games.db'}, which is new and empty.",
            f"Ready as game master in 1 server: The Map Room ({table.world.guild['id']}).",
            f"To invite it: {invitation(int(table.world.application_id))}",
            "0 games under way, none not begun.",
        ):
            assert words in said, said
        assert table.bot_token not in said
        assert "alembic" not in said


def test_the_link_in_the_readme_is_the_one_in_the_log() -> None:
    link = invitation(1).replace("client_id=1", "client_id=YOUR_APPLICATION_ID")
    assert link in README


async def test_without_a_token_the_games_of_the_server_are_not_touched(tmp_path: Path, unused_tcp_port: int) -> None:
    games = tmp_path / "games.db"
    (tmp_path / ".env").write_text(
        f"DISCORD_TOKEN=\nDISCORD_TOKE=secret.secret.secret\nDATABASE_URL=sqlite:///{games}\nsecret.token\n"
    )
    settings = {"LOCAL_PORT": str(unused_tcp_port), "LOCAL_STATE": str(tmp_path / "table.sqlite3")}
    process = await launch(tmp_path, SKETCHING_BOT, **settings)
    try:
        said = await said_until(process, "under way")
    finally:
        process.kill()
        await process.wait()
    assert not games.exists()
    assert (tmp_path / "table-games.db").is_file()
    assert "sets DISCORD_TOKE, which the bot doesn't know; did you mean DISCORD_TOKEN?" in said
    assert f"Line 4 of {tmp_path / '.env'} is not a setting" in said
    assert "There is no DISCORD_TOKEN, so the local table opens" in said
    assert "secret" not in said


def test_files_are_found_from_the_program_wherever_it_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(OTHER_SETTINGS, raising=False)
    (tmp_path / ".env").write_text("DISCORD_TOKEN=abc\n")
    caplog.set_level(logging.INFO)
    entry.warn_of_settings()
    assert f"Settings are read from {REPOSITORY / '.env'}" in caplog.text
    assert f"{tmp_path / '.env'} is not read. Move it to {REPOSITORY / '.env'}." in caplog.text
    settings = Settings(_env_file=None)
    assert Store(settings.database_url, clock=lambda: 0, busy_timeout=1).place == str(REPOSITORY / "var/communique.db")
    assert settings.local_state_file == REPOSITORY / "var/local-table.sqlite3"
    assert settings.local_database_url.endswith(f"///{REPOSITORY / 'var/local-table-games.db'}")


def test_every_setting_of_the_example_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = (REPOSITORY / ".env.example").read_text().replace("\n#", "\n")
    lines = [line for line in example.splitlines() if line[:1].isupper() and "=" in line.split(" ")[0]]
    assert {line.split("=")[0] for line in lines} == {name.upper() for name in Settings.model_fields}
    monkeypatch.setenv(OTHER_SETTINGS, str(tmp_path / ".env"))
    (tmp_path / ".env").write_text("\n".join([*lines, "#", "FOO=1", "NEW"]))
    assert [doubt.partition(" Write ")[0] for doubt in doubts()] == [
        f"{tmp_path / '.env'} sets FOO, which the bot doesn't know, so it does nothing.",
        f"Line {len(lines) + 3} of {tmp_path / '.env'} is not a setting.",
    ]


async def test_a_closed_channel_is_in_the_log_when_it_happens_and_at_every_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            anna = await started(table)
            await settled(bot)
            panel = (await anna.messages(CHANNEL))[-1]
            await bot.http.delete_message(int(panel.channel_id), int(panel.id))
            table.faults.fail("POST /channels/*/messages", 403, code=50013)
            await anna.command(CHANNEL, "panel")
            channel_id = table.world.channel_named(CHANNEL)["id"]
            assert f"Nothing can be posted in channel {channel_id}" in caplog.text
        caplog.clear()
        async with bot_at_work(table, tmp_path / "games.db"):
            await until_reported(caplog)
            assert f"Nothing can be posted in channel {channel_id}: the bot may not write there" in caplog.text
            assert "1 game under way" in caplog.text


async def until_reported(caplog: pytest.LogCaptureFixture) -> None:
    """Wait for the last line of the start."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            if "Nothing can be posted" in caplog.text:
                return
            await asyncio.sleep(0.01)


async def started(table: LocalTable) -> Player:
    anna = table.user("Anna")
    await begin(table.user("Ben"), anna)
    await found(anna, lambda message: has_button(message, ":buy"))
    return anna


def let_no_order_be_saved(file: Path) -> None:
    with closing(sqlite3.connect(file, timeout=PATIENCE_SECONDS)) as other:
        other.execute("CREATE TRIGGER full BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'no room'); END")
        other.commit()


async def test_a_failed_save_is_in_the_log_without_what_was_to_be_saved(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path) as (table, bot):
        anna = await started(table)
        await settled(bot)
        # Beside the event loop: the bot may be writing, and must be able to come to an end with it.
        await asyncio.to_thread(let_no_order_be_saved, tmp_path / "games.db")
        reply = await anna.command(CHANNEL, "buy", units="1 infantry")
        number = reply.content.rpartition(": ")[2].rstrip(".")
        assert f"Failure {number}" in caplog.text
        assert "no room" in caplog.text
        assert "infantry" not in caplog.text


async def test_what_was_to_be_written_never_stands_in_an_error(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")
    with pytest.raises(DBAPIError) as caught:
        async with store.write() as write:
            await write.connection.execute(text("INSERT INTO nowhere VALUES (:seed)"), {"seed": "very secret"})
    await store.close()
    assert "very secret" not in str(caught.value)


@pytest.mark.parametrize("damage", ["isn't a JSON", "[]", '{"title": "X"}', '{"extends": "nothing"}', "\udcff"])
def test_a_wrong_setup_takes_itself_out_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    with other_data(tmp_path, monkeypatch):
        (tmp_path / "setups" / "revised.json").write_text(damage, errors="surrogateescape")
        assert set(SETUPS) - set(setup_names()) == {"revised"}
        assert list(setup_faults()) == ["revised"]
        assert {demo.setup for demo in demos().values()} == set(setup_names())
        entry.check_setups()
        assert "The setup revised is left out" in caplog.text
        assert str(tmp_path) in caplog.text


def test_a_choice_that_makes_a_setup_wrong_is_found_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with other_data(tmp_path, monkeypatch):
        file = tmp_path / "setups" / "anniversary_1941.json"
        file.write_text(file.read_text().replace('"closed_straits"', '"closed_canals"'))
        entry.check_setups()
        assert set(SETUPS) - set(setup_names()) == {"anniversary_1941", "anniversary_1942"}
    assert (
        f"{file}: parameters.sea.closed_canals: Extra inputs are not permitted (option straits: closed)" in caplog.text
    )


@pytest.mark.parametrize("name", ["two words", "my-levies", "Levies", "1levy", "_levies", "l" * 33, "levies\n", ""])
def test_an_option_that_discord_could_not_name_takes_its_setup_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    with other_data(tmp_path, monkeypatch):
        file = tmp_path / "setups" / "revised.json"
        content = json.loads(file.read_text())
        content["options"][name] = {"asks": "Whether", "default": "no", "choices": {"no": "no levies"}}
        file.write_text(json.dumps(content))
        entry.check_setups()
        assert set(SETUPS) - set(setup_names()) == {"revised"}
    assert f"{file}: options.{name}: an option is named with small letters" in caplog.text


@pytest.mark.parametrize(
    ("names", "asks", "value", "fault"),
    [
        (["levies"], " ", "no", "options.levies.asks: String should match pattern"),
        (
            ["levies"],
            "Whether",
            "v" * 61,
            f"options.levies.choices.{'v' * 61}: String should have at most 60 characters",
        ),
        (
            [f"more_{number}" for number in range(15)],
            "Whether",
            "no",
            "options: Dictionary should have at most 20 items",
        ),
    ],
)
def test_options_that_discord_could_not_show_take_their_setup_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str], asks: str, value: str, fault: str
) -> None:
    with other_data(tmp_path, monkeypatch):
        file = tmp_path / "setups" / "revised.json"
        content = json.loads(file.read_text())
        content["options"] |= {name: {"asks": asks, "default": value, "choices": {value: "so"}} for name in names}
        file.write_text(json.dumps(content))
        assert fault in setup_faults()["revised"]


def test_a_bot_without_any_setup_does_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with other_data(tmp_path, monkeypatch):
        for path in (tmp_path / "setups").iterdir():
            path.write_text("{")
        with pytest.raises(CannotStart, match="No setup can be played"):
            entry.check_setups()


async def test_a_game_of_a_setup_that_became_wrong_waits_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            anna, ben = table.user("Anna"), table.user("Ben")
            await begin(ben, anna)
            await begin(ben, anna, "mess-hall", name="Second", edition="revised")
            await settled(bot)
        with other_data(tmp_path / "data", monkeypatch):
            (tmp_path / "data" / "setups" / "revised.json").write_text("{")
            async with bot_at_work(table, tmp_path / "games.db"):
                waits = await anna.command("mess-hall", "game status")
                assert waits.content.startswith("This edition's files are damaged here")
                assert "revised" not in [choice.value for choice in await editions_offered(anna)]
                assert "**Second**" in (await anna.command(CHANNEL, "game list")).content
                bought = await anna.command(CHANNEL, "buy", units="1 infantry")
                assert "Ordered: 1 infantry" in bought.content


async def editions_offered(player: Player) -> list[Choice]:
    return await player.autocomplete(CHANNEL, "game create", focused="edition", edition="")


class other_data:  # noqa: N801  # reads as a word
    """A copy of the data to be damaged, and nothing remembered of the real one, before and after."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for part in ("setups", "openings", "boards", "units"):
            shutil.copytree(data_files.DATA / part, folder / part)
        self._patch, self._folder = monkeypatch, folder

    def __enter__(self) -> None:
        self._patch.setattr(edition, "DATA", self._folder)
        self._forget()

    def __exit__(self, *_: object) -> None:
        self._patch.undo()
        self._forget()

    def _forget(self) -> None:
        for remembered in (edition.load_setup, setup_names, setup_faults, demos):
            remembered.cache_clear()
