"""/reminders: how one wants to be reminded, in all one's games."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.interactions.lengths import Name
from cogs.service.client import Interaction, TableBot
from cogs.table import autocomplete
from gamemaster.upkeep.choosing_reminders import WAYS

WAYS_OFFERED = [app_commands.Choice(name=words, value=way) for way, words in WAYS.items()]


class ReminderCommands(commands.Cog):
    """Everybody chooses for themselves; nobody else is told."""

    @app_commands.command(description="How I remind you of games that are waiting for you, and your quiet hours")
    @app_commands.describe(
        way="Where I remind you",
        quiet="Hours without reminders, such as 22-7; or off",
        zone="Your time zone: type what your clock shows, such as 21:40, or a city",
    )
    @app_commands.choices(way=WAYS_OFFERED)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def reminders(self, interaction: Interaction, way: str = "", quiet: Name = "", zone: Name = "") -> None:
        """Change what is given, and show what holds."""
        await defer(interaction)
        choosing = interaction.client.master.choosing_reminders
        await say(interaction, await choosing.choose(interaction.user.id, way, quiet, zone))

    @reminders.autocomplete("zone")
    async def _zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        zones = await interaction.client.master.choosing_reminders.zones(typed)
        return [app_commands.Choice(name=name, value=value) for name, value in zones[: autocomplete.MOST]]


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(ReminderCommands())
