"""Discord is down, takes away permissions or loses a channel: the game is safe, and nothing is told twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from local import LocalTable, Message, Permission, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, has_button, new_thread, settled, tags
from tests.patience import PATIENCE_SECONDS

POSTS = "POST /channels/*/messages"


async def started(table: LocalTable, channel: str = CHANNEL) -> tuple[Player, Player]:
    """Anna (Allies) and Ben (Axis) in a game that has begun."""
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna, channel, options={"posts": "full"})
    await found(anna, lambda message: has_button(message, ":buy"), channel)
    return anna, ben


async def end_purchase(anna: Player, channel: str = CHANNEL) -> None:
    await anna.command(channel, "buy", units="2 infantry")
    done = await anna.command(channel, "end-phase")
    assert done.content == "Done. Now: Soviet Union, combat move."


def is_combat_panel(message: Message) -> bool:
    return not message.ephemeral and has_button(message, "combat_move:end")


@pytest.mark.parametrize("status", [500, 503, 0])
@pytest.mark.parametrize("stored", [False, True])
async def test_a_post_that_discord_did_not_confirm_comes_once(tmp_path: Path, status: int, stored: bool) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _ = await started(table)
        table.faults.fail(POSTS, status, stored=stored)
        await end_purchase(anna)
        await found(anna, is_combat_panel)
        await settled(bot)
        posts = tags([message for message in await anna.messages(CHANNEL) if not message.ephemeral])
        assert len(posts) == len(set(posts)) == 3, "the beginning, the report and the panel; the one before is gone"
        assert table.refusals == []


async def test_a_picture_that_may_not_be_sent_comes_in_words(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _ = await started(table)
        table.set_permissions(CHANNEL, table.bot_user["id"], deny=Permission.ATTACH_FILES)
        await end_purchase(anna)
        report = await found(anna, lambda message: "Bought 2 infantry" in message.content)
        assert not report.attachments
        assert "Archangel (Soviet Union): 3 infantry" in report.content
        assert len(report.content) <= 2000
        await found(anna, is_combat_panel)
        await settled(bot)


async def test_a_deleted_channel_stops_its_game_alone_and_the_organiser_is_told(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, _ = await started(table)
        await begin(table.user("Dan"), table.user("Cleo"), "mess-hall", name="Second")
        await found(anna, lambda message: has_button(message, ":buy"), "mess-hall")
        await anna.command(CHANNEL, "buy", units="2 infantry")
        table.faults.fail("POST /channels/*/messages", 404, code=10003)
        await anna.command(CHANNEL, "end-phase")
        letter = await anna.next_message("direct", patience=20)
        assert letter.content.startswith("I can no longer post for **First** in <#")
        assert "the channel was deleted. The game is safe." in letter.content
        table.delete_channel(CHANNEL)
        await end_purchase(table.user("Cleo"), "mess-hall")
        await found(anna, is_combat_panel, "mess-hall")


async def test_a_channel_closed_to_the_bot_goes_on_after_panel(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _ = await started(table)
        table.set_permissions(CHANNEL, table.bot_user["id"], deny=Permission.SEND_MESSAGES)
        await end_purchase(anna)
        letter = await anna.next_message("direct", patience=20)
        assert "the bot may not write there" in letter.content
        order: Any = {"from": "russia", "units": "1 infantry", "to": "west russia"}
        moved = await anna.command(CHANNEL, "move", **order)
        assert "1 infantry: Russia to West Russia" in moved.content
        table.set_permissions(CHANNEL, table.bot_user["id"])
        assert (await anna.command(CHANNEL, "panel")).content == "Here it is."
        await settled(bot)
        posts = [message for message in await anna.messages(CHANNEL) if not message.ephemeral]
        assert len(tags(posts)) == len(set(tags(posts)))
        assert "Bought 2 infantry" in "\n".join(message.content for message in posts)
        panels = [message for message in posts if has_button(message, "combat_move:end")]
        assert len(panels) == 1


async def test_a_panel_that_somebody_deleted_comes_back_with_the_next_phase(tmp_path: Path) -> None:
    """Not with a secret order, of which nothing public may tell; the answer to that has the buttons to go on."""
    async with house(tmp_path) as (table, bot):
        anna, _ = await started(table)
        await settled(bot)
        panel = await found(anna, lambda message: has_button(message, ":buy"))
        await anna.delete(panel)
        await anna.wait_until_gone(panel)
        answer = await anna.command(CHANNEL, "buy", units="1 infantry")
        assert answer.message is not None
        assert has_button(answer.message, ":end")
        await end_purchase(anna)
        again = await found(anna, is_combat_panel)
        assert not again.mentions
        await settled(bot)


async def test_an_answer_that_cannot_be_told_leaves_the_order_in_place(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, _ = await started(table)
        table.faults.fail("POST /webhooks/*", 503)
        await anna.command(CHANNEL, "buy", units="1 infantry")
        orders = await anna.command(CHANNEL, "my-orders")
        assert "Ordered: 1 infantry for 3 IPCs" in orders.content


async def test_the_bot_comes_back_after_its_connection_broke(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _ = await started(table)
        table.gateway.ask_to_reconnect()
        await bot.wait_for("resumed", timeout=PATIENCE_SECONDS)
        await end_purchase(anna)
        await found(anna, is_combat_panel)
        assert table.refusals == []


async def test_a_game_in_a_thread_goes_on_after_it_was_archived(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        thread = await new_thread(table, bot)
        await begin(ben, anna, thread)
        await found(anna, lambda message: has_button(message, ":buy"), thread)
        await settled(bot)
        table.archive_thread("campaign")
        await anna.command(thread, "buy", units="1 infantry")
        confirm = await anna.command(thread, "end-phase")
        await anna.press(confirm.shown, "End anyway")
        await found(anna, is_combat_panel, thread)
