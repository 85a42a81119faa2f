"""The bot is killed while players wait: after the next start they are told whether it counted, once, and truly."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from cogs.telling_late import LATE
from gamemaster.fates import Fate
from local import LocalTable, Message
from tests.e2e.playing import CHANNEL
from tests.e2e.processes import for_table, launch, until_connected
from tests.e2e.test_stopping import ANSWERS, MOVE, end_purchase, reached, stopped, with_a_game


def tokens(folder: Path) -> list[str]:
    """The secrets that are kept."""
    kept = folder / "games.db.under-way"
    return re.findall(r'"token": "([^"]+)"', kept.read_text()) if kept.exists() else []


def is_late(message: Message) -> bool:
    """Whether it says that something has to be asked for again."""
    return message.content == LATE[Fate.ASKED_IN_VAIN]


async def test_who_waited_as_the_bot_was_killed_is_told_whether_it_counted(tmp_path: Path) -> None:
    too_many = {**MOVE, "units": "100 tanks"}
    async with LocalTable(new_messages=1000) as table:
        process, anna, ben = await with_a_game(table, tmp_path)
        await end_purchase(anna)
        charts = await ben.command(CHANNEL, "charts")
        table.faults.hold("PATCH /webhooks/*")
        await ben.press(charts.shown, "Unit value")
        first = table.faults.hold(ANSWERS)
        answered = asyncio.create_task(anna.command(CHANNEL, "move", **too_many))
        await reached(first)
        held = table.faults.hold(ANSWERS, times=3)
        cut = [
            asyncio.create_task(who.command(CHANNEL, what, **options))
            for who, what, options in ((anna, "move", MOVE), (anna, "move", too_many), (ben, "charts", {}))
        ]
        await reached(held)
        secrets = tokens(tmp_path)
        assert len(secrets) == 5
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
        other = (await cut[2]).shown
        late = await ben.next_message(CHANNEL, lambda message: is_late(message) and message.id != other.id)
        assert late.ephemeral
        following.terminate()
        said = await stopped(following)
        assert not [secret for secret in secrets if secret in said]
        assert tokens(tmp_path) == []
        assert table.refusals == []
