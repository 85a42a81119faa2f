"""/deputy: who may answer a player's questions, or play their turns, while they are away."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.interactions.lengths import Name
from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot, actor_of, game_of
from cogs.service.posting import check_can_announce
from cogs.table import autocomplete
from cogs.table.consent import check_can_play, wish
from cogs.table.seats import own_powers
from engine import load_setup
from engine.state.names import find_power
from gamemaster.house.plan import stood_in
from gamemaster.house.standing_in import UNTIL, Until


@reacts_to("imback", right="let the house stand in")
async def back_pressed(interaction: Interaction, press: Press) -> None:
    """The player plays again; never stale."""
    await defer(interaction)
    await say(interaction, await interaction.client.master.standing_in.end(press.game_id, actor_of(interaction)))


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

    @app_commands.command(description="Let the house, a computer player, play for you until your next order")
    @app_commands.describe(until="How long", power="For this power only; for all of yours if left empty")
    @app_commands.choices(until=[app_commands.Choice(name=words, value=name) for name, words in UNTIL.items()])
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def house(self, interaction: Interaction, until: app_commands.Choice[str], power: Name = "") -> None:
        """A seat stays its player's while the house plays it."""
        await defer(interaction)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        interaction.client.master.admit(interaction.user.id, loaded, "post")
        wanted = find_power(load_setup(loaded.game.setup), power) if power else ""
        chosen: Until = "back" if until.value == "back" else "turn"
        standing_in = interaction.client.master.standing_in
        await say(interaction, await standing_in.begin(loaded.game.id, actor_of(interaction), chosen, wanted))

    @app_commands.command(description="Take your seat back, dismiss your deputies, or stop being a deputy yourself")
    async def end(self, interaction: Interaction) -> None:
        """Have one's seat again, from a friend or the house, or give back another's; else dismiss one's deputies."""
        await defer(interaction)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        interaction.client.master.admit(interaction.user.id, loaded, "post")
        user = interaction.user.id
        if any(user in (owner, loaded.seats[power]) for power, owner in loaded.lenders.items()):
            await wish(interaction, loaded, "return", {})
            return
        if loaded.shown and stood_in(loaded, loaded.shown, user):
            told = await interaction.client.master.standing_in.end(loaded.game.id, actor_of(interaction))
            await say(interaction, told)
            return
        await say(interaction, await interaction.client.master.deputies.end(loaded.game.id, actor_of(interaction)))


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(DeputyCommands())
