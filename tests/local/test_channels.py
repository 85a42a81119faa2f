"""Threads, channels, permissions and commands as a bot manages them."""

from __future__ import annotations

import discord
import pytest

from local import LocalTable, Permission, RefusedError
from tests.local.practice_bot import PracticeBot


def war_room(bot: PracticeBot) -> discord.TextChannel:
    channel = discord.utils.get(bot.get_all_channels(), name="war-room")
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_a_thread_is_started_from_a_message_renamed_and_archived(table: LocalTable, bot: PracticeBot) -> None:
    anna = table.user("Anna")
    await anna.connect()
    panel = await war_room(bot).send("panel")
    thread = await panel.create_thread(name="Game 3", auto_archive_duration=10080)
    await thread.send("begin")
    seen = await anna.wait_until(await anna.next_message("war-room"), lambda message: message.thread_id is not None)
    assert seen.thread_id == str(thread.id) == str(panel.id)
    await thread.edit(name="Game 3: over", archived=True)
    archived = [found async for found in war_room(bot).archived_threads()]
    assert [(found.id, found.name, found.archived) for found in archived] == [(thread.id, "Game 3: over", True)]
    with pytest.raises(discord.HTTPException) as caught:
        await thread.edit(name="still")
    assert caught.value.code == 50083
    await thread.send("again")
    active = await bot.guilds[0].active_threads()
    assert [found.id for found in active] == [thread.id]


async def test_a_message_has_at_most_one_thread(table: LocalTable, bot: PracticeBot) -> None:
    panel = await war_room(bot).send("panel")
    await panel.create_thread(name="Game 3")
    with pytest.raises(discord.HTTPException) as caught:
        await bot.http.start_thread_with_message(
            war_room(bot).id, panel.id, name="Game 4", auto_archive_duration=1440, rate_limit_per_user=0
        )
    assert caught.value.code == 160004


async def test_thread_members_come_and_go(table: LocalTable, bot: PracticeBot) -> None:
    ben = discord.Object(int(table.world.user_named("Ben")["id"]))
    thread = await war_room(bot).create_thread(name="Game 5", type=discord.ChannelType.public_thread)
    await thread.add_user(ben)
    assert ben.id in [member.id for member in await thread.fetch_members()]
    await thread.remove_user(ben)
    assert ben.id not in [member.id for member in await thread.fetch_members()]


async def test_without_the_permission_the_bot_opens_no_thread(table: LocalTable, bot: PracticeBot) -> None:
    table.set_permissions("war-room", table.bot_user["global_name"], deny=Permission.CREATE_PUBLIC_THREADS)
    with pytest.raises(discord.Forbidden) as caught:
        await war_room(bot).create_thread(name="Game 6", type=discord.ChannelType.public_thread)
    assert caught.value.code == 50013
    assert not war_room(bot).permissions_for(bot.guilds[0].me).create_public_threads


async def test_channels_need_the_permission_to_be_made_changed_and_removed(table: LocalTable, bot: PracticeBot) -> None:
    guild = bot.guilds[0]
    with pytest.raises(discord.Forbidden):
        await guild.create_text_channel("supply")
    table.grant(table.bot_user["global_name"], Permission.MANAGE_CHANNELS | Permission.MANAGE_ROLES)
    made = await guild.create_text_channel("supply", topic="Depots")
    await made.edit(topic="Depots and rails")
    assert table.world.channel(str(made.id))["topic"] == "Depots and rails"
    await made.set_permissions(guild.me, view_channel=True)
    await made.set_permissions(guild.default_role, view_channel=False)
    assert "supply" not in (await table.user("Ben").channels()).values()
    await made.set_permissions(guild.default_role, overwrite=None)
    assert "supply" in (await table.user("Cleo").channels()).values()
    await made.delete()
    assert str(made.id) not in table.world.channels


async def test_commands_can_be_read_changed_and_removed_one_by_one(table: LocalTable, bot: PracticeBot) -> None:
    found = {command.name: command for command in await bot.tree.fetch_commands()}
    await found["count"].edit(description="Count on")
    await found["move"].delete()
    left = {command.name: command.description for command in await bot.tree.fetch_commands()}
    assert left["count"] == "Count on"
    assert "move" not in left


async def test_commands_of_the_server_stand_beside_the_global_ones(table: LocalTable, bot: PracticeBot) -> None:
    guild = bot.guilds[0]

    @bot.tree.command(name="here", description="Only here", guild=guild)
    async def here(interaction: discord.Interaction[PracticeBot]) -> None:
        await interaction.response.send_message("here")
        assert (await interaction.original_response()).content == "here"

    await bot.tree.sync(guild=guild)
    anna = table.user("Anna")
    assert {"here", "count"} <= {command.name for command in await anna.commands()}
    assert (await anna.command("war-room", "here")).content == "here"


async def test_reactions_of_the_bot_are_taken_back(table: LocalTable, bot: PracticeBot) -> None:
    sent = await war_room(bot).send("vote")
    await sent.add_reaction("👍")
    assert bot.user is not None
    await sent.remove_reaction("👍", bot.user)
    fetched = await war_room(bot).fetch_message(sent.id)
    assert fetched.reactions == []


async def test_people_make_channels_and_threads_of_their_own(table: LocalTable, bot: PracticeBot) -> None:
    ben = table.user("Ben")
    made = [await ben.new_channel(name) for name in (" The  Second Front ", "the second front")]
    names = await ben.channels()
    assert [names[channel] for channel in made] == ["the-second-front", "the-second-front-2"]
    while discord.utils.get(bot.get_all_channels(), name="the-second-front-2") is None:
        await bot.wait_for("guild_channel_create")
    thread = await ben.new_thread("war-room", "Game of Ben")
    found = await bot.fetch_channel(int(thread))
    assert isinstance(found, discord.Thread)
    assert (found.name, found.owner_id) == ("Game of Ben", int(table.world.user_named("Ben")["id"]))
    assert [member.id for member in await found.fetch_members()] == [found.owner_id]
    announced = await ben.next_message("war-room")
    assert (announced.author, announced.content) == ("Ben", "Game of Ben")
    await found.send("I hear you.")
    assert (await ben.next_message(thread)).content == "I hear you."


@pytest.mark.parametrize("name", ["", "   ", "x" * 101])
async def test_a_name_is_needed_and_not_too_long(table: LocalTable, bot: PracticeBot, name: str) -> None:
    with pytest.raises(RefusedError, match="A channel's name has 1 to 100 characters"):
        await table.user("Ben").new_channel(name)
    with pytest.raises(RefusedError, match="A thread's name has 1 to 100 characters"):
        await table.user("Ben").new_thread("war-room", name)


async def test_threads_are_made_in_channels_where_one_may(table: LocalTable, bot: PracticeBot) -> None:
    ben = table.user("Ben")
    thread = await ben.new_thread("war-room", "First")
    with pytest.raises(RefusedError, match="Cannot execute action on this channel type"):
        await ben.new_thread(thread, "Second")
    table.set_permissions("war-room", "Ben", deny=Permission.CREATE_PUBLIC_THREADS)
    with pytest.raises(RefusedError, match="Missing Permissions"):
        await ben.new_thread("war-room", "Third")
