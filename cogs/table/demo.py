"""/demo: a game to try with all seats taken. At the local table only."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.service.client import Interaction, TableBot, actor_of, cause_of
from cogs.service.posting import check_can_post
from cogs.table.consent import check_can_play
from gamemaster.errors import TableRefusal
from gamemaster.lobby.demos import demos, lay_out

GAMES = [app_commands.Choice(name=demo.title, value=demo.id) for demo in demos().values()]


class DemoCommands(commands.Cog):
    """One press from an empty table to a war."""

    @app_commands.command(description="Try a game: you play the Allies, somebody else the Axis")
    @app_commands.describe(game="Which game", opponent="Who plays the Axis")
    @app_commands.choices(game=GAMES)
    async def demo(self, interaction: Interaction, game: app_commands.Choice[str], opponent: discord.User) -> None:
        """Create, seat and start in one."""
        check_can_play(opponent)
        if opponent.id == interaction.user.id:
            raise TableRefusal("Choose somebody else to play the Axis. At the local table you can act as both.")
        check_can_post(interaction)
        await defer(interaction)
        place = interaction.guild_id or 0, interaction.channel_id or 0
        chosen = demos()[game.value]
        await lay_out(
            interaction.client.master, chosen, actor_of(interaction), opponent.id, place, cause_of(interaction)
        )
        await say(interaction, f"{chosen.title}: you play the Allies, {opponent.mention} the Axis.")


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(DemoCommands())
