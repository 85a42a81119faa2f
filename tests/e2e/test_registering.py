"""Commands are registered with Discord when they have changed, not at every start; a refusal stops nobody."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.service.client import TableBot
from cogs.service.registering import fingerprint
from local import LocalTable, Player, RefusedError, TableClock
from local.interactions.interaction import COMMAND
from tests.e2e.house import bot_at_work
from tests.e2e.playing import CHANNEL

NUMBERS = itertools.count(1)
ROUTE = "PUT /applications/*/commands"


async def works(player: Player) -> bool:
    """Whether the bot's commands are there."""
    try:
        return (await player.command(CHANNEL, "help")).shown.text.startswith("**How to play here**")
    except RefusedError:
        return False


async def test_what_has_not_changed_is_registered_once(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    async with LocalTable() as table:
        async with bot_at_work(table, database):
            pass
        for _ in range(3):
            async with bot_at_work(table, database):
                assert await works(table.user("Anna"))
        assert table.command_updates == 1
        async with bot_at_work(table, database, ["cogs.table.demo"]):
            assert "demo" in [command.name for command in await table.user("Anna").commands()]
        async with bot_at_work(table, database):
            assert "demo" not in [command.name for command in await table.user("Anna").commands()]
        assert table.command_updates == 3
    async with LocalTable() as other, bot_at_work(other, database):
        assert other.world.application_id != table.world.application_id
        assert other.command_updates == 1
        assert await works(other.user("Anna"))


async def test_the_fingerprint_depends_on_all_of_the_commands_and_on_no_order(tmp_path: Path) -> None:
    async with LocalTable() as table, bot_at_work(table, tmp_path / "games.db") as bot:
        before = fingerprint(bot.tree)
        rules = bot.tree.remove_command("rules")
        assert rules is not None
        assert fingerprint(bot.tree) != before
        bot.tree.add_command(rules)
        assert fingerprint(bot.tree) == before
        assert isinstance(rules, app_commands.Group)
        rules.description += "."
        assert fingerprint(bot.tree) != before


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (400, 30034), (500, 0)])
async def test_a_refusal_is_a_sentence_in_the_log_and_tried_again_at_the_next_start(
    tmp_path: Path, status: int, code: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.service.registering.PATIENCE_SECONDS", 0.5)
    database = tmp_path / "games.db"
    async with LocalTable() as table:
        table.faults.fail(ROUTE, status, code=code, times=5)
        async with bot_at_work(table, database):
            assert table.command_updates == 0
            said = [record for record in caplog.records if record.name == "cogs.service.registering"]
            assert [record.message.partition(", so")[0] for record in said] == [
                "The commands could not be registered with Discord"
            ]
            assert not said[0].exc_info
            assert "\n" not in said[0].message
        table.faults.clear()
        async with bot_at_work(table, database):
            assert await works(table.user("Anna"))


async def test_commands_that_nobody_here_knows_make_the_next_start_register_ours(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    async with LocalTable() as table:
        async with bot_at_work(table, database):
            unknown = {"id": "1", "name": "reinforce", "type": 1, "options": []}
            reply = await table.user("Anna").forge(CHANNEL, COMMAND, unknown)
            assert "older version of this bot" in reply.content
        async with bot_at_work(table, database):
            assert table.command_updates == 2


async def test_the_double_allows_200_new_commands_a_day(tmp_path: Path) -> None:
    clock = TableClock()
    async with LocalTable(clock=clock) as table, bot_at_work(table, tmp_path / "games.db") as bot:
        left = 200 - len(table.world.commands_of(None)) - 100
        for number in (100, left):
            await only_new_commands(bot, number)
        with pytest.raises(discord.HTTPException, match=r"daily application command creates has been reached \(200\)"):
            await only_new_commands(bot, 1)
        clock.advance(86401)
        await only_new_commands(bot, 1)


async def only_new_commands(bot: TableBot, number: int) -> None:
    """Register so many commands of names that were never there, and no others."""
    bot.tree.clear_commands(guild=None)
    for _ in range(number):
        bot.tree.add_command(app_commands.Command(name=f"new-{next(NUMBERS)}", description="New", callback=nothing))
    await bot.tree.sync()


async def nothing(interaction: discord.Interaction[Any]) -> None:
    """What the new commands do."""
