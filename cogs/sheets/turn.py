"""The way to one's sheet from wherever one is."""

from __future__ import annotations

from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot
from cogs.sheets.showing import game_pressed, show_now


@reacts_to("sheet", right="give orders")
async def sheet_pressed(interaction: Interaction, press: Press) -> None:
    """The sheet of the present phase."""
    if loaded := await game_pressed(interaction, press):
        await show_now(interaction, loaded)


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
