"""/vacation: until when a player is away."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.interactions.lengths import Name
from cogs.service.client import Interaction, TableBot, actor_of, game_of
from cogs.service.posting import check_can_announce
from cogs.table import autocomplete

SERVER, HERE = "server", "here"
WHERE = [
    app_commands.Choice(name="All my games on this server", value=SERVER),
    app_commands.Choice(name="This game", value=HERE),
]


class VacationCommands(commands.GroupCog, name="vacation", description="Say until when you're away; your clocks stop"):
    """Announced in the channels of the games."""

    @app_commands.command(description="You're away: your own deadlines, turn times and reminders stop")
    @app_commands.describe(
        until="For how long: 5 days, or until which day: 2026-12-10", games="In which games; all if left empty"
    )
    @app_commands.choices(games=WHERE)
    async def begin(self, interaction: Interaction, until: Name, games: str = SERVER) -> None:
        """Begin a vacation, or change how long the present one lasts."""
        await defer(interaction)
        vacations = interaction.client.master.vacations
        await self._change(interaction, games, await vacations.until(interaction.user.id, until))

    @begin.autocomplete("until")
    async def _days(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return autocomplete.offered(await interaction.client.master.vacations.offered(interaction.user.id), typed)

    @app_commands.command(description="You're back: your clocks run again at once")
    @app_commands.describe(games="In which games; all if left empty")
    @app_commands.choices(games=WHERE)
    async def end(self, interaction: Interaction, games: str = SERVER) -> None:
        """End a vacation."""
        await defer(interaction)
        await self._change(interaction, games, None)

    async def _change(self, interaction: Interaction, games: str, until: int | None) -> None:
        master, actor = interaction.client.master, actor_of(interaction)
        user, guild = interaction.user.id, interaction.guild_id or 0
        if games != HERE:
            master.budgets.take(["post"], user, user, guild)
            await say(interaction, await master.vacations.everywhere(guild, actor, until))
            return
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        master.admit(user, loaded, "post")
        change = master.vacations
        begun = change.end(loaded.game.id, actor) if until is None else change.begin(loaded.game.id, actor, until)
        await say(interaction, await begun)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(VacationCommands())
