"""Placing by thumb: a line of a menu, or all as proposed."""

from __future__ import annotations

from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot
from cogs.sheets.showing import game_pressed, order_on_sheet, show_now
from gamemaster.sheets.placing import placement, usual_placements


@reacts_to("spot", right="give orders")
async def spot_pressed(interaction: Interaction, press: Press) -> None:
    """What can be placed where; a choice places it."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    if press.values:
        await order_on_sheet(interaction, loaded, lambda state: [placement(state, press.values[0])])
    else:
        await show_now(interaction, loaded)


@reacts_to("placeall", right="give orders")
async def all_pressed(interaction: Interaction, press: Press) -> None:
    """All placed as is proposed."""
    if loaded := await game_pressed(interaction, press):
        await order_on_sheet(interaction, loaded, usual_placements)


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
