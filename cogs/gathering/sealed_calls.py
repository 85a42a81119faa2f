"""A sealed call in an auction for a side, by a form."""

from __future__ import annotations

from cogs.interactions.answering import change, open_form, say
from cogs.interactions.components import text_modal
from cogs.interactions.presses import LOBBY, Press, reacts_to
from cogs.service.client import Interaction, TableBot
from cogs.table.lobby import invite, lobby_text, lobby_view
from engine.reading import read_number
from gamemaster.keys import custom_id
from gamemaster.lobby.auctions import auction_of
from gamemaster.roles import SeatedGame


@reacts_to("sealedcall", right="take a seat", opens_form=True)
async def sealed_call_pressed(interaction: Interaction, press: Press) -> None:
    """The form, or the number written into it; nobody else sees it before both sides have called."""
    master = interaction.client.master
    loaded: SeatedGame = await master.games.by_id(press.game_id, interaction.user.id)
    if press.fields is None:
        form = custom_id(loaded.game.id, LOBBY, "sealedcall")
        await open_form(interaction, text_modal("Your sealed call", form, "How many IPCs", "", "such as 12"))
        return
    count = read_number(press.fields.get("text", ""))
    after = await master.auctioning.call_sealed(loaded, interaction.user.id, count)
    if auction_of(after.game) is not None:
        await change(interaction, lobby_text(after), lobby_view(after), also_for_all=True)
        await say(interaction, "Your side's call is kept. You can change it until the others have called, too.")
    else:
        await invite(interaction, after)


async def setup(_: TableBot) -> None:
    """The button is registered as the module is read."""
