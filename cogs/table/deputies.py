"""/deputy: who may answer a player's questions while they are away."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.interactions.lengths import Name
from cogs.service.client import Interaction, TableBot, actor_of, game_of
from cogs.service.posting import check_can_announce
from cogs.table import autocomplete
from cogs.table.consent import check_can_play
from engine import load_setup
from engine.state.names import find_power


class DeputyCommands(commands.GroupCog, name="deputy", description="Somebody who may answer questions for you"):
    """Named by the player, for all to see."""

    @app_commands.command(description="Let somebody answer questions for your powers; your orders stay yours")
    @app_commands.describe(
        player="A member who isn't on the other side", power="For this power only; for all of yours if left empty"
    )
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def name(self, interaction: Interaction, player: discord.User, power: Name = "") -> None:
        """Name a deputy, in place of another."""
        await defer(interaction)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        interaction.client.master.admit(interaction.user.id, loaded, "post")
        check_can_play(player)
        wanted = find_power(load_setup(loaded.game.setup), power) if power else ""
        deputies = interaction.client.master.deputies
        await say(interaction, await deputies.name(loaded.game.id, actor_of(interaction), player.id, wanted))

    @app_commands.command(description="Take the right to answer from your deputies, or stop being a deputy yourself")
    async def end(self, interaction: Interaction) -> None:
        """Dismiss one's deputies, or resign as one."""
        await defer(interaction)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        interaction.client.master.admit(interaction.user.id, loaded, "post")
        await say(interaction, await interaction.client.master.deputies.end(loaded.game.id, actor_of(interaction)))


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(DeputyCommands())
