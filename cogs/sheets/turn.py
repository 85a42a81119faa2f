"""The way to one's sheet from wherever one is."""

from __future__ import annotations

from cogs.interactions.answering import defer_in_place
from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot, cause_of
from cogs.sheets.showing import show_present


@reacts_to("sheet", right="give orders")
async def sheet_pressed(interaction: Interaction, press: Press) -> None:
    """Where the player stands now, whatever the button was made for."""
    games = interaction.client.master.games
    loaded = await games.by_id(press.game_id, interaction.user.id, cause_of(interaction))
    await defer_in_place(interaction)
    await show_present(interaction, loaded)


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
