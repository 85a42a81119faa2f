"""Research: choosing a technology and the number of dice."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.lengths import Name, Names
from cogs.interactions.names import id_meant
from cogs.orders import order_suggestions
from cogs.orders.carrying_out import carry_out
from cogs.orders.payers import payers_typed
from cogs.service.client import Interaction, TableBot, game_of
from engine.reading import read_number
from gamemaster.sheets.researching import research_action


class ResearchCommands(commands.Cog):
    """The first phase of a turn, in editions that have it."""

    @app_commands.command(description="Roll dice for a technology")
    @app_commands.describe(
        technology="What to develop, or the number of a chart",
        dice="How many dice to pay for",
        payer="Which treasury pays, or shares, such as 10 UK Europe, 5 UK Pacific",
    )
    @app_commands.autocomplete(technology=order_suggestions.technologies, payer=order_suggestions.payers)
    async def research(
        self, interaction: Interaction, technology: Name, dice: app_commands.Range[int, 0, 100] = 1, payer: Names = ""
    ) -> None:
        """Name a technology or a chart and roll."""
        loaded = await game_of(interaction, to_order=True)
        state = loaded.to_order()
        chart = technology.strip().lower().removeprefix("chart").strip()
        goal = chart if read_number(chart) is not None else id_meant(state.edition.technologies, technology)
        payers = payers_typed(state, payer) if payer.strip() else ""
        await carry_out(interaction, loaded, [research_action(goal, dice, payers)])


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(ResearchCommands())
