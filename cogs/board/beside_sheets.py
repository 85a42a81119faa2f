"""Pictures that come onto sheets once they are drawn: the battle that is fought, or the spaces around a place."""

from __future__ import annotations

from dataclasses import replace

from cogs.service.client import Interaction, work_out
from engine.facts.board import SpaceId
from gamemaster.budgets import OverBudget
from gamemaster.sheets.page import Sheet
from gamemaster.sheets.pictures import picture_name
from gamemaster.views.board_choices import BoardChoice
from gamemaster.views.view import GameView
from gamemaster.workers import TooManyWishes, WorkFailed
from maps import BoardNotDrawn, Picture

OVERLAYS = frozenset({"battles"})


async def with_place(interaction: Interaction, loaded: GameView, sheet: Sheet, space: SpaceId) -> Sheet:
    """The sheet with the picture of what is around a space, or of the battle there."""
    name = await work_out(interaction, loaded, picture_name, loaded.board, space, is_owed=True)
    return replace(sheet, picture=name)


async def picture_at(interaction: Interaction, loaded: GameView, space: SpaceId) -> Picture | None:
    """The battle in a space, unless a post in the channel shows it, else the spaces around.

    None where too much is drawn just now, or nothing can be.
    """
    master, state = interaction.client.master, loaded.board
    try:
        if state.battle is not None and state.battle.space == space:
            return await master.board_views.battle(loaded, interaction.user.id)
        master.admit(interaction.user.id, loaded, "picture")
        return await master.board_views.picture(loaded, BoardChoice(space=space, shows=OVERLAYS))
    except (OverBudget, TooManyWishes, WorkFailed, BoardNotDrawn):
        return None
