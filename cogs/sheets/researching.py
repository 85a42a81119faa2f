"""Research by thumb: what is sought, then how many dice."""

from __future__ import annotations

from cogs.interactions.presses import Press, reacts_to
from cogs.interactions.sheets import show_sheet
from cogs.orders.carrying_out import carry_out
from cogs.service.client import Interaction, TableBot
from cogs.sheets.showing import game_pressed, show_now
from engine.reading import read_number
from gamemaster.sheets.researching import dice_sheet, research_action, shares_pressed


@reacts_to("research", right="give orders")
async def research_pressed(interaction: Interaction, press: Press) -> None:
    """The menu of technologies or charts, then the numbers of dice, then the roll."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    state = loaded.to_order()
    goal, _, bought = press.argument.partition(".")
    dice, _, shares = bought.partition(".")
    if press.values:
        await show_sheet(interaction, dice_sheet(loaded.game.id, state, press.values[0]))
    elif dice:
        payers = shares_pressed(state, shares)
        await carry_out(interaction, loaded, [research_action(goal, read_number(dice) or 0, payers)])
    else:
        await show_now(interaction, loaded)


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
