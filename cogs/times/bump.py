"""/bump: the time for a turn begun anew by the other side, in public."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.service.client import Interaction, TableBot, actor_of, game_of
from cogs.service.posting import check_can_announce


class BumpCommands(commands.Cog):
    """Only tables that have agreed on bumps know them."""

    @app_commands.command(description="Ping the other side's player on turn, and start the time for that turn again")
    async def bump(self, interaction: Interaction) -> None:
        """A bump, posted in the channel."""
        await defer(interaction)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        await say(interaction, await interaction.client.master.bumping.bump(loaded.game.id, actor_of(interaction)))


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(BumpCommands())
