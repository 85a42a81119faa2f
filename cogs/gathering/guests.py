"""/game invite: who may come to a table by invitation."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import say
from cogs.service.client import Interaction, actor_of, game_of
from cogs.service.posting import check_can_post
from cogs.table.consent import check_can_play
from gamemaster.errors import TableRefusal


class GuestCommands(commands.Cog):
    """Subcommands of /game for who comes to the table."""

    @app_commands.command(description="At a table by invitation: let somebody take a seat; or see who may")
    @app_commands.describe(
        player="A member of this server, pinged once; leave it empty to see who is invited",
        withdraw="Yes to take the invitation back",
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
