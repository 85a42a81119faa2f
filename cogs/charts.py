"""/charts: the course of the game in pictures."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Interaction, TableBot, game_of
from cogs.presses import Press, reacts_to
from cogs.saying import say, text_file, think
from gamemaster.story import SUBJECTS, Subject, course_table, course_text
from gamemaster.viewing import GameView


async def show_charts(
    interaction: Interaction,
    loaded: GameView,
    subjects: Sequence[Subject] = tuple(SUBJECTS),
    *,
    public: bool = False,
    table: bool = False,
) -> None:
    """Charts of these subjects with what they come to in words, and the table of all numbers if wanted."""
    interaction.client.master.admit(interaction.user.id, loaded, "chart", *(("post",) if public else ()))
    await think(interaction, public=public)
    statistics = interaction.client.master.statistics
    course = await statistics.course(loaded.game.id, interaction.user.id)
    files = [
        discord.File(io.BytesIO(picture.data), picture.filename, description=picture.alt_text)
        for picture in await statistics.pictures(course, subjects, interaction.user.id)
    ]
    if table:
        files.append(text_file(course_table(course), f"game-{loaded.game.id}.csv"))
    await say(interaction, course_text(course), files=files, public=public)


@reacts_to("charts")
async def charts_pressed(interaction: Interaction, press: Press) -> None:
    """All charts by button, for whoever pressed it; never stale."""
    await show_charts(interaction, await interaction.client.master.games.by_id(press.game_id, interaction.user.id))


class ChartCommands(commands.Cog):
    """The game over its rounds."""

    @app_commands.command(description="Income, unit value, victory cities and luck of the dice over the rounds")
    @app_commands.describe(
        chart="Which chart; all four if you choose none",
        post="Show it to the whole channel, not to you alone",
        table="Add all numbers as a file for a spreadsheet",
    )
    @app_commands.choices(chart=[app_commands.Choice(name=name, value=subject) for subject, name in SUBJECTS.items()])
    async def charts(self, interaction: Interaction, chart: str = "", post: bool = False, table: bool = False) -> None:
        """Draw the charts."""
        subjects = [subject for subject in SUBJECTS if chart in ("", subject)]
        await show_charts(interaction, await game_of(interaction), subjects, public=post, table=table)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(ChartCommands())
