"""What people see and what not, and the page they see it on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

import local
from local import LocalTable, Permission, RefusedError
from tests.local.practice_bot import PracticeBot, counting

Interaction = discord.Interaction[Any]

PAGE = Path(local.__file__).parent / "page"


async def test_a_hidden_channel_and_its_messages_are_not_shown(table: LocalTable, bot: PracticeBot) -> None:
    ben = table.user("Ben")
    await table.user("Anna").say("mess-hall", "not for Ben")
    assert len(await ben.messages("mess-hall")) == 1
    table.set_permissions("mess-hall", "Ben", deny=Permission.VIEW_CHANNEL)
    dan = table.user("Dan")
    assert len(await dan.messages("mess-hall")) == 1
    with pytest.raises(RefusedError, match="Missing Access"):
        await ben.say("mess-hall", "let me in")
    ben_again = table.user("Ben")
    assert "mess-hall" not in (await ben_again.channels()).values()


async def test_a_private_thread_appears_for_whoever_is_added(table: LocalTable, bot: PracticeBot) -> None:
    ben_id = int(table.world.user_named("Ben")["id"])

    async def ask(interaction: Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        thread = await interaction.channel.create_thread(name="secret", type=discord.ChannelType.private_thread)
        await thread.send("plans")
        await thread.add_user(discord.Object(ben_id))
        await interaction.response.send_message("made", ephemeral=True)

    bot.ask = ask
    ben, cleo = table.user("Ben"), table.user("Cleo")
    await ben.connect()
    await cleo.connect()
    await table.user("Anna").command("war-room", "do")
    assert (await ben.next_message("secret")).content == "plans"
    assert "secret" not in (await cleo.channels()).values()


async def test_a_button_in_a_direct_message_works(table: LocalTable, bot: PracticeBot) -> None:
    async def ask(interaction: Interaction) -> None:
        await interaction.user.send("your move", view=counting(3))
        await interaction.response.send_message("sent", ephemeral=True)

    bot.ask = ask
    anna = table.user("Anna")
    await anna.command("war-room", "do")
    channel = next(channel for channel, name in (await anna.channels()).items() if name == "direct")
    pressed = await anna.press(await anna.next_message(channel), "Count 3")
    assert pressed.content == "counted 3"


async def test_a_new_member_can_use_commands_at_once(table: LocalTable, bot: PracticeBot) -> None:
    fay = table.add_user("Fay Anne")
    assert (await fay.command("war-room", "count")).content == "counting"
    assert "manage" not in [command.name for command in await fay.commands()]
    table.grant("Fay Anne", Permission.MANAGE_GUILD)
    assert "manage" in [command.name for command in await fay.commands()]


async def test_an_incomplete_request_is_told_what_it_lacks(table: LocalTable, bot: PracticeBot) -> None:
    async with aiohttp.ClientSession() as session:
        body = {"user": "Anna", "kind": "autocomplete", "channel": "war-room", "name": "move", "focused": "to"}
        url = table.base_url + "/local/interactions"
        async with session.post(url, json=body) as response:
            assert (response.status, (await response.json())["message"]) == (400, "The body lacks options.")
        async with session.post(url, json={**body, "options": {"to": "x"}}) as response:
            assert response.status == 200


async def test_reactions_are_taken_back_by_a_second_press(table: LocalTable, bot: PracticeBot) -> None:
    anna = table.user("Anna")
    said = await anna.say("war-room", "like this")
    await anna.react(said, "👍")
    await anna.react(said, "👍", added=False)
    assert table.world.message(said.channel_id, said.id)["_reactions"] == {"👍": []}


async def test_a_deleted_message_disappears_for_everybody(table: LocalTable, bot: PracticeBot) -> None:
    anna, ben = table.user("Anna"), table.user("Ben")
    said = await anna.say("war-room", "a slip")
    seen = await ben.next_message("war-room")
    with pytest.raises(RefusedError, match="Missing Permissions"):
        await ben.delete(seen)
    await anna.delete(said)
    await ben.wait_until_gone(seen)


async def test_the_page_and_all_its_modules_are_served_and_small(table: LocalTable) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ["/", *(f"/page/{file.name}" for file in PAGE.iterdir())]:
            async with session.get(table.base_url + path) as response:
                assert response.status == 200
    assert sum(file.stat().st_size for file in PAGE.iterdir()) < 150_000


def test_the_page_loads_nothing_from_elsewhere() -> None:
    for file in PAGE.iterdir():
        text = file.read_text(encoding="utf-8")
        imported = re.findall(r'(?:from|src=|href=)\s*"([^"]+)"', text)
        assert all(target.startswith(("./", "/page/", "data:")) for target in imported), file.name


def test_the_local_table_imports_no_other_part_of_the_project() -> None:
    others = "engine|maps|store|gamemaster|cogs|bot|settings"
    for file in PAGE.parent.rglob("*.py"):
        assert not re.search(rf"^\s*(from|import) ({others})\b", file.read_text(encoding="utf-8"), re.MULTILINE), file
