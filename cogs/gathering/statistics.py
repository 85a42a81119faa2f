"""/statistics: what came of the games of a server, and what is known of oneself."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.interactions.lengths import Name
from cogs.service.client import Interaction, TableBot
from gamemaster.errors import TableRefusal

SURE = "forget me"


class StatisticsCommands(commands.GroupCog, group_name="statistics", group_description="How games here have ended"):
    """Shown to whoever asks alone; of players only those who opted in."""

    @app_commands.command(description="How the games of this server ended; or those of a player who opted in")
    @app_commands.describe(player="Somebody who opted in; all games of the server if left empty")
    async def show(self, interaction: Interaction, player: discord.User | None = None) -> None:
        """Sums of what was kept as games ended."""
        await defer(interaction)
        master, user, guild = interaction.client.master, interaction.user.id, interaction.guild_id or 0
        master.budgets.take(["list"], user, user, guild)
        statistics = master.server_statistics
        told = await (statistics.of_player(guild, player.id) if player else statistics.of_server(guild))
        await say(interaction, told)

    @app_commands.command(name="opt-in", description="Let everybody here see how your games in this server ended")
    async def opt_in(self, interaction: Interaction) -> None:
        """Until one opts out."""
        await _choose(interaction, shown=True)

    @app_commands.command(name="opt-out", description="Stop showing how your games here ended")
    async def opt_out(self, interaction: Interaction) -> None:
        """At once."""
        await _choose(interaction, shown=False)

    @app_commands.command(name="forget-me", description="Delete what I know of you wherever no game needs it, for good")
    @app_commands.describe(sure="Type: forget me")
    async def forget_me(self, interaction: Interaction, sure: Name) -> None:
        """On all servers; games that go on keep what they need."""
        await defer(interaction)
        if sure.strip().lower() != SURE:
            raise TableRefusal(
                "This deletes your user ID from games that are over, on all servers, for good. To do it, write "
                f"“{SURE}”. Nothing changed."
            )
        await say(interaction, await interaction.client.master.server_statistics.forget(interaction.user.id))


async def _choose(interaction: Interaction, *, shown: bool) -> None:
    guild, user = interaction.guild_id or 0, interaction.user.id
    await say(interaction, await interaction.client.master.server_statistics.choose(guild, user, shown=shown))


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(StatisticsCommands())
