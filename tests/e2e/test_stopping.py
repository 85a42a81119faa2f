"""The bot is stopped by a signal: nobody is left waiting, and what is under way comes to its end."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from cogs.interactions.arriving import CUT, STOPPING
from gamemaster.unanswered.outcomes import CutOff
from local import LocalTable, Player, Reply
from local.table.faults import Fault
from tests.e2e.house import bot_at_work
from tests.e2e.playing import CHANNEL, begin, found, has_button
from tests.e2e.processes import FORKED_BOT, SKETCHING_BOT, Running, for_table, launch, until_connected
from tests.patience import PATIENCE_SECONDS
from tests.tables import with_tables

ANSWERS = "POST /webhooks/*"
MOVE: dict[str, Any] = {"from": "russia", "units": "1 infantry", "to": "west russia"}


async def with_a_game(table: LocalTable, folder: Path, fork: str = SKETCHING_BOT) -> tuple[Running, Player, Player]:
    """The process of a bot, with a game that has begun; Anna is on turn."""
    with_tables(folder / "games.db")
    process = await launch(folder, fork, **for_table(table, folder))
    await until_connected(process)
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    await found(anna, lambda message: has_button(message, "purchase:end"))
    return process, anna, ben


async def end_purchase(anna: Player) -> None:
    """Buy something, which is told with a picture and a new panel."""
    await anna.command(CHANNEL, "buy", units="2 infantry")
    done = await anna.command(CHANNEL, "end-phase")
    assert done.content == "Done. Now: Soviet Union, combat move."


async def reached(fault: Fault) -> None:
    """Wait for all the requests that it holds."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while fault.times:
            fault.reached.clear()
            await fault.reached.wait()


async def stopped(process: Running) -> str:
    """The log of a bot that has come to its end."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        _, said = await process.communicate()
    assert process.returncode == 0
    assert b"Traceback" not in said, said.decode()
    return said.decode()


def moves(database: Path) -> list[Any]:
    """The moves that are on record."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT action FROM log WHERE action LIKE '%\"move\"%'").fetchall()


async def test_what_is_under_way_comes_to_its_end_and_nothing_new_begins(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        process, anna, _ = await with_a_game(table, tmp_path, FORKED_BOT)
        await end_purchase(anna)
        held = table.faults.hold("POST /interactions/*/callback")
        moving = asyncio.create_task(anna.command(CHANNEL, "move", **MOVE))
        await reached(held)
        process.terminate()
        late = await until_refused(anna)
        held.released.set()
        assert "1 infantry: Russia to West Russia" in (await moving).content
        await stopped(process)
        assert late.content == STOPPING
    assert len(moves(tmp_path / "games.db")) == 1


async def test_a_bot_that_stops_before_it_has_all_its_servers_hears_no_more_of_them(tmp_path: Path) -> None:
    """discord.py goes on waiting for them after the end, says that the bot is ready, and fails there."""
    async with LocalTable() as table:
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            assert bot.is_ready()
        bot.dispatch("ready")
        assert bot.is_closed()


async def until_refused(player: Player) -> Reply:
    """The answer to the first command after the signal has arrived."""
    while True:
        reply = await player.command(CHANNEL, "help")
        if "restarting" in reply.content:
            return reply


async def test_who_is_cut_off_is_told_whether_it_counted(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        process, anna, ben = await with_a_game(table, tmp_path)
        await end_purchase(anna)
        held = table.faults.hold(ANSWERS, times=3)
        commands: list[tuple[Player, str, dict[str, Any]]] = [
            (anna, "move", MOVE),
            (anna, "move", {**MOVE, "units": "100 tanks"}),
            (ben, "map", {}),
        ]
        cut = [asyncio.create_task(who.command(CHANNEL, what, **options)) for who, what, options in commands]
        await reached(held)
        process.terminate()
        replies = [reply.content for reply in await asyncio.gather(*cut)]
        await stopped(process)
    assert replies == [CUT[CutOff.COUNTED], CUT[CutOff.DID_NOT_COUNT], CUT[CutOff.ASKED_IN_VAIN]]


async def test_a_database_that_does_not_answer_holds_up_no_end(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        process, anna, _ = await with_a_game(table, tmp_path)
        await end_purchase(anna)
        with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            moving = asyncio.create_task(anna.command(CHANNEL, "move", **MOVE))
            await anna.command(CHANNEL, "game status")
            process.send_signal(signal.SIGINT)
            await stopped(process)
            assert "restarting" in (await moving).content
    assert moves(tmp_path / "games.db") == []
