"""/game invite, /game wait and [Wait for a seat]: who may come to a table, and who waits there."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import change, say
from cogs.interactions.presses import LOBBY, Press, reacts_to
from cogs.service.client import Interaction, actor_of, game_of
from cogs.service.posting import check_can_post
from cogs.table.consent import check_can_play
from cogs.table.lobby import lobby_text, lobby_view
from gamemaster.errors import TableRefusal
from gamemaster.lobby.gathering.waiters import place_in_words
from gamemaster.roles import SeatedGame


class GuestCommands(commands.Cog):
    """Subcommands of /game for who comes to the table."""

    @app_commands.command(description="At a table by invitation: let somebody take a seat; or see who may")
    @app_commands.describe(
        player="A member of this server, pinged once; leave it empty to see who is invited",
        withdraw="True to withdraw the invitation",
    )
    async def invite(
        self, interaction: Interaction, player: discord.User | None = None, withdraw: bool = False
    ) -> None:
        """Invite a member, or take that back; shown only to the host, as the ping tells the others."""
        loaded, actor = await game_of(interaction), actor_of(interaction)
        invitations = interaction.client.master.invitations
        if player is None:
            if withdraw:
                raise TableRefusal("Name the player whose invitation you take back.")
            await say(interaction, invitations.told(loaded, actor))
        elif withdraw:
            await say(interaction, await invitations.withdraw(loaded, actor, player.id))
        else:
            check_can_post(interaction)
            check_can_play(player)
            await say(interaction, await invitations.invite(loaded, actor, player.id))

    @app_commands.command(description="Wait for a seat where all are taken; I ping you once one is free")
    @app_commands.describe(stop="True to stop waiting")
    async def wait(self, interaction: Interaction, stop: bool = False) -> None:
        """On the list, or off it."""
        _, told = await _waiting(interaction, await game_of(interaction), stops=stop)
        await say(interaction, told)


@reacts_to("wait", right="wait for a seat")
async def wait_pressed(interaction: Interaction, press: Press) -> None:
    """On the list by a button of the lobby, or off it."""
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    if loaded.game.status != "lobby":
        raise TableRefusal("This game has begun. Use `/game wait` to wait for a seat. Nothing changed.")
    after, told = await _waiting(interaction, loaded, stops=press.argument == "stop")
    if press.made_for == LOBBY:
        await change(interaction, lobby_text(after), lobby_view(after), also_for_all=True)
    await say(interaction, told)


async def _waiting(interaction: Interaction, loaded: SeatedGame, *, stops: bool) -> tuple[SeatedGame, str]:
    """The game once the user waits for a seat, or no longer does, and what they are told."""
    waiters, user = interaction.client.master.waiters, interaction.user.id
    if stops:
        return await waiters.stop(loaded, user), "You're no longer waiting for a seat."
    after = await waiters.wait(loaded, user)
    return after, place_in_words(after, user)
