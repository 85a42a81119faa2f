"""/todo: what all my games wait for me to do, the most urgent first."""

from __future__ import annotations

from pathlib import Path

from local import File
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, settled
from tests.e2e.test_own_games import LONG_NAME, MID_BATTLE
from tests.store.examples import new_game, state


async def test_what_is_owed_and_where(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        assert (
            await anna.command(CHANNEL, "todo")
        ).content == "Nothing is waiting for you. Start a game with /game create."
        await begin(ben, anna)
        await settled(bot)
        panel = await found(anna, lambda message: "My orders" in message.labels)
        reply = (await anna.command(CHANNEL, "todo")).shown
        first, second = reply.content.split("\n")
        assert first == "1 game is waiting for you:"
        assert second.startswith("• **First**: Soviet Union, purchase · <t:")
        (button,) = reply.buttons
        assert (button.label, button.style) == ("First: Soviet Union", "link")
        place = f"{table.world.guild['id']}/{panel.channel_id}/{panel.id}"
        assert button.url == f"https://discord.com/channels/{place}"
        waiting = (await ben.command(CHANNEL, "todo")).content
        assert waiting == (
            "Nothing is waiting for you.\nYour games that are waiting for others:\n"
            f"• **First** is waiting for <@{table.world.user_named('Anna')['id']}>"
        )
        await settled(bot)
        assert table.refusals == []


async def test_a_question_is_named_with_its_deadline(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        created = await anna.command(CHANNEL, "game create", edition="aa1941", name="First", pace="daily", deadline=48)
        pace = "Pace daily: 24 hours for a turn; after 48 hours without an answer the printed default applies"
        assert pace in created.content.split("\n")
        await anna.command(CHANNEL, "game join", powers="allies")
        await ben.command(CHANNEL, "game join", powers="axis")
        await anna.command(CHANNEL, "game import", record=File("record.json", MID_BATTLE.read_bytes()))
        told = (await ben.command(CHANNEL, "todo")).content
        assert "• **First (imported)**: Germany, choose casualties · <t:" in told
        assert ":R>, default answer <t:" in told
        assert "Nothing is waiting for you" in (await anna.command(CHANNEL, "todo")).content


async def test_of_many_games_those_come_first_that_have_waited_longest(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        anna_id = int(table.world.user_named("Anna")["id"])
        async with bot.master.store.write() as write:
            for number in range(60):
                game = await write.create_game(new_game(channel_id=number + 1, name=LONG_NAME, organiser_id=anna_id))
                await write.commit_turn(game.id, 0, state=state("start.1.germany.purchase"), status="running")
                await write.set_seat(game.id, "germany", anna_id)
        told = await anna.command(CHANNEL, "todo")
        assert len(told.content) <= 2000
        assert told.content.startswith("60 games are waiting for you:\n• **")
        assert "-# And 52 more; `/game list` has them all." in told.content
        assert len(told.shown.buttons) == 8


async def test_reminders_are_chosen_on_a_phone_with_the_clock_that_it_shows(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna = table.user("Anna")
        shown = await anna.command(CHANNEL, "reminders")
        assert shown.content.startswith(
            "Once a game has waited for you long enough, I'll remind you in the game's channel."
        )
        offered = await anna.autocomplete(CHANNEL, "reminders", focused="zone", zone="berlin")
        assert [choice.value for choice in offered] == ["Europe/Berlin"]
        chosen = await anna.command(CHANNEL, "reminders", way="direct", quiet="22-7", zone="Europe/Berlin")
        assert "I'll remind you by direct message.\nNo pings from 22:00 to 7:00 (Europe/Berlin, " in chosen.content
        refused = await anna.command(CHANNEL, "reminders", quiet="all night")
        assert refused.content == "Write quiet hours as two whole hours, such as 22-7, or off."
