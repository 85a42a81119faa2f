"""The call for players of a game with a thread of its own: it stays in the channel and counts there."""

from __future__ import annotations

from pathlib import Path

from gamemaster.keys import custom_id
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, has_button, settled
from tests.e2e.test_own_threads import THREAD, begun, called, place, threads
from tests.e2e.test_places import message_with


async def test_games_in_threads_share_a_channel_with_each_other_and_with_a_game(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        first = await called(table, bot, anna)
        second = await called(table, bot, ben, "Second")
        await begin(ben, anna, name="Third")
        assert [await place(bot, number) for number in (1, 2)] == threads(table)
        await ben.press(first, "Join as Germany")
        await anna.press(second, "Join as Japan")
        assert [dict((await bot.master.loader.by_id(number)).seats) for number in (1, 2)] == [
            {"germany": int(table.world.user_named("Ben")["id"])},
            {"japan": int(table.world.user_named("Anna")["id"])},
        ]


async def test_buttons_of_the_call_count_only_where_it_stands(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        call = await called(table, bot, anna)
        second = await called(table, bot, anna, "Second")
        assert "Join as Germany" in second.labels
        first, _ = threads(table)
        elsewhere = int(table.world.channel_named("mess-hall")["id"])
        forged = await message_with(bot, elsewhere, ben, custom_id(1, "lobby", "join.germany"))
        refused = await ben.press(forged, "Press")
        assert refused.content == f"That button belongs to the game in <#{first}>. Use it there."
        await ben.press(call, "Join as Germany")
        await ben.command(first, "game leave")
        now = await ben.wait_until(call, lambda shown: "Germany (Axis): free" in shown.content)
        assert "Join as Germany" in now.labels


async def test_seats_are_drafted_in_the_thread_and_the_call_in_the_channel_shows_it(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        created = await anna.command(
            CHANNEL, "game create", edition="aa1941", posts="in a thread", seats="drafted", name=THREAD
        )
        await settled(bot)
        (thread,) = threads(table)
        call = created.shown
        await anna.press(call, "Join the game")
        await ben.press(call, "Join the game")
        drawn = await anna.press(call, "Draw the order")
        call = drawn.shown
        assert call.channel_id != thread
        await settled(bot)
        post = await found(anna, lambda message: any(label.startswith("Pick ") for label in message.labels), thread)
        picker = anna if "Anna" in post.mentions else ben
        picked = await picker.press(post, post.labels[0])
        assert picked.content.startswith("Done. The call for players in <#")
        await anna.wait_until(call, lambda now: f"<@{table.world.user_named(picker.name)['id']}>" in now.content)
        await settled(bot)
        assert table.refusals == []


async def test_a_player_who_is_wanted_later_is_called_for_in_the_channel(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben, thread = await begun(table, bot)
        cleo, dan = table.user("Cleo"), table.user("Dan")
        asked = await ben.command(thread, "game resign")
        await ben.press(asked.shown, "Give up Germany and Japan")
        await settled(bot)
        call = await found(cleo, lambda message: "Wanted: a new player" in message.content)
        assert f"for **First** in <#{thread}>. Free: **Germany and Japan**" in call.content
        told = await cleo.press(call, "Take Germany and Japan")
        assert f"can agree, on the card in <#{thread}>." in told.content
        await settled(bot)
        await anna.press(await found(anna, lambda message: has_button(message, "agree"), thread), "Agree")
        await settled(bot)
        closed = await dan.wait_until(call, lambda now: not now.labels)
        assert closed.content.startswith(f"All seats have a player again for **First** in <#{thread}>.")
        assert "**Germany**" in (await cleo.command(thread, "dossier")).content
        assert table.refusals == []


async def test_who_is_invited_is_told_where_the_call_stands(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await anna.command(CHANNEL, "game create", edition="aa1941", posts="in a thread", seats="invited")
        await settled(bot)
        (thread,) = threads(table)
        await anna.command(thread, "game invite", player="Ben")
        told = await found(ben, lambda message: "invites you" in message.content, thread)
        home = table.world.channel_named(CHANNEL)["id"]
        assert f"Take a seat in the lobby, in <#{home}>, or with `/game join`." in told.content
