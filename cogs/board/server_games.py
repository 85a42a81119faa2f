"""/games: which games a server has, and how they stand."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.service.client import Interaction, TableBot
from gamemaster.lobby.server_games import text_of


def _is_seen(interaction: Interaction, channel_id: int) -> bool:
    """Whether the user sees a channel or thread that Discord has told of; a private thread is nobody else's affair."""
    user = interaction.user
    channel = interaction.guild.get_channel_or_thread(channel_id) if interaction.guild else None
    if channel is None or not isinstance(user, discord.Member):
        return False
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return channel.permissions_for(user).view_channel and (not is_private or channel_id == interaction.channel_id)


class ServerGamesCommands(commands.Cog):
    """For spectators, and for who looks for a game."""

    @app_commands.command(description="The games of this server: who plays, whose turn it is, who is ahead")
    @app_commands.describe(page="Which part of a long list")
    async def games(self, interaction: Interaction, page: app_commands.Range[int, 1, 999] = 1) -> None:
        """Those in channels that one sees, shown only to the user who asks."""
        await defer(interaction)
        master, user, guild = interaction.client.master, interaction.user.id, interaction.guild_id or 0
        master.budgets.take(["list"], user, user, guild)
        found = await master.server_games.page(guild, lambda channel: _is_seen(interaction, channel), page)
        await say(interaction, text_of(found))


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(ServerGamesCommands())
