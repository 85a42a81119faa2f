"""/suggest: what the house would do in one's own phase, and why; given by one button."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, place_teller, say
from cogs.interactions.components import button_row
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import carry_out, loaded_for
from cogs.service.client import Interaction, TableBot, game_of
from gamemaster.orders.phase_keys import phase_key
from gamemaster.workers import Asker


@reacts_to("dosuggested", right="give orders")
async def do_pressed(interaction: Interaction, press: Press) -> None:
    """What was suggested last, ordered once and all or nothing."""
    await defer(interaction, is_order=True)
    loaded = await loaded_for(interaction, press)
    await carry_out(interaction, loaded, await interaction.client.master.suggestions.take(loaded))


class SuggestingCommands(commands.Cog):
    """Nobody else learns that somebody has asked."""

    @app_commands.command(description="What the house would order in your phase and why, for you alone")
    async def suggest(self, interaction: Interaction) -> None:
        """A suggestion with its button."""
        await defer(interaction)
        loaded = await game_of(interaction)
        loaded.to_order()
        master = interaction.client.master
        master.admit(interaction.user.id, loaded, "suggestion")
        asker = Asker(interaction.user.id, loaded.game.id, place_teller(interaction, "suggestion is being worked out"))
        found = await master.suggestions.ask(loaded, asker)
        view = discord.ui.View(timeout=None)
        if found.is_something:
            key, style = phase_key(loaded.board), discord.ButtonStyle.success
            button_row(view, loaded.game.id, key, "dosuggested", "Do it", style=style)
        await say(interaction, found.text, view=view if found.is_something else None)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(SuggestingCommands())
