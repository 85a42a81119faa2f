"""Seats that change hands in the middle of a war: given up, handed over, called for, taken; and the dossier."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from cogs.board.beside_sheets import losses_left
from cogs.interactions.answering import defer, say
from cogs.interactions.components import button_row
from cogs.interactions.lengths import Name
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.standing.cog import standing_order_lines
from cogs.service.client import Interaction, TableBot, game_of, work_out
from cogs.service.posting import check_can_announce
from cogs.table import autocomplete
from cogs.table.consent import check_can_play, has_left, wish
from engine import load_setup
from engine.state.names import find_power
from gamemaster.consent.seats.seating import named
from gamemaster.errors import NotAllowed
from gamemaster.narration import dossier_text
from gamemaster.narration.chances import threat_line
from gamemaster.roles import NO_SEAT
from gamemaster.views.chances import threats
from gamemaster.views.view import GameView
from gamemaster.workers import Asker

KEEP, DROP = "keep", "drop"
ORDERS = [
    app_commands.Choice(name="The new player gets my standing orders", value=KEEP),
    app_commands.Choice(name="Take my standing orders back first", value=DROP),
]


class SeatCommands(commands.Cog):
    """Subcommands of /game for a game under way."""

    @app_commands.command(description="Give up your seat for good; I'll call for somebody else")
    async def resign(self, interaction: Interaction) -> None:
        """Ask once whether that is meant."""
        loaded = await game_of(interaction)
        own_powers(loaded, "")
        view = discord.ui.View(timeout=None)
        label = f"Give up {named(loaded, loaded.powers)}"
        made_for = "+".join(loaded.powers)
        button_row(view, loaded.game.id, made_for, "resign", label, style=discord.ButtonStyle.danger)
        text = (
            f"You'd give up {named(loaded, loaded.powers)} for good, and I'd tell the table. An ally, or anybody the "
            "organiser finds, can take over. If you know somebody, use `/game handover`; if you're only away for a "
            "while, `/vacation begin` or `/deputy lend`; to offer a draw, `/game draw`."
        )
        await say(interaction, text, view=view)

    @app_commands.command(description="Offer your seat to somebody, who accepts it on a card")
    @app_commands.describe(
        player="A member of this server who hasn't played the other side",
        power="For this power only; for all of yours if left empty",
        orders="What happens to your standing orders; kept if left empty",
    )
    @app_commands.choices(orders=ORDERS)
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def handover(
        self, interaction: Interaction, player: discord.User, power: Name = "", orders: str = KEEP
    ) -> None:
        """Hand one's own powers over."""
        await defer(interaction)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        interaction.client.master.admit(interaction.user.id, loaded, "post")
        check_can_play(player)
        wanted = find_power(load_setup(loaded.game.setup), power) if power else ""
        body = {"powers": list(own_powers(loaded, wanted)), "user_id": player.id, "keep_orders": orders != DROP}
        await wish(interaction, loaded, "handover", body)

    @app_commands.command(description="Call for a player for a seat that has none, or whose player has left the server")
    async def call(self, interaction: Interaction) -> None:
        """Look who has left, and post the call with a button for each free seat."""
        await defer(interaction)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        interaction.client.master.admit(interaction.user.id, loaded, "post")
        users = [user for user in dict.fromkeys(loaded.seats.values()) if user != interaction.user.id]
        left = [user for user in users if await has_left(interaction, user)]
        await wish(interaction, loaded, "call", {"left": left})


@reacts_to("resign", right="give up a seat")
async def resign_pressed(interaction: Interaction, press: Press) -> None:
    """The second press: the powers that were named then, if they are still one's own."""
    await defer(interaction)
    await check_can_announce(interaction)
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    await wish(interaction, loaded, "resign", {"powers": press.made_for.split("+")})


@reacts_to("takeseat", right="take a seat without a player")
async def take_pressed(interaction: Interaction, press: Press) -> None:
    """A seat that nobody plays, taken or asked for."""
    await defer(interaction)
    await check_can_announce(interaction)
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    interaction.client.master.admit(interaction.user.id, loaded, "post")
    await wish(interaction, loaded, "take", {"side": press.argument})


@reacts_to("dossier", right="give orders")
async def dossier_pressed(interaction: Interaction, press: Press) -> None:
    """The dossier by button."""
    await _show_dossier(interaction, await interaction.client.master.games.by_id(press.game_id, interaction.user.id))


async def _show_dossier(interaction: Interaction, loaded: GameView) -> None:
    """What the player of a seat needs to know, for them alone."""
    powers, state = own_powers(loaded, ""), loaded.board
    await defer(interaction)
    master, asker = interaction.client.master, Asker(interaction.user.id, loaded.game.id)
    own = await losses_left(interaction, loaded)
    found = await asyncio.gather(*(threats(master.workers, state, power, asker, own) for power in powers))
    dangers = [threat_line(state, threat) for each in found for threat in each]
    orders = await master.standing_orders.of(loaded, interaction.user.id)
    told = standing_order_lines(state.edition, orders)
    await say(interaction, await work_out(interaction, loaded, dossier_text, state, powers, dangers, told))


def own_powers(loaded: GameView, power: str) -> tuple[str, ...]:
    """The viewer's powers in a game under way, or one of them; raises NotBegun, NotAllowed."""
    _ = loaded.board
    if not loaded.powers or (power and power not in loaded.powers):
        raise NotAllowed(NO_SEAT if not loaded.powers else "That power isn't yours. Nothing changed.")
    return (power,) if power else loaded.powers


class DossierCommands(commands.Cog):
    """For who has just taken a seat over, or been away for long."""

    @app_commands.command(
        description="What you need to know about your powers: income, units, dangers, orders, questions"
    )
    async def dossier(self, interaction: Interaction) -> None:
        """Shown only to the player."""
        await _show_dossier(interaction, await game_of(interaction))


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(DossierCommands())
