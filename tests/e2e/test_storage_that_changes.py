"""The file is removed, replaced or changed under a running bot: it says so, and what the log tells the host brings
every order back that was acknowledged, or names it as lost.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shlex
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cogs.interactions.errors import STORAGE_CHANGED
from cogs.service.client import TableBot
from local import LocalTable, Player
from store import DatabaseNotAsLeft
from store.__main__ import main
from store.maintenance import rescuing
from store.maintenance.backups import Backups
from store.maintenance.starting import check_not_lost
from tests.e2e.house import bot_at_work
from tests.e2e.playing import CHANNEL, begin, found, has_button, settled
from tests.e2e.processes import SKETCHING_BOT, for_table, launch, refused, running, until_connected
from tests.patience import PATIENCE_SECONDS
from tests.tables import with_tables

COMMAND = re.compile(r"`(.+?)`")


def journal(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def remove(file: Path) -> None:
    file.unlink()


def move(file: Path) -> None:
    file.rename(file.with_name("elsewhere.db"))


def replace(file: Path) -> None:
    """By a database of another bot."""
    file.unlink()
    with_tables(file)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def delete_journal(file: Path) -> None:
    journal(file).unlink()


def copy_back(file: Path) -> None:
    """An older copy takes its name, as where somebody wants to go back to it and forgets to stop the bot."""
    file.unlink()
    shutil.copy(file.with_name("copy.db"), file)


def overwrite(file: Path) -> None:
    """The same, in place."""
    shutil.copy(file.with_name("copy.db"), file)


IN_MEMORY_STILL = {
    "was removed": remove,
    "was moved to": move,
    "was replaced": replace,
    "was replaced by another file": copy_back,
    "part of the database, was removed": delete_journal,
}
LOST = {"was emptied": empty, "was overwritten": overwrite}


async def begun(table: LocalTable, bot: TableBot) -> Player:
    anna = table.user("Anna")
    await begin(table.user("Ben"), anna)
    await found(anna, lambda message: has_button(message, ":buy"))
    await settled(bot)
    await bot.master.guarding.stop()  # so that nobody looks but the test
    return anna


async def buys(anna: Player, units: str) -> None:
    assert f"Ordered: {units}" in (await anna.command(CHANNEL, "buy", units=units)).content


def copied(file: Path) -> None:
    with closing(sqlite3.connect(file)) as present, closing(sqlite3.connect(file.with_name("copy.db"))) as copy:
        present.backup(copy)


def told(caplog: pytest.LogCaptureFixture) -> str:
    """The one line that the host reads."""
    (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    return line


async def followed(line: str) -> str:
    """Carry out the first command that a line names, as it stands; gives it."""
    given = COMMAND.findall(line)[0]
    _, module, store, *arguments = shlex.split(given)
    assert (module, store) == ("-m", "store")
    assert await asyncio.to_thread(main, arguments) == 0
    return str(given)


async def is_refused_calmly(anna: Player) -> None:
    for _ in range(2):
        reply = await anna.command(CHANNEL, "buy", units="1 infantry")
        assert reply.content == STORAGE_CHANGED


@pytest.mark.parametrize("happened", IN_MEMORY_STILL)
async def test_what_was_acknowledged_is_there_after_the_repair(
    happened: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "games.db"
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, file, is_guarded=True) as bot:
            anna = await begun(table, bot)
            copied(file)
            await buys(anna, "1 infantry")
            caplog.clear()
            IN_MEMORY_STILL[happened](file)
            await buys(anna, "2 infantry")  # before anybody has looked
            await bot.master.guarding.look()
            await bot.master.guarding.look()
            await is_refused_calmly(anna)
            await bot.master.settling.sweep()
            await bot.master.pruning.sweep()
            line = told(caplog)
        assert happened in line
        if "Stop the bot and start it again." not in line:
            await followed(line)
        async with bot_at_work(table, file, is_guarded=True) as bot:
            assert "2 infantry" in (await anna.command(CHANNEL, "my-orders")).content
            await buys(anna, "1 infantry")
            assert not [post for post in await anna.messages(CHANNEL) if "restored a copy" in post.content]


@pytest.mark.parametrize("happened", LOST)
async def test_what_a_repair_cannot_bring_back_is_named(
    happened: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.db"
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, file, is_guarded=True) as bot:
            anna = await begun(table, bot)
            await buys(anna, "1 infantry")
            Backups(f"sqlite:///{file}", 24, 7).make()
            copied(file)
            await buys(anna, "2 infantry")
            await buys(anna, "1 tank")
            await bot.master.store.empty_journal()
            await bot.master.store.with_open_file(lambda opened: opened.execute("PRAGMA shrink_memory"))
            caplog.clear()
            await bot.master.guarding.look()
            LOST[happened](file)
            await bot.master.guarding.look()
            await is_refused_calmly(anna)
            line = told(caplog)
        assert happened in line
        assert "Lost then: game 1 (First), steps 2 to 3." in line
        with pytest.raises(DatabaseNotAsLeft, match="Lost then: game 1"):
            async with bot_at_work(table, file, is_guarded=True):
                pass
        capsys.readouterr()
        await followed(line)
        assert "Lost: game 1 (First), steps 2 to 3." in capsys.readouterr().out
        async with bot_at_work(table, file, is_guarded=True) as bot:
            await settled(bot)
            assert "1 infantry" in (await anna.command(CHANNEL, "my-orders")).content
            assert [post for post in await anna.messages(CHANNEL) if "restored a copy" in post.content]


async def test_a_file_that_is_moved_back_goes_on_by_itself(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "games.db"
    caplog.set_level(logging.INFO)
    async with (
        LocalTable(new_messages=1000) as table,
        bot_at_work(table, file, is_guarded=True) as bot,
    ):
        anna = await begun(table, bot)
        move(file)
        await bot.master.guarding.look()
        await is_refused_calmly(anna)
        file.with_name("elsewhere.db").rename(file)
        await bot.master.guarding.look()
        await buys(anna, "1 infantry")
        assert "Games go on" in caplog.text


async def test_a_bot_that_was_killed_and_whose_journal_was_deleted(tmp_path: Path) -> None:
    """It came up without a game, and without a word."""
    file = tmp_path / "games.db"
    async with LocalTable(new_messages=1000) as table:
        settings = for_table(table, tmp_path)
        async with running(tmp_path, SKETCHING_BOT, **settings):
            anna = table.user("Anna")
            await begin(table.user("Ben"), anna)
            await found(anna, lambda message: has_button(message, ":buy"))
            await buys(anna, "2 infantry")
        delete_journal(file)
        code, said = await refused(tmp_path, **settings)
        assert code == 78
        assert said.count("\n") == 1
        assert "lacks what was saved: all of game 1 (First)" in said
        await followed(said)
        async with running(tmp_path, SKETCHING_BOT, **settings):
            await begin(table.user("Ben"), anna, name="Second")


def remove_all(file: Path) -> None:
    for each in file.parent.glob(f"{file.name}*"):
        each.unlink()


async def test_all_of_it_removed_is_not_begun_anew_while_the_rescued_copy_is_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The mark went with the file, and the next start came up without a game."""
    file = tmp_path / "games.db"
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, file, is_guarded=True) as bot:
            anna = await begun(table, bot)
            await buys(anna, "2 infantry")
            caplog.clear()
            remove_all(file)
            await bot.master.guarding.look()
            await is_refused_calmly(anna)
            line = told(caplog)
        with pytest.raises(DatabaseNotAsLeft, match=r"gone or empty, though there are copies of it.*\.rescued-"):
            check_not_lost(f"sqlite:///{file}")
        await followed(line)
        async with bot_at_work(table, file, is_guarded=True):
            assert "2 infantry" in (await anna.command(CHANNEL, "my-orders")).content


def point_elsewhere(link: Path) -> None:
    link.unlink()
    link.symlink_to(with_tables(link.with_name("other.db")))


def remove_journal_of_target(link: Path) -> None:
    journal(link.resolve()).unlink()


@pytest.mark.parametrize("happened", [remove, point_elsewhere, remove_journal_of_target])
async def test_a_file_behind_a_link_is_watched_too(
    happened: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Its journal is beside what the link leads to: it was looked for beside the link, and nothing was watched."""
    (tmp_path / "disk").mkdir()
    link = tmp_path / "games.db"
    link.symlink_to(with_tables(tmp_path / "disk" / "kept.db"))
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, link, is_guarded=True) as bot:
            anna = await begun(table, bot)
            caplog.clear()
            happened(link)
            await buys(anna, "2 infantry")  # before anybody has looked
            await bot.master.guarding.look()
            await is_refused_calmly(anna)
            line = told(caplog)
        if "Stop the bot and start it again." not in line:
            with pytest.raises(DatabaseNotAsLeft):
                async with bot_at_work(table, link, is_guarded=True):
                    pass
            is_link = link.is_symlink()
            await followed(line)
            assert link.is_symlink() == is_link
        async with bot_at_work(table, link, is_guarded=True):
            assert "2 infantry" in (await anna.command(CHANNEL, "my-orders")).content


def not_copied(*_: object) -> None:
    raise sqlite3.OperationalError("disk I/O error")


@pytest.mark.parametrize("is_remembered", [True, False])
async def test_a_journal_that_is_emptied_is_noticed_and_nothing_in_it_is_said_to_be_in_the_file(
    is_remembered: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an open connection remembers of it is copied; where it doesn't, the next start names what is lost."""
    file = tmp_path / "games.db"
    if not is_remembered:
        monkeypatch.setattr(rescuing, "_copied", not_copied)
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, file, is_guarded=True) as bot:
            anna = await begun(table, bot)
            await bot.master.store.empty_journal()
            await bot.master.guarding.look()
            await buys(anna, "2 infantry")
            await bot.master.guarding.look()
            caplog.clear()
            os.truncate(journal(file), 0)
            await bot.master.guarding.look()
            await is_refused_calmly(anna)
            line = told(caplog)
        assert f"The file {journal(file)}, which is part of the database, was emptied" in line
        if not is_remembered:
            assert "Stop the bot and start it again: it says what the file lacks and what to do." in line
            with pytest.raises(DatabaseNotAsLeft, match="lacks what was saved") as lacking:
                async with bot_at_work(table, file, is_guarded=True):
                    pass
            line = str(lacking.value)
        await followed(line)
        async with bot_at_work(table, file, is_guarded=True):
            assert ("2 infantry" in (await anna.command(CHANNEL, "my-orders")).content) == is_remembered


async def test_a_bot_that_runs_says_so_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    async with LocalTable(new_messages=1000) as table:
        process = await launch(tmp_path, SKETCHING_BOT, **for_table(table, tmp_path))
        try:
            await until_connected(process)
            anna = table.user("Anna")
            await begin(table.user("Ben"), anna)
            remove(file)
            assert process.stderr is not None
            async with asyncio.timeout(PATIENCE_SECONDS):
                while b"was removed. Players are told" not in (line := await process.stderr.readline()):
                    assert line
            await is_refused_calmly(anna)
        finally:
            process.kill()
            await process.communicate()
        code, said = await refused(tmp_path, **for_table(table, tmp_path))
        assert code == 78
        assert "is gone or empty, though 1 game was kept there" in said
        assert await followed(said) == COMMAND.findall(line.decode())[0]
        async with running(tmp_path, SKETCHING_BOT, **for_table(table, tmp_path)):
            await buys(anna, "2 infantry")
