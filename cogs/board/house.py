"""/why: what the house aimed at."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.interactions.lengths import Name
from cogs.service.client import Interaction, TableBot, game_of
from cogs.table import autocomplete
from engine import load_setup
from engine.state.names import find_power
from gamemaster.narration import split_lines


class HouseCommands(commands.Cog):
    """What the house thinks."""

    @app_commands.command(description="Why the house did what it did in its last turn: aim, odds, gain and losses")
    @app_commands.describe(power="Of which power; the last one that it played if left empty")
    @app_commands.autocomplete(power=autocomplete.powers)
    async def why(self, interaction: Interaction, power: Name = "") -> None:
        """For everybody, once a phase is closed."""
        await defer(interaction)
        loaded = await game_of(interaction)
        wanted = find_power(load_setup(loaded.game.setup), power) if power else ""
        for part in split_lines(await interaction.client.master.whys.told(loaded, wanted)):
            await say(interaction, part)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(HouseCommands())
