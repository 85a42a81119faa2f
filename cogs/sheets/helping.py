"""/help: a sheet that knows where the player stands; and how a turn goes, page by page."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.presses import Press, reacts_to
from cogs.interactions.sheets import show_sheet
from cogs.service.client import Interaction, TableBot, game_of
from engine.reading import read_number
from gamemaster.errors import TableRefusal
from gamemaster.sheets.first_turn import first_turn_sheet
from gamemaster.sheets.helping import commands_sheet, help_sheet
from gamemaster.views.view import GameView


@reacts_to("howto", right="export")
async def howto_pressed(interaction: Interaction, press: Press) -> None:
    """A page on how a turn goes; of no game, and never stale."""
    await show_sheet(interaction, first_turn_sheet(press.game_id, read_number(press.argument) or 0))


@reacts_to("help", right="export")
async def help_pressed(interaction: Interaction, press: Press) -> None:
    """All commands, or the way back from them; never stale."""
    await (show_sheet(interaction, commands_sheet()) if press.argument == "all" else _show_help(interaction))


async def _show_help(interaction: Interaction) -> None:
    view = await _game_here(interaction)
    await show_sheet(interaction, help_sheet(view, in_server=interaction.guild_id is not None))


class HelpCommands(commands.Cog):
    """For whoever doesn't know what comes next."""

    @app_commands.command(name="help", description="Where you stand, what to do next, and all commands")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def help_(self, interaction: Interaction) -> None:
        """In the channel of a game also what is to be done there, and the commitment of its dice."""
        await _show_help(interaction)


async def _game_here(interaction: Interaction) -> GameView | None:
    try:
        return await game_of(interaction)
    except TableRefusal:
        return None


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(HelpCommands())
