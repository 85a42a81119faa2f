"""Buying by thumb: a menu, then a form with a field for each unit chosen; or the whole order on one button."""

from __future__ import annotations

from cogs.interactions.answering import defer_in_place, open_form
from cogs.interactions.layout import modal_of
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.production import typed_pressed
from cogs.service.client import Interaction, TableBot
from cogs.sheets.showing import game_pressed, order_on_sheet, show_now
from gamemaster.sheets.buying import counted_order, counting_form, orders_as_before, preset_order


@reacts_to("buy", right="give orders")
async def buy_pressed(interaction: Interaction, press: Press) -> None:
    """The sheet of the purchase; a form that was opened before there were sheets is carried out."""
    if press.fields is not None:
        await typed_pressed(interaction, press)
    elif loaded := await game_pressed(interaction, press):
        await show_now(interaction, loaded)


@reacts_to("count", right="give orders", opens_form=True)
async def count_pressed(interaction: Interaction, press: Press) -> None:
    """A form for what was chosen in a menu, or the form sent in."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    index, fields = press.argument.partition(".")[0], press.fields
    if fields is not None:
        await order_on_sheet(interaction, loaded, lambda state: [counted_order(state, index, fields)])
    else:
        form = counting_form(loaded.game.id, loaded.to_order(), index, press.values)
        await open_form(interaction, modal_of(form))


@reacts_to("preset", right="give orders")
async def preset_pressed(interaction: Interaction, press: Press) -> None:
    """An order that uses the money and the room, as its button says."""
    if loaded := await game_pressed(interaction, press):
        await order_on_sheet(interaction, loaded, lambda state: [preset_order(state, press.argument)])


@reacts_to("again", right="give orders")
async def again_pressed(interaction: Interaction, press: Press) -> None:
    """What was bought last turn, bought again."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    await defer_in_place(interaction)
    before = await interaction.client.master.games.bought_before(loaded)
    if any(before.values()):
        await order_on_sheet(interaction, loaded, lambda state: orders_as_before(state, before))
    else:
        await show_now(interaction, loaded, "You bought no units last turn.")


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
