"""A newcomer asks what this bot is, and a server manager what keeps it from its work."""

from __future__ import annotations

from pathlib import Path

from gamemaster.version import ENGINE_VERSION
from local import Permission
from store.games.own_reminders import OwnReminders, keep_own_reminders
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, has_button, settled
from tests.e2e.test_places import talk_with

OTHER = "mess-hall"


async def test_a_newcomer_is_told_what_this_is_and_how_to_begin(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        for place in (CHANNEL, await talk_with(table, bot, "Cleo")):
            reply = await table.user("Cleo").command(place, "about")
            assert f"Communiqué {ENGINE_VERSION}" in reply.content
            assert "1941, Anniversary 1941, Anniversary 1942, Global 1940, Pacific 1940 and Revised" in reply.content
            assert "`/game create`" in reply.content
            assert reply.ephemeral
        assert table.refusals == []


async def test_only_a_server_manager_may_diagnose(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        table.grant("Dan", Permission.MANAGE_GUILD)
        cleo, dan = table.user("Cleo"), table.user("Dan")
        assert "diagnose" in {command.name for command in await dan.commands()}
        assert "diagnose" not in {command.name for command in await cleo.commands()}
        (command,) = [each for each in table.world.commands_of(None) if each["name"] == "diagnose"]
        sent = {"id": command["id"], "name": "diagnose", "type": 1, "options": []}
        reply = await cleo.forge(CHANNEL, 2, sent)
        assert reply.content == "Only a server manager can see what keeps the bot from working on the server."


async def test_a_manager_sees_what_is_missing_where_games_are_played(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, dan = table.user("Anna"), table.user("Dan")
        table.grant("Dan", Permission.MANAGE_GUILD)
        await begin(table.user("Ben"), anna)
        await found(anna, lambda message: has_button(message, ":buy"))
        await settled(bot)
        fine = (await dan.command(OTHER, "diagnose")).content
        assert "1 under way, 0 not begun" in fine
        assert "nothing is missing" in fine
        assert "**Posts**: none are waiting." in fine
        table.set_permissions(CHANNEL, table.bot_user["id"], deny=Permission.ATTACH_FILES | Permission.SEND_MESSAGES)
        loaded = await bot.master.loader.by_id(1)
        await bot.master.publisher.why_unsent(await bot.master.channels.post_panel(loaded))
        place = table.world.channel_named(CHANNEL)["id"]
        troubled = (await dan.command(OTHER, "diagnose")).content
        assert f"In <#{place}> (First) I lack **Send Messages, Embed Links and Attach Files**." in troubled
        assert f"I haven't been able to post in <#{place}> since <t:" in troubled
        assert "use `/panel` there, or `/game move` in another channel" in troubled


async def test_every_part_has_room_where_much_is_amiss(tmp_path: Path) -> None:
    lacking = Permission.SEND_MESSAGES | Permission.EMBED_LINKS | Permission.READ_MESSAGE_HISTORY
    async with house(tmp_path) as (table, bot):
        dan = table.user("Dan")
        table.grant("Dan", Permission.MANAGE_GUILD)
        for number, organiser in enumerate(("Anna", "Ben", "Cleo") * 2):
            channel = f"room-{number}"
            table.add_channel(channel)
            await table.user(organiser).command(channel, "game create", edition="aa1941", name="_*~`" * 20)
            table.set_permissions(channel, table.bot_user["id"], deny=lacking | Permission.ATTACH_FILES)
        await settled(bot)
        async with bot.master.store.write() as write:
            for number in range(6):
                place = int(table.world.channel_named(f"room-{number}")["id"])
                await write.outbox.park_channel(place, "the bot may not write there: " + "because " * 20)
            for name in ("Anna", "Dan"):
                refusing = OwnReminders(way="direct", is_closed=True)
                await keep_own_reminders(write, int(table.world.user_named(name)["id"]), refusing)
        told = (await dan.command(OTHER, "diagnose")).content
        assert len(told) <= 2000
        assert told.count(" I lack **Send Messages, Embed Links, Attach Files and Read Message History**.") == 4
        assert told.count("… and 2 more.") == 2
        assert told.count("I haven't been able to post in <#") == 4
        for part in (
            "0 under way, 6 not begun",
            "under Permissions.",
            "use `/panel` there",
            "**Posts**: ",
            "connected to",
            "I can't send you direct messages, so reminders come in the channel.",
        ):
            assert part in told
        await dan.command(OTHER, "reminders", way="channel")
        assert "direct messages" not in (await dan.command(OTHER, "diagnose")).content
