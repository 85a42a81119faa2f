"""/follow: a ping a turn for who only watches."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.service.client import Interaction, TableBot, game_of


class FollowingCommands(commands.Cog):
    """For spectators."""

    @app_commands.command(description="Follow this game: one ping as each turn begins, nothing else")
    @app_commands.describe(stop="Stop following it")
    async def follow(self, interaction: Interaction, stop: bool = False) -> None:
        """Shown only to the user who asks."""
        await defer(interaction)
        loaded = await game_of(interaction)
        await say(interaction, await interaction.client.master.following.choose(loaded, stops=stop))


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(FollowingCommands())
