"""What a bot and a person do together, through unmodified discord.py."""

from __future__ import annotations

import io
from typing import Any

import discord
import pytest

from local import LocalTable, RefusedError
from tests.local.practice_bot import PNG, PracticeBot

Interaction = discord.Interaction[Any]


async def test_a_slash_command_with_options_is_answered_with_buttons(table: LocalTable, bot: PracticeBot) -> None:
    reply = await table.user("Anna").command("war-room", "game create", edition="aa1941", seats=4)
    assert reply.content == "aa1941 for 4"
    assert reply.shown.labels == ["Report", "Later"]
    assert not reply.ephemeral


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({}, "needs the option edition"),
        ({"edition": "risk"}, "edition must be one of 1941"),
        ({"edition": "aa1941", "seats": 7}, "seats must be from 2 to 6"),
        ({"edition": "aa1941", "seats": "many"}, "no value for the option seats"),
        ({"edition": "aa1941", "colour": "red"}, "no option colour"),
    ],
)
async def test_options_are_held_against_the_registered_command(
    table: LocalTable, bot: PracticeBot, options: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(RefusedError, match=complaint):
        await table.user("Anna").command("war-room", "game create", **options)


async def test_autocomplete_offers_what_the_bot_finds(table: LocalTable, bot: PracticeBot) -> None:
    choices = await table.user("Anna").autocomplete("war-room", "move", focused="to", to="tank 3")
    assert [choice.name for choice in choices][:2] == ["tank 3", "tank 30"]


async def test_a_select_is_answered_for_its_user_alone(table: LocalTable, bot: PracticeBot) -> None:
    anna, ben = table.user("Anna"), table.user("Ben")
    panel = await anna.command("war-room", "game create", edition="aa1941")
    reply = await ben.choose(panel.shown, "Japan")
    assert (reply.content, reply.ephemeral) == ("chose japan", True)
    await anna.say("war-room", "hello")
    seen = await anna.next_message("war-room", lambda message: message.content == "hello")
    assert [message.content for message in await anna.messages("war-room")] == ["aa1941 for 2", seen.content]


async def test_a_modal_opens_and_its_fields_arrive(table: LocalTable, bot: PracticeBot) -> None:
    anna = table.user("Anna")
    panel = await anna.command("war-room", "game create", edition="aa1941")
    opened = await anna.press(panel.shown, "Report")
    assert [entry.label for entry in opened.opened.fields] == ["Place", "Kind"]
    reply = await anna.submit(opened.opened, {"Place": "Berlin", "Kind": ["Land"]})
    assert reply.content == "Berlin by Land"


async def test_a_modal_with_a_missing_or_too_long_text_is_not_sent(table: LocalTable, bot: PracticeBot) -> None:
    anna = table.user("Anna")
    panel = await anna.command("war-room", "game create", edition="aa1941")
    opened = (await anna.press(panel.shown, "Report")).opened
    for text in ("", "x" * 21):
        with pytest.raises(RefusedError, match="1 to 20 characters"):
            await anna.submit(opened, {"Place": text, "Kind": ["Land"]})


async def test_a_dynamic_button_updates_its_message(table: LocalTable, bot: PracticeBot) -> None:
    anna = table.user("Anna")
    first = await anna.command("war-room", "count")
    second = await anna.press(first.shown, "Count 1")
    assert second.shown.id == first.shown.id
    assert (second.content, second.shown.labels) == ("counted 1", ["Count 2"])


async def test_a_deferred_update_changes_the_message_later(table: LocalTable, bot: PracticeBot) -> None:
    anna = table.user("Anna")
    panel = await anna.command("war-room", "game create", edition="aa1941")
    reply = await anna.press(panel.shown, "Later")
    changed = await anna.wait_until(reply.shown, lambda message: message.content == "later came")
    assert changed.edited


async def test_a_deferred_answer_becomes_the_picture_with_its_alt_text(table: LocalTable, bot: PracticeBot) -> None:
    reply = await table.user("Anna").command("war-room", "map")
    (picture,) = reply.shown.attachments
    assert (picture.filename, picture.alt_text, picture.content_type) == (
        "map.png",
        "The board, all quiet",
        "image/png",
    )
    assert await picture.read() == PNG
    assert reply.shown.embeds[0].image_url == picture.url
    assert reply.ephemeral


async def test_a_ping_in_a_new_thread_names_just_the_pinged(table: LocalTable, bot: PracticeBot) -> None:
    anna = table.user("Anna")
    await anna.command("war-room", "thread", name="Game 1")
    message = await anna.next_message("Game 1")
    assert message.mentions == ["Anna"]
    assert "Game 1" in (await table.user("Ben").channels()).values()


async def test_allowed_mentions_are_honoured(table: LocalTable, bot: PracticeBot) -> None:
    ids = {user["global_name"]: int(user["id"]) for user in table.world.users.values()}
    text = f"<@{ids['Anna']}> <@{ids['Ben']}> @everyone"

    async def ask(interaction: Interaction) -> None:
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(ids["Ben"])])
        await interaction.response.send_message(text, allowed_mentions=allowed)

    bot.ask = ask
    reply = await table.user("Anna").command("war-room", "do")
    assert reply.shown.mentions == ["Ben"]
    assert reply.shown.raw["mention_everyone"] is False


async def test_an_edit_pings_nobody(table: LocalTable, bot: PracticeBot) -> None:
    anna_id = table.world.user_named("Anna")["id"]

    async def ask(interaction: Interaction) -> None:
        await interaction.response.send_message("quiet")
        await interaction.edit_original_response(content=f"<@{anna_id}>")

    bot.ask = ask
    anna = table.user("Anna")
    reply = await anna.command("war-room", "do")
    changed = await anna.wait_until(reply.shown, lambda message: anna_id in message.content)
    assert changed.mentions == []


async def test_followups_edits_and_deletions_reach_the_user(table: LocalTable, bot: PracticeBot) -> None:
    async def ask(interaction: Interaction) -> None:
        await interaction.response.send_message("first")
        second = await interaction.followup.send("second", ephemeral=True, wait=True)
        await second.edit(content="second, corrected")
        await interaction.delete_original_response()

    bot.ask = ask
    anna = table.user("Anna")
    reply = await anna.command("war-room", "do")
    followup = await anna.followup(reply)
    assert followup.ephemeral
    assert (await anna.wait_until(followup, lambda message: message.edited)).content == "second, corrected"
    await anna.wait_until_gone(reply.shown)


async def test_messages_are_read_pinned_and_reacted_to(table: LocalTable, bot: PracticeBot) -> None:
    anna = table.user("Anna")

    async def ask(interaction: Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        sent = await interaction.channel.send("board", file=discord.File(io.BytesIO(PNG), "a.png", description="alt"))
        await sent.pin()
        await sent.add_reaction("👍")
        found = [message async for message in interaction.channel.history(limit=5)]
        pins = [message async for message in interaction.channel.pins()]
        assert found[0].id == sent.id == pins[0].id
        assert found[0].attachments[0].description == "alt"
        await interaction.response.send_message("seen")

    bot.ask = ask
    assert (await anna.command("war-room", "do")).content == "seen"
    board = await anna.next_message("war-room", lambda message: message.content == "board")
    await anna.react(board, "👍")
    liked = await anna.wait_until(board, lambda message: message.pinned)
    assert liked.attachments[0].alt_text == "alt"
    assert table.world.message(board.channel_id, board.id)["_reactions"]["👍"] == [
        table.world.bot_id,
        table.world.user_named("Anna")["id"],
    ]


async def test_direct_messages_reach_one_user(table: LocalTable, bot: PracticeBot) -> None:
    async def ask(interaction: Interaction) -> None:
        await interaction.user.send("for you alone")
        await interaction.response.send_message("done", ephemeral=True)

    bot.ask = ask
    anna, ben = table.user("Anna"), table.user("Ben")
    await anna.command("war-room", "do")
    channel = next(channel for channel, name in (await anna.channels()).items() if name == "direct")
    assert (await anna.next_message(channel)).content == "for you alone"
    assert channel not in await ben.channels()


async def test_members_roles_and_channels_can_be_fetched(table: LocalTable, bot: PracticeBot) -> None:
    guild = bot.guilds[0]
    anna = await guild.fetch_member(int(table.world.user_named("Anna")["id"]))
    assert (guild.name, anna.display_name, anna.guild_permissions.administrator) == ("The Map Room", "Anna", True)
    assert {channel.name for channel in await guild.fetch_channels()} == {"war-room", "mess-hall"}
    assert [role.name for role in await guild.fetch_roles()] == ["@everyone", "Game Master"]
    assert (await bot.application_info()).owner.name == "anna"


async def test_commands_for_managers_are_refused_to_others(table: LocalTable, bot: PracticeBot) -> None:
    with pytest.raises(RefusedError, match="no command /manage"):
        await table.user("Ben").command("war-room", "manage")
    assert (await table.user("Anna").command("war-room", "manage")).content == "managed"


async def test_without_the_content_intent_the_bot_reads_no_words_of_others(table: LocalTable, bot: PracticeBot) -> None:
    anna = table.user("Anna")
    await anna.say("war-room", "secret")
    await anna.say("war-room", f"<@{table.world.bot_id}> open")
    await anna.command("war-room", "count")
    assert [message.content for message in bot.read][:2] == ["", f"<@{table.world.bot_id}> open"]


async def test_only_a_followup_of_a_deferred_answer_pings(table: LocalTable, bot: PracticeBot) -> None:
    anna_id = table.world.user_named("Anna")["id"]

    async def by_followup(interaction: Interaction) -> None:
        await interaction.response.defer()
        await interaction.followup.send(f"<@{anna_id}>")

    async def by_edit(interaction: Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"<@{anna_id}>")

    pinged = []
    for ask in (by_followup, by_edit):
        bot.ask = ask
        pinged.append((await table.user("Ben").command("war-room", "do")).shown.mentions)
    assert pinged == [["Anna"], []]


async def test_an_edit_replaces_the_picture_and_its_alt_text(table: LocalTable, bot: PracticeBot) -> None:
    """Whoever is loading the one before still gets it."""
    before: list[bytes] = []

    def picture(name: str) -> discord.File:
        return discord.File(io.BytesIO(PNG), name, description=f"alt of {name}")

    async def ask(interaction: Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        embed = discord.Embed(title="Board").set_image(url="attachment://one.png")
        sent = await interaction.channel.send(embed=embed, file=picture("one.png"))
        embed.set_image(url="attachment://two.png")
        await sent.edit(embed=embed, attachments=[picture("two.png")])
        before.append(await sent.attachments[0].read())
        await interaction.response.send_message("edited", ephemeral=True)

    bot.ask = ask
    anna = table.user("Anna")
    await anna.connect()
    await anna.command("war-room", "do")
    board = await anna.next_message("war-room", lambda message: message.embeds != [])
    assert [(file.filename, file.alt_text) for file in board.attachments] == [("two.png", "alt of two.png")]
    assert board.embeds[0].image_url == board.attachments[0].url
    assert [await board.attachments[0].read(), *before] == [PNG, PNG]


async def test_a_reply_shows_what_it_replies_to(table: LocalTable, bot: PracticeBot) -> None:
    async def ask(interaction: Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        first = await interaction.channel.send(file=discord.File(io.BytesIO(PNG), "a.png"))
        await first.reply("as I said")
        found = [message async for message in interaction.channel.history(limit=1)]
        assert found[0].reference is not None
        assert isinstance(found[0].reference.resolved, discord.Message)
        await interaction.response.send_message(found[0].reference.resolved.attachments[0].filename)

    bot.ask = ask
    assert (await table.user("Anna").command("war-room", "do")).content == "a.png"
