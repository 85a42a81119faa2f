"""A bot that may not post says so at once, to the player alone, and names what it lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from local import File, LocalTable, Permission, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, has_button, new_thread, settled

RECORD = Path(__file__).parents[1] / "records" / "aa1941_mid_battle.json"
UNCHANGED = "Nothing changed."


def deny(table: LocalTable, permissions: int, channel: str = CHANNEL) -> None:
    table.set_permissions(channel, table.bot_user["id"], deny=permissions)


def allow(table: LocalTable, channel: str = CHANNEL) -> None:
    table.set_permissions(channel, table.bot_user["id"])


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (Permission.SEND_MESSAGES, "Send Messages"),
        (Permission.SEND_MESSAGES | Permission.ATTACH_FILES, "Send Messages and Attach Files"),
        (
            Permission.VIEW_CHANNEL,
            "View Channel, Send Messages, Embed Links, Attach Files and Read Message History",
        ),
    ],
)
async def test_no_game_is_created_begun_or_imported_where_nothing_can_be_posted(
    tmp_path: Path, denied: Permission, named: str
) -> None:
    refusal = f"I can't post in this channel until a server manager allows me {named} here. {UNCHANGED}"
    async with house(tmp_path, ["cogs.table.demo"]) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        deny(table, denied)
        reply = await anna.command(CHANNEL, "game create", edition="aa1941")
        assert (reply.content, reply.ephemeral) == (refusal, True)
        assert (await anna.command(CHANNEL, "demo", game="aa1941", opponent="Ben")).content == refusal
        allow(table)
        await anna.command(CHANNEL, "game create", edition="aa1941")
        await anna.command(CHANNEL, "game join", powers="allies")
        lobby = (await ben.command(CHANNEL, "game join", powers="axis")).shown
        deny(table, denied)
        assert (await anna.command(CHANNEL, "game start")).content == refusal
        record = File("record.json", RECORD.read_bytes())
        assert (await anna.command(CHANNEL, "game import", record=record)).content == refusal
        assert (await anna.press(lobby, "Start the game")).content == refusal
        assert (await bot.master.loader.by_id(1)).game.status == "lobby"
        allow(table)
        assert (await anna.command(CHANNEL, "game start")).content == "The game begins."
        await found(anna, lambda message: has_button(message, ":buy"))
        await settled(bot)


async def test_what_pictures_need_is_named_when_a_game_is_created(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        deny(table, Permission.ATTACH_FILES | Permission.READ_MESSAGE_HISTORY)
        reply = await anna.command(CHANNEL, "game create", edition="aa1941")
        note = await anna.followup(reply)
        assert note.ephemeral
        assert "also allow me Attach Files and Read Message History" in note.content


async def test_orders_are_kept_and_the_player_hears_that_the_table_does_not_see_them(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, cleo = table.user("Anna"), table.user("Cleo")
        await begin(table.user("Ben"), anna, options={"posts": "full"})
        await found(anna, lambda message: has_button(message, ":buy"))
        await settled(bot)
        await anna.command(CHANNEL, "buy", units="2 infantry")
        deny(table, Permission.SEND_MESSAGES)
        ended = await anna.command(CHANNEL, "end-phase")
        assert ended.content == "Done. Now: Soviet Union, combat move."
        note = await anna.followup(ended)
        assert note.ephemeral
        assert note.content.startswith("I can't post in this channel until a server manager allows me Send Messages")
        assert note.content.endswith("that the table should see wait. Once that's fixed, use /panel.")
        refused = await anna.command(CHANNEL, "panel")
        assert refused.content.endswith(f"allows me Send Messages here. {UNCHANGED}")
        looked = await cleo.command(CHANNEL, "game status")
        assert not await followups(cleo, looked.interaction_id)
        # The permission is back, but the channel stays parked until somebody asks for the panel.
        await anna.next_message("direct", patience=20)
        allow(table)
        looked = await anna.command(CHANNEL, "my-orders")
        note = await anna.followup(looked)
        assert note.content.startswith("I couldn't post in this channel: the bot may not write there")
        assert (await anna.command(CHANNEL, "panel")).content == "Here it is."
        await found(anna, lambda message: has_button(message, "combat_move:end") and not message.ephemeral)
        await settled(bot)
        looked = await anna.command(CHANNEL, "game status")
        assert not await followups(anna, looked.interaction_id)


async def test_nothing_that_must_be_announced_is_done_where_the_table_would_not_hear_of_it(tmp_path: Path) -> None:
    deeds: list[tuple[str, dict[str, Any]]] = [
        ("game edit", {"change": '{"ipcs": {"germany": 90}}'}),
        ("game rollback", {"to": "0"}),
        ("game replace", {"power": "Germany", "player": "Cleo"}),
        ("game answer", {}),
    ]
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        await begin(table.user("Ben"), anna)
        await found(anna, lambda message: has_button(message, ":buy"))
        await settled(bot)
        before = (await bot.master.loader.by_id(1)).game
        deny(table, Permission.SEND_MESSAGES)
        for deed, options in deeds:
            reply = await anna.command(CHANNEL, deed, **options)
            assert reply.content.endswith(f"allows me Send Messages here. {UNCHANGED}"), deed
        allow(table)
        async with bot.master.store.write() as write:
            await write.outbox.park_channel(before.channel_id, "the bot may not write there")
        for deed, options in deeds:
            reply = await anna.command(CHANNEL, deed, **options)
            assert reply.content.endswith("Use /panel first, so that the table is told."), deed
        assert (await bot.master.loader.by_id(1)).game == before
        await anna.command(CHANNEL, "panel")
        assert (await anna.command(CHANNEL, "game edit", **deeds[0][1])).content.startswith("Nothing has changed yet")
        await found(anna, lambda message: "asks to correct the position" in message.content)


async def followups(player: Player, interaction_id: str) -> list[str]:
    """Further answers to an interaction, once the bot has answered another one after it."""
    await player.command("mess-hall", "help")
    return [str(found) for found in player._reports[interaction_id]["followup_ids"]]


async def test_a_thread_needs_its_own_permission_and_must_not_be_locked(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        thread = await new_thread(table, bot)
        deny(table, Permission.SEND_MESSAGES_IN_THREADS)
        reply = await anna.command(thread, "game create", edition="aa1941")
        assert "allows me Send Messages in Threads here" in reply.content
        deny(table, Permission.SEND_MESSAGES)
        reply = await anna.command(thread, "game create", edition="aa1941")
        assert "SHA-256 of the seed" in reply.content
        table.lock_thread("campaign")
        deny(table, Permission.MANAGE_THREADS)
        reply = await anna.command(thread, "game create", edition="aa1941")
        assert reply.content == f"I can't post in this thread until a moderator unlocks it. {UNCHANGED}"


async def test_a_bot_that_may_not_read_goes_on_writing_after_an_outage(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        deny(table, Permission.READ_MESSAGE_HISTORY)
        table.faults.fail("POST /channels/*/messages", 503)
        await begin(table.user("Ben"), anna)
        await found(anna, lambda message: has_button(message, ":buy"))
        await settled(bot)
        assert "direct" not in (await anna.channels()).values()


async def test_a_new_game_in_a_channel_that_was_closed_is_posted(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        await begin(table.user("Ben"), anna)
        await settled(bot)
        deny(table, Permission.SEND_MESSAGES)
        table.grant("Dan", Permission.MANAGE_GUILD)
        await table.user("Dan").command(CHANNEL, "game end", confirm=True)
        await anna.next_message("direct", patience=20)
        allow(table)
        await begin(table.user("Ben"), anna, name="Second")
        await found(anna, lambda message: message.content.startswith("**Second** begins."))
        await settled(bot)
