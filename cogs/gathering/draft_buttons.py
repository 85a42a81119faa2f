"""The buttons of a lobby at which seats are given out."""

from __future__ import annotations

import discord

from cogs.interactions.components import button_row
from engine import load_setup
from gamemaster.gathering import Gathering
from gamemaster.lobby.gathering.draft_order import on_turn, open_to
from gamemaster.seats import SeatedGame

LOBBY = "lobby"


def add_draft(view: discord.ui.View, loaded: SeatedGame, gathering: Gathering) -> None:
    """To join, to have the order drawn, to pick, to let the dice pick, and to leave."""
    game_id, edition = loaded.game.id, load_setup(loaded.game.setup)
    if not gathering.order:
        button_row(view, game_id, LOBBY, "joindraft", "Join the game", style=discord.ButtonStyle.success)
        what = "Give out the seats" if gathering.seating == "random" else "Draw the order"
        button_row(view, game_id, LOBBY, "draft.begin", what)
    elif (user := on_turn(edition, gathering.order, loaded.seats)) is not None:
        for power in open_to(edition, gathering.order, loaded.seats, user):
            button_row(view, game_id, LOBBY, f"join.{power}", f"Pick {edition.power[power].called}")
        button_row(view, game_id, LOBBY, "draft.pick", "Let the dice pick")
    if gathering.joined:
        button_row(view, game_id, LOBBY, "leave", "Leave")
    button_row(view, game_id, LOBBY, "howto", "How a turn goes")
