"""What hard moments cost the players: an outage of Discord, a row that cannot be read, ten orders at once, a stop.

Table and players are in this process, the bot in another: `python -m tests.bench.hardships`.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from local import LocalTable, NoAnswerError, Player, Reply
from tests.bench.commands import begin_to_move
from tests.bench.measured import Measured
from tests.e2e.playing import begin, correct, found, has_button
from tests.e2e.processes import Running, for_table, launch, until_connected

OUTAGE_SECONDS = 60.0
PATIENCE_SECONDS = 90.0
WHOLE, SPOILED, CROWDED = "whole", "spoiled", "crowded"
AT_ONCE = 10
MOVE: dict[str, Any] = {"from": "russia", "units": "1 infantry", "to": "west russia"}
CROWD = {"spaces": {"russia": {"units": {"soviet_union": {"infantry": 2 * AT_ONCE}}}}}
CARRIED_OUT = "combat move**"
FIRST_WAITING = "SELECT min(id) FROM outbox WHERE state = 'pending' AND channel_id = ?"


async def _hard_times(folder: Path) -> list[Measured]:
    async with LocalTable(new_messages=1000) as table:
        anna, ben = table.user("Anna"), table.user("Ben")
        channels = {name: table.add_channel(name) for name in (WHOLE, SPOILED, CROWDED)}
        bot = await launch(folder, **for_table(table, folder))
        await until_connected(bot)
        reading = asyncio.create_task(bot.communicate())
        for name in channels:
            await begin(ben, anna, name, name, options={"posts": "full"})
            await found(anna, lambda message: has_button(message, ":buy"), name)
        measured = [*await _outage(table, folder, anna, channels), await _at_once(table, anna), *await _stop(bot, anna)]
        await reading
        return measured


async def _outage(table: LocalTable, folder: Path, anna: Player, channels: dict[str, str]) -> list[Measured]:
    """Phases end while Discord takes neither posts nor edits; of one game the first that waits is spoiled."""
    table.faults.fail("P* /channels/*", 503, times=1_000_000)
    for name in (WHOLE, SPOILED):
        await anna.command(name, "buy", units="1 infantry")
        await begin_to_move(anna, name)
    await asyncio.sleep(OUTAGE_SECONDS)
    with closing(sqlite3.connect(folder / "games.db")) as database, database:
        (row,) = database.execute(FIRST_WAITING, (int(channels[SPOILED]),)).fetchone()
        database.execute("UPDATE outbox SET payload = '{' WHERE id = ?", (row,))
    table.faults.clear()
    returned = time.perf_counter()
    whole, spoiled = await asyncio.gather(*(_until_told(anna, name, returned) for name in (WHOLE, SPOILED)))
    return [
        Measured(f"silence after an outage of {OUTAGE_SECONDS:.0f} s", whole, 15, "s"),
        Measured("the same where a row of the outbox cannot be read", spoiled, 15, "s"),
    ]


async def _until_told(anna: Player, channel: str, since: float) -> float:
    """Seconds until the panel of the phase stands."""

    def is_panel(message: Any) -> bool:
        return not message.ephemeral and has_button(message, "combat_move:end")

    anna.patience = PATIENCE_SECONDS
    await anna.next_message(channel, is_panel, patience=PATIENCE_SECONDS)
    return time.perf_counter() - since


async def _at_once(table: LocalTable, anna: Player) -> Measured:
    """Orders of one game, given at the same instant."""
    await begin_to_move(anna, CROWDED)
    await correct(table, CROWD, CROWDED)
    replies = await asyncio.gather(*(anna.command(CROWDED, "move", **MOVE) for _ in range(AT_ONCE)))
    refused = sum(CARRIED_OUT not in reply.content for reply in replies)
    return Measured(f"of {AT_ONCE} orders given in one game at the same instant, refused", refused, 0, "")


async def _stop(bot: Running, anna: Player) -> list[Measured]:
    """SIGTERM while orders are under way."""
    moving = [asyncio.create_task(anna.command(CROWDED, "move", **MOVE)) for _ in range(AT_ONCE)]
    await asyncio.sleep(0)
    bot.terminate()
    began = time.perf_counter()
    await bot.wait()
    seconds = time.perf_counter() - began
    replies = await asyncio.gather(*moving, return_exceptions=True)
    thinking = sum(_is_left(reply) for reply in replies)
    return [
        Measured("SIGTERM with ten orders under way, until the bot has ended", seconds, 5, "s"),
        Measured("of these orders, left with a bot that is thinking", thinking, 0, ""),
    ]


def _is_left(reply: Reply | BaseException) -> bool:
    """Whether somebody sees for long that the bot is thinking; what came too late to be heard at all shows at once."""
    if isinstance(reply, NoAnswerError):
        return False
    if isinstance(reply, BaseException):
        raise reply
    return reply.status == "thinking"


def measure(folder: Path) -> list[Measured]:
    """The budgets of hard moments."""
    (own := folder / "hardships").mkdir()
    return asyncio.run(_hard_times(own))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        for line in measure(Path(name)):
            sys.stdout.write(line.line() + "\n")
