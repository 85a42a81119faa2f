"""[Rematch] below the end of a game."""

from __future__ import annotations

from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot, actor_of
from cogs.service.posting import check_can_post, ground_of
from cogs.table.lobby import invite
from gamemaster.lobby.rematch import rematch


@reacts_to("rematch", right="open a rematch")
async def rematch_pressed(interaction: Interaction, press: Press) -> None:
    """A new lobby with the same options, and whoever pressed on the other side."""
    master = interaction.client.master
    check_can_post(interaction)
    over = await master.games.by_id(press.game_id, interaction.user.id)
    here = interaction.guild_id or 0, interaction.channel_id or 0
    await invite(interaction, await rematch(master.lobby, over, actor_of(interaction), *here, ground_of(interaction)))


async def setup(_: TableBot) -> None:
    """The button is registered as this is loaded."""
