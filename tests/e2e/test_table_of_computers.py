"""A table of computers through Discord: confirmed by its organiser, watched, and over after its last round (ASY-67)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.service.client import TableBot
from gamemaster.house import alone
from gamemaster.jobs.house import Position, Thought
from local import Message, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, found, settled

pytestmark = pytest.mark.rule("ASY-67")
POWERS = ("soviet union", "germany", "united kingdom", "japan", "united states")
CONFIRM = "Let the house play"


class QuickThinker:
    """A worker that attacks nobody."""

    async def think(self, _: object, position: Position, **__: object) -> Thought:
        quick = {"type": "decide", "choice": "default"} if position.board.requests else {"type": "end_phase"}
        return Thought((quick,), ({"line": ""},))


async def lobby_of_computers(bot: TableBot, anna: Player, edition: str = "aa1941") -> Message:
    """Anna's lobby, in which the house has every seat."""
    await bot.master.house.stop()  # What it does is asked for step by step.
    bot.master.house._workers = QuickThinker()  # type: ignore[assignment]
    await anna.command(CHANNEL, "game create", edition=edition, name="First")
    for power in POWERS:
        await anna.command(CHANNEL, "game house", power=power)
    await settled(bot)
    return await found(anna, lambda message: "The house plays every power." in message.content)


async def status_of(bot: TableBot) -> str:
    return (await bot.master.loader.by_id(1)).game.status


async def test_it_is_confirmed_watched_and_told_who_is_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alone, "ROUNDS", 2)
    async with house(tmp_path) as (table, bot):
        bot.master.house.turn_seconds = 0
        anna, cleo = table.user("Anna"), table.user("Cleo")
        lobby = await lobby_of_computers(bot, anna)
        assert "> can start the game to watch it. Or take a seat." in lobby.content
        refused = await cleo.press(lobby, "Start the game")
        assert refused.content == "Only the organiser or a server manager can start the game."
        asked = await anna.press(lobby, "Start the game")
        assert (asked.ephemeral, asked.shown.labels) == (True, [CONFIRM])
        assert "It ends once a side has won, or after round 2, in about 1 day." in asked.content
        assert await status_of(bot) == "lobby"
        twice = await anna.press(lobby, "Start the game")
        await anna.press(asked.shown, CONFIRM)
        await settled(bot)
        assert await found(anna, lambda message: message.content == "The game begins.")
        while await status_of(bot) == "running":
            assert await bot.master.house.sweep()
            await settled(bot)
        assert (await anna.press(twice.shown, CONFIRM)).content.startswith("This game is over. Start a new one")
        await settled(bot)
        messages = await anna.messages(CHANNEL)
        ended = next(message for message in messages if "is over: round 2 was the last" in message.content)
        assert ended.labels == ["Charts", "War diary", "Review", "Rematch"]
        assert not any("Start the game" in message.labels for message in messages)
        assert not any(message.raw.get("mentions") for message in messages)
        assert "No dice were rolled" in (await cleo.command(CHANNEL, "dice verify")).content
        assert (await cleo.press(ended, "Review")).content
        assert (await cleo.press(ended, "Rematch")).content.startswith(
            "Only a player, the organiser or a server manager"
        )
        await anna.press(ended, "Rematch")
        await anna.next_message(CHANNEL, lambda message: "Join as Germany" in message.labels, after=ended)
        assert table.refusals == []


async def test_who_joins_before_the_answer_changes_what_was_asked(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        lobby = await lobby_of_computers(bot, anna)
        asked = await anna.press(lobby, "Start the game")
        await ben.press(lobby, "Join as Germany")
        told = await anna.press(asked.shown, CONFIRM)
        assert told.content.startswith("Somebody has taken a seat since I asked")
        assert await status_of(bot) == "lobby"
        await anna.press(lobby, "Start the game")
        assert await status_of(bot) == "running"
        assert table.refusals == []


async def test_the_organiser_lets_the_house_play_on_where_the_last_player_leaves(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        lobby = await lobby_of_computers(bot, anna)
        await ben.press(lobby, "Join as Germany")
        await anna.press(lobby, "Start the game")
        leaving = await ben.command(CHANNEL, "game resign")
        await ben.press(leaving.shown, "Give up Germany")
        await settled(bot)
        assert await found(anna, lambda message: "Nobody but the house plays here now" in message.content)
        refused = await ben.command(CHANNEL, "game house", power="germany")
        assert refused.content.startswith("Only the organiser or a server manager can let the house play")
        asked = await anna.command(CHANNEL, "game house", power="germany", level="normal")
        assert (asked.ephemeral, asked.shown.labels) == (True, [CONFIRM])
        assert "after round 12, in about 3 days" in asked.content
        assert (await anna.press(asked.shown, CONFIRM)).content == "Done. I've told the table."
        assert (await anna.press(asked.shown, CONFIRM)).content.startswith("Germany is played by the house (normal)")
        assert await bot.master.house.sweep()
        await anna.command(CHANNEL, "game replace", power="germany", player=table.world.user_named("Ben")["id"])
        await settled(bot)
        assert await found(anna, lambda message: "From now on this is an ordinary game" in message.content)
        assert table.refusals == []
