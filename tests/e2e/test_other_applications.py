"""Posts that are not ours to change: of the bot's former application, deleted, archived, or in a closed channel."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.times import Times
from local import LocalTable, Message, Permission, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, has_button, new_thread, settled, tags


async def started(table: LocalTable) -> tuple[Player, Player]:
    """Anna (Allies) and Ben (Axis) in a game that has begun."""
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    await found(anna, lambda message: has_button(message, ":buy"))
    return anna, ben


def give_to_another(table: LocalTable) -> None:
    """All posts of the bot become those of another application, as after a change of the token."""
    former = table.world.add_user("Former Master", bot=True)
    for message in list(table.world.messages.values()):
        if message["author"]["id"] == table.bot_user["id"]:
            table.world.save_message(message | {"author": former})


async def end_purchase(anna: Player) -> None:
    confirm = await anna.command(CHANNEL, "end-phase")
    await anna.press(confirm.shown, "End anyway")


def is_combat_panel(message: Message) -> bool:
    return not message.ephemeral and has_button(message, "combat_move:end")


async def test_a_game_goes_on_under_another_application(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _ = await started(table)
        await settled(bot)
        give_to_another(table)
        await end_purchase(anna)
        panel = await found(anna, is_combat_panel)
        await settled(bot)
        assert panel.author == "Game Master"
        assert "direct" not in (await anna.channels()).values()
        assert len(tags(await anna.messages(CHANNEL))) == len(set(tags(await anna.messages(CHANNEL))))
        async with bot.master.store.read() as read:
            assert await read.parked_channels() == ()


async def test_the_panel_of_another_application_is_none(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _ = await started(table)
        await settled(bot)
        give_to_another(table)
        assert (await anna.command(CHANNEL, "panel")).content == "Here it is."
        panels = [each for each in await anna.messages(CHANNEL) if has_button(each, ":buy") and not each.ephemeral]
        authors = [table.world.messages[panel.id]["author"]["global_name"] for panel in panels]
        assert authors == ["Former Master", "Game Master"]


async def test_what_cannot_be_edited_is_posted_anew(tmp_path: Path) -> None:
    """The edit of a panel, where the post is another's, and where it is gone."""
    async with house(tmp_path) as (table, bot):
        await started(table)
        await settled(bot)
        for number, lose in enumerate((give_to_another, delete_all), start=1):
            lose(table)
            async with bot.master.store.write() as write:
                game = await write.game(1)
                panel = bot.master.announcer.panel_again(await bot.master.loader.with_reading(write, game), Times(0))
                change = type(panel)(kind="edit", channel_id=panel.channel_id, payload=panel.payload, role=panel.role)
                await write.outbox.enqueue(1, [change])
            bot.master.publisher.wake()
            await settled(bot)
            async with bot.master.store.read() as read:
                post, game = await read.post(1, "panel"), await read.game(1)
            assert post is not None
            assert post.message_id == game.last_message_id, number
            assert str(post.message_id) in table.world.messages


def delete_all(table: LocalTable) -> None:
    for message in list(table.world.messages.values()):
        table.world.remove_message(message)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50005), (404, 10008), (400, 50021)])
async def test_a_panel_that_cannot_be_changed_is_posted_anew_and_stops_nothing(
    tmp_path: Path, status: int, code: int
) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _ = await started(table)
        await settled(bot)
        table.faults.fail("PATCH /channels/*/messages/*", status, code=code, times=9)
        await end_purchase(anna)
        await found(anna, is_combat_panel)
        await settled(bot)
        async with bot.master.store.read() as read:
            assert await read.parked_channels() == ()
        posts = tags([message for message in await anna.messages(CHANNEL) if not message.ephemeral])
        assert len(posts) == len(set(posts))


async def test_a_panel_that_is_refused_is_not_said_to_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamemaster.outbox.publisher.PATIENCE_SECONDS", 0.2)
    async with house(tmp_path) as (table, bot):
        anna, ben = await started(table)
        await settled(bot)
        await anna.command(CHANNEL, "map")
        panel = (await ben.messages(CHANNEL))[-1]
        await bot.http.delete_message(int(table.world.channel_named(CHANNEL)["id"]), int(panel.id))
        table.faults.fail("POST /channels/*/messages", 403, code=50013)
        reply = await ben.command(CHANNEL, "panel")
        assert reply.ephemeral
        assert reply.content.startswith("I couldn't post in this channel: the bot may not write there")
        assert reply.content.endswith("use /panel.")
        assert (await ben.command(CHANNEL, "panel")).content == "Here it is."


async def test_a_panel_that_is_late_is_not_said_to_be_there(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        await started(table)
        await settled(bot)
        async with bot.master.store.read() as read:
            loaded = await bot.master.loader.with_reading(read, await read.game(1))
        await bot.master.publisher.stop()
        number = await bot.master.channels.post_panel(loaded)
        why = await bot.master.publisher.why_unsent(number, patience=0.1)
        assert why == "Discord hasn't taken that post yet. It will appear on its own."
        bot.master.publisher.start()
        assert await bot.master.publisher.why_unsent(number) is None


async def test_a_locked_thread_is_named_and_the_game_goes_on_once_it_is_open(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        thread = await new_thread(table, bot)
        await begin(ben, anna, thread)
        await found(anna, lambda message: has_button(message, ":buy"), thread)
        await settled(bot)
        table.set_permissions(CHANNEL, table.bot_user["id"], deny=Permission.MANAGE_THREADS)
        table.archive_thread("campaign", locked=True)
        async with bot.master.store.read() as read:
            loaded = await bot.master.loader.with_reading(read, await read.game(1))
        why = await bot.master.publisher.why_unsent(await bot.master.channels.post_panel(loaded))
        assert why is not None
        assert why.startswith("I couldn't post in this channel: the bot may not write there")
        letter = await anna.next_message("direct", patience=20)
        assert "The game is safe." in letter.content
        table.archive_thread("campaign")
        assert (await anna.command(thread, "panel")).content == "Here it is."
        panels = [each for each in await anna.messages(thread) if has_button(each, ":buy")]
        assert [panel.ephemeral for panel in panels] == [False]
