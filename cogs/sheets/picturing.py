"""Sheets about a place: the words at once, and the picture of what is around it once it is drawn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from cogs.board.beside_sheets import picture_at, with_place
from cogs.interactions.sheets import show_sheet
from cogs.service.client import Interaction
from engine.facts.board import SpaceId
from gamemaster.sheets.page import Sheet
from gamemaster.views.view import GameView
from maps import Picture


async def show_at(interaction: Interaction, loaded: GameView, sheet: Sheet, space: SpaceId) -> None:
    """Show a sheet; a picture that stands there already stays as long as the board is the same."""
    sheet = await with_place(interaction, loaded, sheet, space)
    await show_sheet(interaction, sheet, partial(_pictured, interaction, loaded, sheet, space))


async def _pictured(
    interaction: Interaction, loaded: GameView, sheet: Sheet, space: SpaceId, is_pictured: bool
) -> AsyncIterator[tuple[Sheet, Picture | None]]:
    """The sheet with its picture, if there is one."""
    if not is_pictured and (picture := await picture_at(interaction, loaded, space)) is not None:
        yield sheet, picture
