"""/catch-up: what happened while one looked elsewhere, in this game and with one press in one's others."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, place_teller, say
from cogs.interactions.components import button_row
from cogs.interactions.files import file_of
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.planning import plan_in_short
from cogs.service.client import Interaction, TableBot, game_of
from gamemaster.errors import NoGameHere, TableRefusal
from gamemaster.lobby.own_games import OwnGame
from gamemaster.views.view import GameView

MOST_GAMES = 10
WHOLE = "whole"


async def show_missed(interaction: Interaction, loaded: GameView, *, whole: bool = False) -> None:
    """What a user missed in a game, shown only to them, with buttons to their other games."""
    master = interaction.client.master
    master.admit(interaction.user.id, loaded, "picture")
    await defer(interaction)
    missed = await master.catch_ups.of(loaded, place_teller(interaction, "catch-up is being written"), whole=whole)
    view = _buttons(loaded, await master.games.of_user(interaction.user.id), by_look=missed.by_look)
    text = "\n".join(filter(None, (missed.text, await plan_in_short(interaction, loaded))))
    await say(interaction, text, view=view, files=[file_of(missed.picture)] if missed.picture else [])


def _buttons(loaded: GameView, games: Sequence[OwnGame], *, by_look: bool) -> discord.ui.View | None:
    """All since one's last turn, and the other games under way, first those that wait for the user."""
    view, never_stale = discord.ui.View(timeout=None), ""
    if by_look:
        button_row(view, loaded.game.id, never_stale, f"catchup.{WHOLE}", "Since my last turn")
    others = [each for each in games if each.game.status == "running" and each.game.id != loaded.game.id]
    for each in others[:MOST_GAMES]:
        style = discord.ButtonStyle.primary if each.waits_for else discord.ButtonStyle.secondary
        button_row(view, each.game.id, never_stale, "catchup", each.game.name, style=style)
    return view if view.children else None


@reacts_to("catchup", right="export")
async def catch_up_pressed(interaction: Interaction, press: Press) -> None:
    """The same by button, in the channel of the game or, for who plays in it, anywhere; never stale."""
    games = interaction.client.master.games
    _, channel_id = await games.place(press.game_id)
    loaded = await games.by_id(press.game_id, interaction.user.id)
    if not loaded.powers and channel_id != interaction.channel_id:
        raise TableRefusal("You have no seat in that game. See yours with /game list.")
    await show_missed(interaction, loaded, whole=press.argument == WHOLE)


class CatchUpCommands(commands.Cog):
    """For who comes back after a while."""

    @app_commands.command(
        name="catch-up", description="What happened since you last looked, what threatens you, and what to do now"
    )
    async def catch_up(self, interaction: Interaction) -> None:
        """Of the game of this channel; where there is none, of one's own, best of one that waits."""
        await show_missed(interaction, await _here_or_elsewhere(interaction))


async def _here_or_elsewhere(interaction: Interaction) -> GameView:
    games = interaction.client.master.games
    try:
        return await game_of(interaction)
    except NoGameHere:
        own = [each for each in await games.of_user(interaction.user.id) if each.game.status == "running"]
        if not own:
            raise
        return await games.by_id(own[0].game.id, interaction.user.id)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(CatchUpCommands())
