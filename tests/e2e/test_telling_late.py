"""The bot is killed while players wait: after the next start they are told whether it counted, once, and truly."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from cogs.telling_late import LATE
from gamemaster.fates import Fate
from local import LocalTable
from tests.e2e.playing import CHANNEL, PATIENCE_SECONDS
from tests.e2e.processes import for_table, launch, until_connected
from tests.e2e.test_stopping import ANSWERS, MOVE, end_purchase, reached, stopped, with_a_game


def tokens(database: Path) -> list[str]:
    """The secrets that are kept."""
    with closing(sqlite3.connect(database)) as connection:
        return [row[0] for row in connection.execute("SELECT token FROM under_way")]


async def until_noted(database: Path, number: int) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(tokens(database)) != number:  # noqa: ASYNC110  # another process writes them
            await asyncio.sleep(0.01)


async def test_who_waited_as_the_bot_was_killed_is_told_whether_it_counted(tmp_path: Path) -> None:
    database, too_many = tmp_path / "games.db", {**MOVE, "units": "100 tanks"}
    async with LocalTable(new_messages=1000) as table:
        process, anna, ben = await with_a_game(table, tmp_path)
        await end_purchase(anna)
        first = table.faults.hold(ANSWERS)
        answered = asyncio.create_task(anna.command(CHANNEL, "move", **too_many))
        await reached(first)
        held = table.faults.hold(ANSWERS, times=3)
        cut = [
            asyncio.create_task(who.command(CHANNEL, what, **options))
            for who, what, options in ((anna, "move", MOVE), (anna, "move", too_many), (ben, "map", {}))
        ]
        await reached(held)
        await until_noted(database, 4)
        secrets = tokens(database)
        first.released.set()
        refusal = (await answered).content
        process.kill()  # before that is taken off the list
        await process.communicate()

        following = await launch(tmp_path, LOG_LEVEL="DEBUG", **for_table(table, tmp_path))
        await until_connected(following)
        replies = [reply.content for reply in await asyncio.gather(*cut)]
        assert replies == [LATE[Fate.COUNTED], LATE[Fate.DID_NOT_COUNT], LATE[Fate.ASKED_IN_VAIN]]
        shown = await anna.messages(CHANNEL)
        assert [message.content for message in shown if message.id == (await answered).shown.id] == [refusal]
        following.terminate()
        said = await stopped(following)
        assert not [secret for secret in secrets if secret in said]
        assert tokens(database) == []
        assert table.refusals == []
