"""/todo: what one owes in all one's games."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.interactions.components import link_row
from cogs.service.client import Interaction, TableBot


class TodoCommands(commands.Cog):
    """For somebody with many games, or who has been away."""

    @app_commands.command(description="What your games on all servers are waiting for you to do, the most urgent first")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def todo(self, interaction: Interaction) -> None:
        """Shown only to the user who asks."""
        await defer(interaction)
        master = interaction.client.master
        user = interaction.user.id
        # The list is of no game, and may be asked for in no server: then its user counts alone.
        master.budgets.take(["list"], user, user, interaction.guild_id or user)
        owed = await master.duties.of(user)
        view = discord.ui.View(timeout=None)
        for link in owed.links:
            link_row(view, link.label, link.url)
        await say(interaction, owed.text, view=view if owed.links else None)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(TodoCommands())
