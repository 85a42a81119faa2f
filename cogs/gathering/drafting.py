"""Buttons of a lobby at which seats are given out: joining, having the order drawn, letting the dice pick."""

from __future__ import annotations

from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot, actor_of
from cogs.table.lobby import invite, show_lobby
from gamemaster.errors import TableRefusal
from gamemaster.roles import SeatedGame


@reacts_to("joindraft", right="take a seat")
async def join_pressed(interaction: Interaction, press: Press) -> None:
    """Play too; with the last player the order is drawn."""
    master = interaction.client.master
    loaded: SeatedGame = await master.games.by_id(press.game_id, interaction.user.id)
    await show_lobby(interaction, await master.drafts.join(loaded, interaction.user.id))


@reacts_to("draft", right="start")
async def draft_pressed(interaction: Interaction, press: Press) -> None:
    """The order drawn by an organiser, or a power for who is away."""
    master, actor = interaction.client.master, actor_of(interaction)
    loaded: SeatedGame = await master.games.by_id(press.game_id, interaction.user.id)
    if press.argument == "begin":
        await invite(interaction, await master.drafts.begin(loaded, actor))
    elif press.argument == "pick":
        await invite(interaction, await master.drafts.draw_for(loaded, actor))
    else:
        raise TableRefusal("That button is from another version of the bot. Use /game status.")


async def setup(_: TableBot) -> None:
    """The buttons are registered as the module is read."""
