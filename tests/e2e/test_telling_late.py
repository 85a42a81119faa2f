"""The bot is killed while players wait: after the next start they are told whether it counted, once, and truly."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.interactions import telling_late
from cogs.interactions.telling_late import LATE
from gamemaster.unanswered.outcomes import CutOff
from local import LocalTable, Message
from store import DatabaseLocked
from store.outbox.unanswered import UnansweredCommand
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin
from tests.e2e.processes import SKETCHING_BOT, for_table, launch, until_connected
from tests.e2e.test_stopping import ANSWERS, MOVE, end_purchase, reached, stopped, with_a_game
from tests.patience import PATIENCE_SECONDS


def tokens(folder: Path) -> list[str]:
    """The secrets that are kept."""
    kept = folder / "games.db.under-way"
    return re.findall(r'"token": "([^"]+)"', kept.read_text()) if kept.exists() else []


def is_late(message: Message) -> bool:
    """Whether it says that something has to be asked for again."""
    return message.content == LATE[CutOff.ASKED_IN_VAIN]


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
            for who, what, options in ((anna, "move", MOVE), (anna, "move", too_many), (ben, "todo", {}))
        ]
        await reached(held)
        secrets = tokens(tmp_path)
        assert len(secrets) == 5
        first.released.set()
        refusal = (await answered).content
        process.kill()  # before that is taken off the list
        await process.communicate()

        following = await launch(tmp_path, SKETCHING_BOT, LOG_LEVEL="DEBUG", **for_table(table, tmp_path))
        await until_connected(following)
        replies = [reply.content for reply in await asyncio.gather(*cut)]
        assert replies == [LATE[CutOff.COUNTED], LATE[CutOff.DID_NOT_COUNT], LATE[CutOff.ASKED_IN_VAIN]]
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


async def until_thinking(table: LocalTable) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not any(each.status == "thinking" for each in table.interactions.values()):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_where_the_database_does_not_answer_it_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)

        async def die(interaction: discord.Interaction, *_: Any) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)

        with monkeypatch.context() as dying:
            dying.setattr(bot.commands_under_way, "run", die)
            cut = asyncio.create_task(anna.command(CHANNEL, "move", **MOVE))
            await until_thinking(table)
        (number,) = [number for number, each in table.interactions.items() if each.status == "thinking"]
        command = UnansweredCommand(
            interaction_id=int(number),
            application_id=bot.application_id or 0,
            token=table.interactions[number].token,
            channel_id=int(table.interactions[number].channel_id),
            is_order=True,
            is_thinking=True,
            began_at=bot.master.clock(),
        )
        asked: list[int] = []
        fate_of = bot.master.cut_off_commands.of

        async def of(*what: Any, **more: Any) -> CutOff:
            asked.append(1)
            if len(asked) < 3:
                raise DatabaseLocked("The database is locked.")
            return await fate_of(*what, **more)

        monkeypatch.setattr(telling_late, "PAUSE_SECONDS", 0)
        monkeypatch.setattr(bot.master.cut_off_commands, "of", of)
        await telling_late.tell_late(bot, bot.master, [command, replace(command, token="gone")])
        assert (await cut).content == LATE[CutOff.DID_NOT_COUNT]
        assert len(asked) == 3
