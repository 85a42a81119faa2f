"""The buttons of a lobby at which seats are given out."""

from __future__ import annotations

import discord

from cogs.interactions.components import button_row
from cogs.interactions.presses import LOBBY
from gamemaster.gathering import Gathering
from gamemaster.roles import SeatedGame


def add_draft(view: discord.ui.View, loaded: SeatedGame, gathering: Gathering) -> None:
    """To join, to have the order drawn, to let the dice pick, and to leave; the post that pings has those to pick."""
    game_id = loaded.game.id
    if not gathering.order:
        button_row(view, game_id, LOBBY, "joindraft", "Join the game", style=discord.ButtonStyle.success)
        what = "Give out the seats" if gathering.seating == "random" else "Draw the order"
        button_row(view, game_id, LOBBY, "draft.begin", what)
    else:
        button_row(view, game_id, LOBBY, "draft.pick", "Let the dice pick")
    if gathering.joined:
        button_row(view, game_id, LOBBY, "leave", "Leave")
    button_row(view, game_id, LOBBY, "howto", "How a turn goes")
