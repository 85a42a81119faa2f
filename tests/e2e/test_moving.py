"""A game whose channel is gone goes on in another one, or is ended there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cogs.service.client import TableBot
from local import LocalTable, Permission, Player
from store.__main__ import main
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, has_button, settled

OTHER = "mess-hall"


async def orphaned(table: LocalTable, bot: TableBot) -> tuple[Player, Player]:
    """Anna (Allies, no manager) and Ben (Axis) in a game whose channel was deleted; something waits to be posted."""
    anna, ben = table.user("Cleo"), table.user("Ben")
    table.grant("Dan", Permission.MANAGE_GUILD)
    await begin(ben, anna)
    await found(anna, lambda message: has_button(message, ":buy"))
    await settled(bot)
    table.delete_channel(CHANNEL)
    loaded = await bot.master.loader.by_id(1)
    await bot.master.publisher.why_unsent(await bot.master.channels.post_panel(loaded))
    return anna, ben


async def test_a_manager_brings_a_game_into_another_channel(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = await orphaned(table, bot)
        letter = await anna.next_message("direct", patience=20)
        assert "with /game move there" in letter.content
        assert "I can't post there: the channel was deleted." in (await anna.command(OTHER, "game list")).content
        dan = table.user("Dan")
        (choice,) = await dan.autocomplete(OTHER, "game move", focused="game", game="")
        assert choice.name == "First (#1)"
        moved = await dan.command(OTHER, "game move", game=str(choice.value))
        assert (moved.content, moved.ephemeral) == ("The game goes on here.", True)
        arrival = await anna.next_message(OTHER, lambda message: "goes on here" in message.content)
        assert "Dan moved it from a channel that is gone or closed." in arrival.content
        assert set(arrival.mentions) == {"Cleo", "Ben"}
        await settled(bot)
        assert await bot.master.host_reports.parked_channels() == ()
        panel = (await anna.messages(OTHER))[-1]
        confirm = await anna.press(panel, "End purchases")
        await anna.press(confirm.shown, "End anyway")
        await found(anna, lambda message: has_button(message, "combat_move:end") and not message.ephemeral, OTHER)
        assert (await dan.command(OTHER, "game end", confirm=True)).content == "I've ended the game."
        assert (await bot.master.loader.by_id(1)).game.status == "abandoned"
        assert not (await ben.command(OTHER, "game list")).content.startswith("• ")


async def test_players_cannot_move_a_game_nor_see_what_there_is_to_move(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = await orphaned(table, bot)
        for player in (anna, ben, table.user("Eve")):
            assert not await player.autocomplete(OTHER, "game move", focused="game", game="")
            refused = await player.command(OTHER, "game move", game="1")
            assert refused.content == "Only a server manager can move a game of the server into another channel."
        for number in ("2", "first", "99999999999999999999"):
            refused = await table.user("Dan").command(OTHER, "game move", game=number)
            assert refused.content.startswith("Choose one of the suggested games")
        assert (await bot.master.loader.by_id(1)).game.channel_id != table.world.channel_named(OTHER)["id"]


async def test_a_channel_that_is_still_there_is_told_and_its_old_panel_loses_its_buttons(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben, dan = table.user("Cleo"), table.user("Ben"), table.user("Dan")
        table.grant("Dan", Permission.MANAGE_GUILD)
        await begin(ben, anna)
        panel = await found(anna, lambda message: has_button(message, ":buy"))
        await settled(bot)
        assert (await dan.command(CHANNEL, "game move", game="1")).content.startswith(
            "That game is already in this channel"
        )
        await dan.command(OTHER, "game move", game="1")
        await settled(bot)
        told = (await anna.messages(CHANNEL))[-1]
        assert "Dan moved **First** to <#" in told.content
        await anna.wait_until_gone(panel)
        assert "no game in this channel" in (await anna.command(CHANNEL, "buy", units="1 infantry")).content
        assert "Ordered: 1 infantry" in (await anna.command(OTHER, "buy", units="1 infantry")).content


@pytest.mark.parametrize("with_game", [False, True])
async def test_a_lobby_moves_with_its_invitation_and_never_onto_another_game(tmp_path: Path, with_game: bool) -> None:
    async with house(tmp_path) as (table, bot):
        anna, dan = table.user("Cleo"), table.user("Dan")
        table.grant("Dan", Permission.MANAGE_GUILD)
        await anna.command(CHANNEL, "game create", edition="aa1941")
        await anna.command(CHANNEL, "game join", powers="allies")
        table.delete_channel(CHANNEL)
        if with_game:
            await anna.command(OTHER, "game create", edition="revised")
            refused = await dan.command(OTHER, "game move", game="1")
            assert refused.content == "This channel already has a game. Use another channel or thread."
            return
        lobby = await dan.command(OTHER, "game move", game="1")
        await table.user("Ben").press(lobby.shown, "Join as Germany")
        await settled(bot)
        assert set((await bot.master.loader.by_id(1)).seats) >= {"germany", "soviet_union"}


async def test_a_game_that_the_host_moved_is_played_where_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with house(tmp_path) as (table, bot):
        anna, _ = await orphaned(table, bot)
        channel_id = table.world.channel_named(OTHER)["id"]
        url = f"sqlite:///{tmp_path / 'games.db'}"
        assert await in_another_thread("move", "1", channel_id, "--database", url) == 0
        assert capsys.readouterr().out.startswith(f"Game 1 is now in channel {channel_id}. Use /panel there")
        assert (await anna.command(OTHER, "panel")).content == "Here it is."
        await settled(bot)
        panel = (await anna.messages(OTHER))[-1]
        assert "My orders" in panel.labels or panel.labels
        orders = await anna.press(panel, "My orders")
        assert "Use it there" not in orders.content


async def in_another_thread(*arguments: str) -> int:
    """`python -m store` beside the bot."""
    return await asyncio.to_thread(main, arguments)
