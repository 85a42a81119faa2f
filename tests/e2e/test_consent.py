"""Cards that ask for consent, through Discord; and who can be made a player."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cogs.service.client import TableBot
from local import LocalTable, Message, Player
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, begin, found, game, settled


async def going_back(table: LocalTable) -> tuple[Player, Player, Message]:
    """Anna, who organises and plays, would like to go back to the start; Ben has a card."""
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    reply = await anna.command(CHANNEL, "end-phase")
    await anna.press(reply.shown, "End anyway")
    asked = await anna.command(CHANNEL, "game rollback", to="0")
    assert asked.content.startswith("Nothing has changed yet. <@")
    return anna, ben, await found(ben, lambda message: "asks to put the game back" in message.content)


async def phase(bot: TableBot, table: LocalTable) -> str:
    return (await game(bot, table.world.channel_named(CHANNEL)["id"])).running.phase


async def test_a_card_is_answered_after_a_restart_by_those_who_may(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            anna, ben, card = await going_back(table)
            assert card.mentions == ["Ben"]
            assert card.labels == ["Agree", "Refuse", "Withdraw"]
            await settled(bot)
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            nobody = {
                anna: "Only <@",
                table.user("Cleo"): "Only <@",
            }
            for player, words in nobody.items():
                refused = await player.press(card, "Agree")
                assert refused.content.startswith(words)
                assert refused.ephemeral
            assert (await ben.press(card, "Agree")).content == "You agreed. I've told the table."
            assert await phase(bot, table) == "purchase"
            over = await ben.wait_until(card, lambda message: not message.buttons)
            assert over.content.endswith("**Ben agreed.**")
            await settled(bot)
        assert table.refusals == []


async def test_a_card_loses_its_buttons_when_the_game_goes_on(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben, card = await going_back(table)
        told = await anna.command(CHANNEL, "end-phase")
        await anna.press(told.shown, "End anyway")
        off = await ben.wait_until(card, lambda message: not message.buttons)
        assert "The game has gone on since, so this is off. Anna can ask again with `/game rollback`." in off.content
        assert await phase(bot, table) != "purchase"
        assert table.refusals == []


async def test_a_refusal_is_told_to_whoever_asked(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        _, ben, card = await going_back(table)
        await ben.press(card, "Refuse")
        told = await found(ben, lambda message: "Ben refused to put the game back" in message.content)
        assert told.mentions == ["Anna"]
        assert await phase(bot, table) == "combat_move"
        assert table.refusals == []


@pytest.mark.parametrize("end", ["abandoned", "finished"])
async def test_a_game_whose_seed_is_published_never_goes_back(tmp_path: Path, end: str) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        await anna.command(CHANNEL, "end-phase")
        table.grant("Dan", 1 << 5)
        dan = table.user("Dan")
        if end == "abandoned":
            await dan.command(CHANNEL, "game end", confirm=True)
        else:
            await ben.command(CHANNEL, "concede", confirm=True)
        await found(ben, lambda message: "seed of" in message.content.lower())
        change: Any = {"change": json.dumps({"ipcs": {"germany": 1}})}
        for player in (anna, dan):
            refused = await player.command(CHANNEL, "game rollback", to="0")
            assert refused.content.startswith("This game is over and can't go on: its dice seed is public")
            assert (await player.command(CHANNEL, "game edit", **change)).ephemeral
            assert (await player.command(CHANNEL, "game start")).ephemeral
        loaded = await game(bot, table.world.channel_named(CHANNEL)["id"])
        assert loaded.game.status == end
        assert loaded.running.treasuries["germany"] != 1
        assert table.refusals == []


async def test_a_bot_and_a_stranger_to_the_server_are_no_players(tmp_path: Path) -> None:
    async with house(tmp_path, also=["cogs.table.demo"]) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        world = table.world
        world.add_user("Walter")
        robot = world.users[world.bot_id]["global_name"]
        machine = world.add_user("Marvin", bot=True)
        world.add_member(machine["id"])
        await begin(ben, anna)
        for name, words in (
            ("Walter", "Walter isn't a member of this server"),
            (robot, "is a bot"),
            ("Marvin", "is a bot"),
        ):
            replaced = await anna.command(CHANNEL, "game replace", power="soviet union", player=name)
            invited = await anna.command(CHANNEL, "demo", game="aa1941", opponent=name)
            assert words in replaced.content, replaced.content
            assert words in invited.content, invited.content
        seats = (await game(bot, world.channel_named(CHANNEL)["id"])).seats
        assert set(seats.values()) == {int(world.user_named(name)["id"]) for name in ("Anna", "Ben")}
        assert table.refusals == []


async def test_a_friend_is_asked_before_he_is_replaced_unless_he_has_left(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        asked = await anna.command(CHANNEL, "game replace", power="japan", player="Cleo")
        assert asked.content.startswith("Nothing has changed yet. <@")
        card = await found(ben, lambda message: "asks to give Japan to" in message.content)
        assert card.mentions == ["Ben"]
        there = int(table.world.user_named("Ben")["id"])
        assert (await game(bot, table.world.channel_named(CHANNEL)["id"])).seats["japan"] == there
        table.world.members.remove(str(there))
        done = await anna.command(CHANNEL, "game replace", power="japan", player="Cleo")
        assert done.content == "Done. I've told the table."
        cleo = int(table.world.user_named("Cleo")["id"])
        assert (await game(bot, table.world.channel_named(CHANNEL)["id"])).seats["japan"] == cleo
        await settled(bot)
        assert ["Unknown Member" in refusal for refusal in table.refusals] == [True]
