"""The nearest order in place of one that was refused, by button."""

from __future__ import annotations

from cogs.interactions.answering import is_on_sheet
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import carry_out, loaded_for
from cogs.service.client import Interaction, TableBot
from cogs.sheets.showing import game_pressed, order_on_sheet
from gamemaster.sheets.nearest import offered_order


@reacts_to("instead", right="give orders")
async def instead_pressed(interaction: Interaction, press: Press) -> None:
    """What the button says, whatever was refused before."""
    if not is_on_sheet(interaction):
        loaded = await loaded_for(interaction, press)
        await carry_out(interaction, loaded, [offered_order(loaded.to_order(), press.argument)])
    elif seen := await game_pressed(interaction, press):
        await order_on_sheet(interaction, seen, lambda state: [offered_order(state, press.argument)])


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
