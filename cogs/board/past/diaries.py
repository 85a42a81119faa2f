"""/diary: the war as a page with pictures, to be kept."""

from __future__ import annotations

import io

import discord
from discord import app_commands
from discord.ext import commands

from cogs.board.past.replays import rounds_meant
from cogs.interactions.answering import defer, place_teller, say
from cogs.interactions.lengths import Number
from cogs.interactions.members import names_of
from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot, game_of
from engine.state.words import number as counted
from gamemaster.views.view import GameView

HOW_TO_OPEN = "Save the file and open it in your browser; it works offline and prints well."


async def show_diary(interaction: Interaction, loaded: GameView, rounds: str = "all", *, public: bool = False) -> None:
    """The page as a file."""
    first, last = rounds_meant(rounds, loaded.board)
    interaction.client.master.admit(interaction.user.id, loaded, "replay", *(("post",) if public else ()))
    await defer(interaction, public=public)
    told = place_teller(interaction, "diary is being written")
    names = await names_of(interaction, loaded.seats.values())
    diary = await interaction.client.master.diaries.diary(loaded, first, last, names, told)
    file = discord.File(io.BytesIO(diary.page), f"game-{loaded.game.id}-diary.html")
    text = f"The war diary: {counted(diary.rounds, 'round')}, {counted(diary.pictures, 'picture')}. {HOW_TO_OPEN}"
    await say(interaction, text, files=[file], public=public)


@reacts_to("diary", right="export")
async def diary_pressed(interaction: Interaction, press: Press) -> None:
    """The whole war, for the user who pressed alone; never stale."""
    await show_diary(interaction, await interaction.client.master.games.by_id(press.game_id, interaction.user.id))


class DiaryCommands(commands.Cog):
    """The war to keep."""

    @app_commands.command(
        description="The war so far as a page to keep: every turn, a map of each round, battles, charts"
    )
    @app_commands.describe(
        rounds="all, last (the round before this one), one round such as 3, or several such as 1-5",
        post="Show it to the whole channel, not just to you",
    )
    async def diary(self, interaction: Interaction, rounds: Number = "all", post: bool = False) -> None:
        """Write the diary."""
        await show_diary(interaction, await game_of(interaction), rounds, public=post)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(DiaryCommands())
