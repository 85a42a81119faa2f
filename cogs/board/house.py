"""/why tells everybody what the house aimed at; /suggest tells a player what it would do in their place.

/review looks back with its eyes on a war that is over, or on a player's own turns.
"""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, place_teller, say
from cogs.interactions.components import button_row
from cogs.interactions.files import file_of
from cogs.interactions.lengths import Name
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import carry_out, loaded_for
from cogs.service.client import Interaction, TableBot, game_of
from cogs.table import autocomplete
from engine import load_setup
from engine.state.names import find_power
from gamemaster.errors import TableRefusal
from gamemaster.keys import phase_key
from gamemaster.narration import split_lines
from gamemaster.views.view import GameView
from gamemaster.workers import Asker

ONLY_AFTERWARDS = "A review can be posted once the war is over. Leave out `post` to see the one of your own turns."


@reacts_to("dosuggested", right="give orders")
async def do_pressed(interaction: Interaction, press: Press) -> None:
    """What was suggested last, ordered once and all or nothing."""
    await defer(interaction, is_order=True)
    loaded = await loaded_for(interaction, press)
    stance, _, made = press.argument.partition(".")
    seq = int(made) if made.isascii() and made.isdecimal() else None
    await carry_out(interaction, loaded, await interaction.client.master.suggestions.take(loaded, stance, seq))


async def show_review(interaction: Interaction, loaded: GameView, *, public: bool = False) -> None:
    """Who was likely to win when, what dice decided, and what other attacks would have been worth."""
    master = interaction.client.master
    if public and loaded.game.status == "running":
        raise TableRefusal(ONLY_AFTERWARDS)
    master.admit(interaction.user.id, loaded, "replay", *(("post",) if public else ()))
    await defer(interaction, public=public)
    asker = Asker(interaction.user.id, loaded.game.id, place_teller(interaction, "review is being worked out"))
    found = await master.reviews.of(loaded, asker)
    first, *rest = split_lines(found.text)
    await say(interaction, first, files=[file_of(found.picture)], public=public)
    for part in rest:
        await say(interaction, part, public=public)


@reacts_to("review", right="export")
async def review_pressed(interaction: Interaction, press: Press) -> None:
    """For the user who pressed alone; never stale."""
    await show_review(interaction, await interaction.client.master.games.by_id(press.game_id, interaction.user.id))


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

    @app_commands.command(description="What the house would order in your phase, more or less daring, for you alone")
    async def suggest(self, interaction: Interaction) -> None:
        """Plans with their buttons; nobody else learns that somebody has asked."""
        await defer(interaction)
        loaded = await game_of(interaction)
        loaded.to_order()
        master = interaction.client.master
        master.admit(interaction.user.id, loaded, "suggestion")
        asker = Asker(interaction.user.id, loaded.game.id, place_teller(interaction, "suggestion is being worked out"))
        found = await master.suggestions.ask(loaded, asker)
        view, key = discord.ui.View(timeout=None), phase_key(loaded.board)
        for stance, label in found.plans.items():
            style = discord.ButtonStyle.success if len(found.plans) == 1 else discord.ButtonStyle.primary
            button_row(view, loaded.game.id, key, f"dosuggested.{stance}.{found.seq}", label, style=style)
        *parts, last = split_lines(found.text)
        for part in parts:
            await say(interaction, part)
        await say(interaction, last, view=view if found.plans else None)

    @app_commands.command(
        description="Look back: chances to win, what dice decided, the costliest attacks and better ones"
    )
    @app_commands.describe(post="Once the war is over: show it to the whole channel, not just to you")
    async def review(self, interaction: Interaction, post: bool = False) -> None:
        """A war that is over, or one's own turns of one that is not."""
        await show_review(interaction, await game_of(interaction), public=post)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(HouseCommands())
