"""/standing-order: answers to casualty questions, and to those of national advantages, while their owner is away."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from cogs import autocomplete
from cogs.client import Interaction, TableBot, game_of
from cogs.lengths import Name, Units
from cogs.saying import say
from engine.edition import Edition
from engine.names import find_power, find_unit
from engine.standing_orders import ADVANTAGES, AS_PRINTED
from gamemaster.errors import NotAllowed

WHERE = [
    app_commands.Choice(name=f"battles {text}", value=value)
    for value, text in (
        ("land", "on land"),
        ("sea", "at sea"),
        ("air", "where only aircraft can be hit"),
    )
]


class StandingOrders(commands.GroupCog, group_name="standing-order", group_description="Answers while you are away"):
    """Secret: nobody else sees them, and they are in no record."""

    @app_commands.command(description="Leave an order of loss")
    @app_commands.describe(
        power="Your power", where="For which battles", units="In the order of loss, such as infantry, tank, fighter"
    )
    @app_commands.choices(where=WHERE)
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def leave(self, interaction: Interaction, power: Name, where: app_commands.Choice[str], units: Units) -> None:
        """Units not named follow in the printed order."""
        loaded = await game_of(interaction)
        edition = loaded.board.edition
        order = [find_unit(edition, part) for part in units.split(",") if part.strip()]
        chosen = find_power(edition, power)
        await interaction.client.master.leave_standing_order(loaded, interaction.user.id, chosen, where.value, order)
        names = ", then ".join(edition.unit[unit].name for unit in order)
        await say(interaction, f"{edition.power[chosen].name} loses {names} first in {where.name}.")

    @app_commands.command(description="Withdraw an order of loss")
    @app_commands.choices(where=WHERE)
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def withdraw(self, interaction: Interaction, power: Name, where: app_commands.Choice[str]) -> None:
        """You will be asked again."""
        loaded = await game_of(interaction)
        chosen = find_power(loaded.board.edition, power)
        await interaction.client.master.leave_standing_order(loaded, interaction.user.id, chosen, where.value, None)
        await say(interaction, "Withdrawn: you will be asked.")

    @app_commands.command(description="Leave questions of national advantages to their default answers")
    @app_commands.describe(power="Your power", ask="Ask me again from now on")
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def advantages(self, interaction: Interaction, power: Name, ask: bool = False) -> None:
        """The game goes on without waiting for answers that are nearly always the same."""
        loaded = await game_of(interaction)
        chosen = find_power(loaded.board.edition, power)
        order = None if ask else AS_PRINTED
        await interaction.client.master.leave_standing_order(loaded, interaction.user.id, chosen, ADVANTAGES, order)
        name = loaded.board.edition.power[chosen].name
        told = "is asked again" if ask else "is no longer asked: each question gets its default"
        await say(interaction, f"{name} {told} where its national advantages could be used on another's turn.")

    @app_commands.command(description="Your standing orders in this game")
    async def show(self, interaction: Interaction) -> None:
        """Only one's own."""
        loaded = await game_of(interaction)
        if not loaded.powers:
            raise NotAllowed("You have no seat in this game.")
        orders = await interaction.client.master.standing_orders(loaded, interaction.user.id)
        edition = loaded.board.edition
        rows = [
            f"{edition.power[power].name}, {domain}: {_in_words(edition, domain, order)}"
            for power, domains in orders.items()
            for domain, order in domains.items()
        ]
        await say(interaction, "\n".join(rows) or "You have left no standing orders; you are asked each time.")


def _in_words(edition: Edition, domain: str, order: Sequence[str]) -> str:
    """ "infantry, tank", or what is done with questions of national advantages."""
    return "default answers" if domain == ADVANTAGES else ", ".join(edition.unit[unit].name for unit in order)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(StandingOrders())
