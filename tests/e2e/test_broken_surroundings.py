"""The disk is full or read-only, the database locked, cut or damaged: players hear so calmly, and nothing is lost."""

from __future__ import annotations

import asyncio
import logging
import random
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from cogs.service.client import TableBot
from local import LocalTable, Player
from store import DatabaseDamaged, DatabaseFull, Store, StoreError
from store.maintenance.checking import Counted, faults
from store.sqlite.connection import SqliteConnection
from tests.e2e.house import bot_at_work
from tests.e2e.playing import CHANNEL, begin, found, game, has_button, settled
from tests.tables import with_tables

SMALL = ("-t", "tmpfs", "-o", "size=4m", "tmpfs")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own with 4 MB; without the right to mount one there is no such test."""
    place = tmp_path / "disk"
    place.mkdir()
    mount, umount = shutil.which("mount"), shutil.which("umount")
    if not mount or not umount or subprocess.run([mount, *SMALL, place], check=False).returncode:  # noqa: S603
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run([umount, "--lazy", place], check=True)  # noqa: S603


def fill(disk: Path) -> Path:
    """Leave no room on a disk; gives the file that takes it."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    return ballast


def lines_for_the_host(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the host reads that is no mere information, without tracebacks."""
    warnings = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record for record in warnings if record.exc_info] == []
    return [record.getMessage() for record in warnings]


async def begun(table: LocalTable, bot: TableBot) -> Player:
    """Anna plays the Allies; the Soviet Union purchases."""
    anna = table.user("Anna")
    await begin(table.user("Ben"), anna)
    await found(anna, lambda message: has_button(message, ":buy"))
    await settled(bot)
    return anna


async def check_sound(database: Path) -> None:
    """The file is whole, and of every game log, dice and positions fit together."""
    store = await Store.open(f"sqlite:///{database}")
    assert [fault async for fault in faults(store, Counted())] == []
    await store.close()


async def goes_on(anna: Player, bot: TableBot) -> None:
    """An order counts, is posted, and can be read again."""
    assert "Ordered: 2 infantry" in (await anna.command(CHANNEL, "buy", units="2 infantry")).content
    assert "combat move" in (await anna.command(CHANNEL, "end-phase")).content
    await found(anna, lambda message: has_button(message, "combat_move:end") and not message.ephemeral)
    await settled(bot)


async def test_a_disk_that_is_full(small_disk: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with LocalTable(new_messages=1000) as table, bot_at_work(table, small_disk / "games.db") as bot:
        anna = await begun(table, bot)
        ballast = fill(small_disk)
        caplog.clear()
        refused = ""
        for number in range(100):
            before = await game(bot, table.world.channel_named(CHANNEL)["id"])
            reply = await anna.command(CHANNEL, "buy", units=f"{number % 2 + 1} infantry")
            if reply.content.startswith("I couldn't save"):
                refused = reply.content
                break
        assert refused.startswith(
            "I couldn't save or read the game because the disk of the bot's host is full. Nothing"
        )
        assert (await game(bot, table.world.channel_named(CHANNEL)["id"])).running == before.running
        assert "Soviet Union" in (await anna.command(CHANNEL, "game status")).content
        failure = f"Failure {refused.rpartition(': ')[2]}"[:-1]
        (line,) = [line for line in lines_for_the_host(caplog) if line.startswith(failure)]
        assert "cannot grow because the disk is full. Make room; a running bot then goes on by itself." in line
        ballast.unlink()
        await goes_on(anna, bot)
    await check_sound(small_disk / "games.db")


async def test_a_disk_that_is_full_at_the_start(small_disk: Path) -> None:
    database = with_tables(small_disk / "games.db")
    ballast = fill(small_disk)
    with pytest.raises(DatabaseFull, match=r"cannot grow because the disk is full\. Make room"):
        await Store.open(f"sqlite:///{database}")
    ballast.unlink()
    await check_sound(database)


async def test_a_disk_that_becomes_read_only(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with LocalTable(new_messages=1000) as table, bot_at_work(table, tmp_path / "games.db") as bot:
        anna = await begun(table, bot)
        caplog.clear()
        connection = await connection_that_writes(bot)
        connection.execute("PRAGMA query_only = ON")  # as where a disk is mounted anew under a bot that runs
        reply = await anna.command(CHANNEL, "buy", units="2 infantry")
        assert "because its database can't be reached or written to. Nothing changed" in reply.content
        assert "Soviet Union" in (await anna.command(CHANNEL, "game status")).content
        assert sum(line.startswith("Failure ") for line in lines_for_the_host(caplog)) == 1
        connection.execute("PRAGMA query_only = OFF")
        await goes_on(anna, bot)
    await check_sound(tmp_path / "games.db")


async def connection_that_writes(bot: TableBot) -> sqlite3.Connection:
    async with bot.master.store.write() as write:
        driver = (await write.connection.get_raw_connection()).driver_connection
    assert isinstance(driver, SqliteConnection)
    return driver.opened


@pytest.mark.long
async def test_a_database_that_another_program_holds_for_eleven_seconds(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "games.db"
    async with LocalTable(new_messages=1000) as table, bot_at_work(table, database) as bot:
        anna = await begun(table, bot)
        caplog.clear()
        with closing(sqlite3.connect(database, 20, isolation_level=None, check_same_thread=False)) as other:
            await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
            for _ in range(2):  # each waits for five seconds, so that it is held for more than ten
                reply = await anna.command(CHANNEL, "buy", units="2 infantry")
                assert "because its database is busy. Nothing changed. Try again" in reply.content
                assert "Soviet Union" in (await anna.command(CHANNEL, "game status")).content
            other.execute("ROLLBACK")
        lines_for_the_host(caplog)
        await goes_on(anna, bot)
    await check_sound(database)


async def test_a_file_that_was_cut_stops_the_start(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            await begun(table, bot)
        for part in (2, 4, 10):
            shortened(tmp_path / "games.db", part)
            with pytest.raises(DatabaseDamaged, match="Put a backup in its place"):
                await (await Store.open(f"sqlite:///{tmp_path / 'games.db'}")).close()


def shortened(file: Path, part: int) -> None:
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size // part)


@pytest.mark.parametrize("seed", [0, 6, 25])
async def test_64_flipped_bytes_stop_the_start_or_are_told_calmly(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Seed 6 spoils the position of the game, 25 only what is free, the others what the start cannot do without."""
    database = tmp_path / "games.db"
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, database) as bot:
            await begun(table, bot)
        content = bytearray(database.read_bytes())
        for place in random.Random(seed).sample(range(100, len(content)), 64):
            content[place] ^= 0xFF
        database.write_bytes(content)
        caplog.clear()
        with suppress(StoreError):
            async with bot_at_work(table, database) as bot:
                anna = table.user("Anna")
                for reply in (
                    await anna.command(CHANNEL, "buy", units="1 infantry"),
                    await anna.command(CHANNEL, "game status"),
                    await anna.command(CHANNEL, "map"),
                ):
                    assert "Something went wrong" not in reply.content
        lines_for_the_host(caplog)
