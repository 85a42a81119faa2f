"""/note: a few words on one's own turn, for those who look back."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import say
from cogs.interactions.lengths import Json
from cogs.service.client import Interaction, TableBot, actor_of, game_of


class NoteCommands(commands.Cog):
    """One for each turn."""

    @app_commands.command(description="Note something on your turn, for /history and the record")
    @app_commands.describe(
        text="Up to 500 characters; leave it empty to delete the note",
        private="Whether others see it only once the turn is over",
    )
    async def note(self, interaction: Interaction, text: Json = "", private: bool = True) -> None:
        """On the present turn of the player, else on the last one."""
        loaded, notes = await game_of(interaction), interaction.client.master.notes
        await say(interaction, await notes.write(loaded, actor_of(interaction), text, private=private))


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(NoteCommands())
