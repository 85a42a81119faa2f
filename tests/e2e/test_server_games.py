"""/games: the games of a server, as whoever asks may see their channels."""

from __future__ import annotations

from pathlib import Path

from local import Permission
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, new_thread
from tests.store.examples import new_game, state


async def test_who_plays_where_and_who_is_ahead(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben, cleo = table.user("Anna"), table.user("Ben"), table.user("Cleo")
        nothing = await cleo.command(CHANNEL, "games")
        assert nothing.content.startswith("No game is under way in the channels that you see.")
        await begin(ben, anna)
        thread = await new_thread(table, bot)
        await cleo.command(thread, "game create", edition="revised", name="*Sunday*")
        told = await cleo.command(CHANNEL, "games")
        assert told.ephemeral
        first, figures, lobby = told.content.split("\n")
        anna_id, channel = table.world.user_named("Anna")["id"], table.world.channel_named(CHANNEL)["id"]
        assert first == (
            f"**First** in <#{channel}> · Axis & Allies: 1941, round 1: Soviet Union (<@{anna_id}>), purchase."
        )
        assert (
            figures
            == "-# Income: Allies 36, Axis 21 · Units in IPCs: Allies 371, Axis 348 · Victory cities: Allies 3, Axis 2"
        )
        assert lobby.startswith(f"**\\*Sunday\\*** in <#{thread}> · ")
        assert "not begun; free seats: " in lobby
        await anna.command(CHANNEL, "buy", units="1 infantry")
        assert (await cleo.command(CHANNEL, "games")).content == told.content
        assert table.refusals == []


async def test_games_in_channels_that_one_does_not_see_are_not_told(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        await begin(table.user("Ben"), table.user("Anna"))
        assert "**First**" in (await table.user("Cleo").command("mess-hall", "games")).content
        table.set_permissions(CHANNEL, "Cleo", deny=Permission.VIEW_CHANNEL)
        told = await table.user("Cleo").command("mess-hall", "games")
        assert told.content.startswith("No game is under way in the channels that you see.")


async def test_of_many_games_a_page_is_told(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        channel = int(table.world.channel_named(CHANNEL)["id"])
        guild = int(table.world.guild["id"])
        async with bot.master.store.write() as write:
            for number in range(12):
                game = await write.create_game(
                    new_game(guild_id=guild, channel_id=channel + number, name=f"Game {number}")
                )
                await write.commit_turn(game.id, 0, state=state("start.1.germany.purchase"), status="running")
        found = await bot.master.server_games.page(guild, lambda _: True, 99)
        assert (found.page, found.pages, found.number, len(found.told)) == (3, 3, 12, 2)
