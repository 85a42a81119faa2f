"""/why tells everybody what the house aimed at; /suggest tells a player what it would do in their place."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, place_teller, say
from cogs.interactions.components import button_row
from cogs.interactions.lengths import Name
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import carry_out, loaded_for
from cogs.service.client import Interaction, TableBot, game_of
from cogs.table import autocomplete
from engine import load_setup
from engine.state.names import find_power
from gamemaster.keys import phase_key
from gamemaster.narration import split_lines
from gamemaster.workers import Asker


@reacts_to("dosuggested", right="give orders")
async def do_pressed(interaction: Interaction, press: Press) -> None:
    """What was suggested last, ordered once and all or nothing."""
    await defer(interaction, is_order=True)
    loaded = await loaded_for(interaction, press)
    await carry_out(interaction, loaded, await interaction.client.master.suggestions.take(loaded))


class HouseCommands(commands.Cog):
    """What the house thinks."""

    @app_commands.command(description="Why the house did what it did in its last turn: aim, odds, gain and losses")
    @app_commands.describe(power="For which power; the last one it played if left empty")
    @app_commands.autocomplete(power=autocomplete.powers)
    async def why(self, interaction: Interaction, power: Name = "") -> None:
        """For everybody, once a phase is closed."""
        await defer(interaction)
        loaded = await game_of(interaction)
        wanted = find_power(load_setup(loaded.game.setup), power) if power else ""
        for part in split_lines(await interaction.client.master.whys.told(loaded, wanted)):
            await say(interaction, part)

    @app_commands.command(description="What the house would order in your phase and why, for you alone")
    async def suggest(self, interaction: Interaction) -> None:
        """A suggestion with its button; nobody else learns that somebody has asked."""
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
    await bot.add_cog(HouseCommands())
