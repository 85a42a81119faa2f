"""/extend: more time for a turn, which the other side gives."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer
from cogs.service.client import Interaction, TableBot, game_of
from cogs.service.posting import check_can_announce
from cogs.table.consent import wish
from gamemaster.consent.extending import MOST_HOURS, USUAL_HOURS


class ExtendCommands(commands.Cog):
    """Only tables that have agreed on a time for a turn can give it more."""

    @app_commands.command(description="Give the turn more time; on your own side's turn the other side is asked first")
    @app_commands.describe(hours=f"How many hours more; {USUAL_HOURS} if left empty")
    async def extend(
        self, interaction: Interaction, hours: app_commands.Range[int, 1, MOST_HOURS] = USUAL_HOURS
    ) -> None:
        """More time, posted in the channel."""
        await defer(interaction)
        await check_can_announce(interaction)
        await wish(interaction, await game_of(interaction), "extend", {"hours": hours})


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(ExtendCommands())
