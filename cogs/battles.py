"""Fighting battles."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs import autocomplete
from cogs.acting import carry_out, loaded_for
from cogs.answers import decision, show_card_if_asked
from cogs.buttons import Press, reacts_to
from cogs.client import Interaction, TableBot, game_of
from engine.names import find_space
from gamemaster.errors import NotAllowed


@reacts_to("fight")
async def fight_pressed(interaction: Interaction, press: Press) -> None:
    """A battle begun; the attacker's own questions follow as a card."""
    loaded = await loaded_for(interaction, press)
    await carry_out(interaction, loaded, [{"type": "battle", "space": press.argument}])
    await show_card_if_asked(interaction)


@reacts_to("fightend")
async def fight_to_the_end_pressed(interaction: Interaction, press: Press) -> None:
    """Round after round until the battle ends or somebody else must choose."""
    loaded = await loaded_for(interaction, press)
    request = loaded.running.request(press.made_for)
    first = decision(request.id, {"press": True}) if request and request.kind == "retreat" else None
    actions = [first] if first else []
    if request and not first:
        actions = [decision(request.id, "default")]
    await carry_out(interaction, loaded, actions, to_the_end=True)
    await show_card_if_asked(interaction)


@app_commands.guild_only()
class BattleCommands(commands.Cog):
    """Conduct combat."""

    @app_commands.command(description="Fight a battle, round by round or to the end")
    @app_commands.describe(space="Where", to_the_end="Press on until it ends or somebody else must choose")
    @app_commands.autocomplete(space=autocomplete.battles)
    async def battle(self, interaction: Interaction, space: str, to_the_end: bool = False) -> None:
        """Begin a battle."""
        loaded = await game_of(interaction)
        action = {"type": "battle", "space": find_space(loaded.running.edition, space)}
        await carry_out(interaction, loaded, [action], to_the_end=to_the_end)
        await show_card_if_asked(interaction)

    @app_commands.command(description="Be ready to concede; your side concedes when all its players are")
    async def concede(self, interaction: Interaction, confirm: bool) -> None:
        """Concede for all one's powers (GEN-34)."""
        if not confirm:
            raise NotAllowed("Nothing has changed: set confirm to True to concede.")
        loaded = await game_of(interaction)
        actions = [{"type": "concede", "power": power} for power in loaded.powers_of(interaction.user.id)]
        if not actions:
            raise NotAllowed("You have no seat in this game.")
        await carry_out(interaction, loaded, actions)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(BattleCommands())
