"""/template: what a server keeps for further games under a name."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import say
from cogs.interactions.lengths import Name
from cogs.service.client import Interaction, TableBot, actor_of, game_of
from cogs.table import autocomplete


class TemplateCommands(
    commands.GroupCog, group_name="template", group_description="What this server keeps for further games"
):
    """Saved from a game; /game create opens a lobby by one with a tap."""

    @app_commands.command(description="Keep what this channel's game agreed on: edition, options, pace")
    @app_commands.describe(name="A name for it, such as League A; one of the same name is replaced")
    async def save(self, interaction: Interaction, name: Name) -> None:
        """From the game of the channel, whether or not it has begun."""
        loaded = await game_of(interaction)
        await say(interaction, await interaction.client.master.templates.save(loaded, actor_of(interaction), name))

    @app_commands.command(description="The templates of this server")
    async def list(self, interaction: Interaction) -> None:
        """All of them."""
        await say(interaction, await interaction.client.master.templates.told(interaction.guild_id or 0))

    @app_commands.command(description="Delete a template; games that were opened by it stay")
    @app_commands.describe(name="Which template")
    async def delete(self, interaction: Interaction, name: Name) -> None:
        """By who saved it, or a manager."""
        templates, guild = interaction.client.master.templates, interaction.guild_id or 0
        await say(interaction, await templates.delete(guild, actor_of(interaction), name))

    @app_commands.command(description="For server managers: let nobody else change a template, or unlock it")
    @app_commands.describe(name="Which template", locked="False to unlock it")
    async def lock(self, interaction: Interaction, name: Name, locked: bool = True) -> None:
        """By a manager."""
        templates, guild = interaction.client.master.templates, interaction.guild_id or 0
        await say(interaction, await templates.lock(guild, actor_of(interaction), name, locked=locked))

    @delete.autocomplete("name")
    @lock.autocomplete("name")
    async def _names(self, interaction: Interaction, typed: str) -> autocomplete.Choices:
        names = await interaction.client.master.templates.names(interaction.guild_id or 0)
        return autocomplete.offered([(name, name) for name in names], typed)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(TemplateCommands())
