"""/charts: the course of the game in pictures."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import change_picture, defer, defer_in_place, place_teller, say, text_file
from cogs.interactions.components import button_row
from cogs.interactions.files import file_of
from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot, game_of
from gamemaster.narration import SUBJECTS, Subject, course_table, course_text
from gamemaster.views.view import GameView
from gamemaster.workers import Asker

FIRST: Subject = "income"


async def show_chart(
    interaction: Interaction, loaded: GameView, subject: Subject = FIRST, *, public: bool = False, table: bool = False
) -> None:
    """A chart with what the game comes to in words, and buttons for the others where it is for one alone."""
    interaction.client.master.admit(interaction.user.id, loaded, "chart", *(("post",) if public else ()))
    await defer(interaction, public=public)
    statistics = interaction.client.master.statistics
    asker = _asker(interaction, loaded)
    course = await statistics.course(asker)
    files = [file_of(await statistics.picture(course, subject, asker))]
    if table:
        files.append(text_file(course_table(course), f"game-{loaded.game.id}.csv"))
    await say(
        interaction, course_text(course), view=None if public else _others(loaded, subject), files=files, public=public
    )


def _asker(interaction: Interaction, loaded: GameView) -> Asker:
    return Asker(interaction.user.id, loaded.game.id, place_teller(interaction, "chart is being drawn"))


def _others(loaded: GameView, shown: Subject) -> discord.ui.View:
    """A button for each chart; the one that is shown stands out."""
    view = discord.ui.View(timeout=None)
    for subject, name in SUBJECTS.items():
        style = discord.ButtonStyle.primary if subject == shown else discord.ButtonStyle.secondary
        button_row(view, loaded.game.id, "", f"charts.{subject}", name, row=0, style=style)
    return view


@reacts_to("charts", right="export")
async def charts_pressed(interaction: Interaction, press: Press) -> None:
    """Another chart for the user who pressed, in place of the one they look at; never stale."""
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    subject = next((each for each in SUBJECTS if each == press.argument), None)
    if subject is None:
        await show_chart(interaction, loaded)
        return
    interaction.client.master.admit(interaction.user.id, loaded, "chart")
    await defer_in_place(interaction)
    statistics = interaction.client.master.statistics
    asker = _asker(interaction, loaded)
    course = await statistics.course(asker)
    picture = await statistics.picture(course, subject, asker)
    await change_picture(interaction, file_of(picture), _others(loaded, subject))


class ChartCommands(commands.Cog):
    """The game over its rounds."""

    @app_commands.command(description="Income, unit value, victory cities and luck by round")
    @app_commands.describe(
        chart="Which chart to show first; buttons lead to the others",
        post="Show it to the whole channel, not just to you",
        table="Add all the numbers as a spreadsheet file",
    )
    @app_commands.choices(chart=[app_commands.Choice(name=name, value=subject) for subject, name in SUBJECTS.items()])
    async def charts(
        self,
        interaction: Interaction,
        chart: app_commands.Choice[str] | None = None,
        post: bool = False,
        table: bool = False,
    ) -> None:
        """Draw a chart."""
        subject = next((each for each in SUBJECTS if chart and each == chart.value), FIRST)
        await show_chart(interaction, await game_of(interaction), subject, public=post, table=table)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(ChartCommands())
