"""/deputy: who may answer a player's questions, or play their turns, while they are away."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.interactions.lengths import Name
from cogs.service.client import Interaction, TableBot, actor_of, game_of
from cogs.service.posting import check_can_announce
from cogs.table import autocomplete
from cogs.table.consent import check_can_play, wish
from cogs.table.seats import own_powers
from engine import load_setup
from engine.state.names import find_power


class DeputyCommands(commands.GroupCog, name="deputy", description="Somebody who answers questions or plays for you"):
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

    @app_commands.command(
        description="Let somebody play your turns until you take your seat back; they accept on a card"
    )
    @app_commands.describe(
        player="A member of this server who hasn't played the other side",
        power="For this power only; for all of yours if left empty",
    )
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def lend(self, interaction: Interaction, player: discord.User, power: Name = "") -> None:
        """Offer one's seat for a while."""
        await defer(interaction)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        interaction.client.master.admit(interaction.user.id, loaded, "post")
        check_can_play(player)
        wanted = find_power(load_setup(loaded.game.setup), power) if power else ""
        await wish(interaction, loaded, "lend", {"powers": list(own_powers(loaded, wanted)), "user_id": player.id})

    @app_commands.command(description="Take your seat back, dismiss your deputies, or stop being a deputy yourself")
    async def end(self, interaction: Interaction) -> None:
        """Have one's seat again, or give back another's; else dismiss one's deputies, or resign as one."""
        await defer(interaction)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        interaction.client.master.admit(interaction.user.id, loaded, "post")
        user = interaction.user.id
        if any(user in (owner, loaded.seats[power]) for power, owner in loaded.lenders.items()):
            await wish(interaction, loaded, "return", {})
            return
        await say(interaction, await interaction.client.master.deputies.end(loaded.game.id, actor_of(interaction)))


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(DeputyCommands())
