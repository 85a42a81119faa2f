"""Where things work: commands in servers, each game in its own channel. What comes from elsewhere gets an answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.interactions.presses import _REACTIONS, OF_NO_GAME
from cogs.service.client import TableBot
from gamemaster.keys import custom_id
from gamemaster.roles import Actor
from local import LocalTable, Message, Player, RefusedError
from local.interactions.interaction import AUTOCOMPLETE, COMMAND, MODAL_SUBMIT
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, settled

ELSEWHERE = "mess-hall"
WORKING_IN_DIRECT_MESSAGES = {"about", "help", "reminders", "rules", "todo"}
IN_SERVERS_ONLY = "You can't play in direct messages. Use a channel of your server."
OLD = "That button is from an older version of this bot. Use /panel to get the current ones."


def deeds() -> list[str]:
    """All that buttons, menus and forms of a game can mean."""
    return [word for word in _REACTIONS if word not in OF_NO_GAME]


async def talk_with(table: LocalTable, bot: TableBot, name: str) -> str:
    """The channel of somebody's direct messages with the bot."""
    return str((await bot.create_dm(discord.Object(int(table.world.user_named(name)["id"])))).id)


async def test_only_what_needs_no_game_works_in_direct_messages(tmp_path: Path) -> None:
    async with house(tmp_path, ["cogs.table.demo"]) as (table, bot):
        commands = {command["name"]: command for command in table.world.commands_of(None)}
        assert {command["type"] for command in commands.values()} == {1}
        assert all(command["integration_types"] == [0] for command in commands.values())
        wanted = {name: [0, 1] if name in WORKING_IN_DIRECT_MESSAGES else [0] for name in commands}
        assert {name: command["contexts"] for name, command in commands.items()} == wanted
        anna = table.user("Anna")
        direct = await talk_with(table, bot, "Anna")
        for name in ("game list", "map", "orders", "demo"):
            with pytest.raises(RefusedError, match="works in servers only"):
                await anna.command(direct, name)
        assert (await anna.command(direct, "help")).shown.text.startswith("**How to play here**")
        assert "CMV-23" in (await anna.command(direct, "rules search", text="CMV-23")).content
        assert (await anna.command(direct, "rules advantages")).content.startswith("**National advantages in")
        assert await anna.autocomplete(direct, "rules search", focused="text", text="blitz")
        assert (await anna.command(direct, "todo")).content.startswith("Nothing is waiting for you.")
        assert "I'll remind you by direct message" in (await anna.command(direct, "reminders", way="direct")).content
        assert await anna.autocomplete(direct, "reminders", focused="zone", zone="berlin")


async def test_what_comes_in_a_direct_message_all_the_same_is_answered(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        await begin(table.user("Ben"), anna)
        direct = await talk_with(table, bot, "Anna")
        for command in table.world.commands_of(None):
            if command["name"] in WORKING_IN_DIRECT_MESSAGES:
                continue
            options = [{"name": "list", "type": 1, "options": []}] if command["name"] == "game" else []
            data = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
            assert (await anna.forge(direct, COMMAND, data)).content == IN_SERVERS_ONLY, command["name"]
        focused: list[dict[str, Any]] = [{"name": "from", "type": 3, "value": "", "focused": True}]
        data = {"id": "1", "name": "move", "type": 1, "options": focused}
        assert (await anna.forge(direct, AUTOCOMPLETE, data)).status == "choices"
        for word in deeds():
            modal = {"custom_id": custom_id(1, "1.soviet_union.purchase", word), "components": []}
            assert (await anna.forge(direct, MODAL_SUBMIT, modal)).content == IN_SERVERS_ONLY, word
        button = await message_with(bot, int(direct), anna, custom_id(1, "1.soviet_union.purchase", "end"))
        assert (await anna.press(button, "Press")).content == IN_SERVERS_ONLY
        await settled(bot)
        assert table.refusals == []


async def message_with(bot: TableBot, channel_id: int, player: Player, pressed: str) -> Message:
    """A message of the bot with this button, wherever that came from."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Press", custom_id=pressed))
    sent = await bot.get_partial_messageable(channel_id).send("Old or forged", view=view)
    return await player.next_message(str(channel_id), lambda message: message.id == str(sent.id))


async def test_presses_from_another_channel_are_told_where_the_game_is(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, cleo = table.user("Anna"), table.user("Cleo")
        await begin(table.user("Ben"), anna)
        home, elsewhere = (int(table.world.channel_named(name)["id"]) for name in (CHANNEL, ELSEWHERE))
        there = f"That button belongs to the game in <#{home}>. Use it there."
        await settled(bot)
        before = (await bot.master.loader.by_id(1)).game
        for word in deeds():
            pressed = custom_id(1, "1.soviet_union.purchase", word)
            button = await message_with(bot, elsewhere, anna, pressed)
            assert (await anna.press(button, "Press")).content == there, word
            assert (await cleo.press(button, "Press")).content == there, word
            sent_in = {"custom_id": pressed, "components": []}
            reply = await anna.forge(ELSEWHERE, MODAL_SUBMIT, sent_in)
            assert (reply.content, reply.ephemeral) == (there, True), word
        assert (await bot.master.loader.by_id(1)).game == before
        why = await message_with(bot, elsewhere, cleo, custom_id(0, "CMV-23", "rule"))
        assert "CMV-23" in (await cleo.press(why, "Press")).content
        await settled(bot)
        assert table.refusals == []


async def test_a_game_of_another_server_is_not_named(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        loaded = await bot.master.lobby.create(Actor(1, "Somebody"), 7, 8, "aa1941", {})
        home = int(table.world.channel_named(CHANNEL)["id"])
        for word in ("map", "words.w", "charts", "join.germany", "orders"):
            button = await message_with(bot, home, anna, custom_id(loaded.game.id, "lobby", word))
            reply = await anna.press(button, "Press")
            assert reply.content == "That button belongs to a game in another server. Use it there.", word


@pytest.mark.parametrize(
    ("pressed", "answer"),
    [
        ("v1:99:1.germany.purchase:buy", "I no longer have that game. See yours with /game list."),
        (f"v1:{'9' * 18}:x:map", "I no longer have that game. See yours with /game list."),
        (f"v1:{'9' * 80}:x:map", OLD),
        ("v1:١:x:map", OLD),
        ("v1:-1:x:map", OLD),
        ("v1:1:x:unheard.of", OLD),
        ("v0:1:x:map", OLD),
        ("anything\nat all", OLD),
    ],
)
async def test_a_button_that_means_nothing_here_is_answered(tmp_path: Path, pressed: str, answer: str) -> None:
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        home = int(table.world.channel_named(CHANNEL)["id"])
        button = await message_with(bot, home, anna, pressed)
        assert (await anna.press(button, "Press")).content == answer
        assert (await anna.forge(CHANNEL, MODAL_SUBMIT, {"custom_id": pressed, "components": []})).content == answer


async def test_where_a_channel_has_a_game_another_begins_in_a_thread_that_a_player_makes(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        no = await ben.command(CHANNEL, "game create", edition="aa1941")
        assert "Use another channel or thread" in no.content
        for place in (await ben.new_thread(CHANNEL, "Second game"), await ben.new_channel("third game")):
            await ben.command(place, "game create", edition="revised", name="Another")
            await ben.command(place, "game join", powers="axis")
            await anna.command(place, "game join", powers="allies")
            assert (await ben.command(place, "game start")).content == "The game begins."
            await anna.next_message(place, lambda message: "round 1" in message.content)
        assert table.refusals == []
