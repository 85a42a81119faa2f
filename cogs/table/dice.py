"""/dice: checking the dice of a game that is over."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.service.client import Interaction, TableBot, game_of


class DiceCommands(commands.GroupCog, group_name="dice", group_description="Check the dice"):
    """Dice that anybody can check."""

    @app_commands.command(description="Repeat every roll of a finished game from its seed")
    async def verify(self, interaction: Interaction) -> None:
        """Say whether all rolls are genuine, with the numbers that were posted."""
        await defer(interaction)
        await say(interaction, await interaction.client.master.records.verify_dice(await game_of(interaction)))


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(DiceCommands())
