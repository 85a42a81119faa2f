"""Research: choosing a technology and the number of dice."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import autocomplete
from cogs.acting import carry_out, loaded_for
from cogs.buttons import Entry, button_row, select_row
from cogs.client import Interaction, TableBot, game_of
from cogs.errors import say
from cogs.names import id_meant
from cogs.presses import Press, reacts_to
from engine.research import missing_technologies, research_price
from engine.rulebook import load_rulebook
from engine.state import GameState
from gamemaster.loading import LoadedGame
from gamemaster.phases import phase_key

MOST_DICE = 10
"""Numbers of dice that have a button; /research takes any."""


@reacts_to("research")
async def research_pressed(interaction: Interaction, press: Press) -> None:
    """The menu of technologies, then the numbers of dice, then the roll."""
    loaded = await loaded_for(interaction, press)
    state = loaded.running
    technology, _, dice = press.argument.partition(".")
    if press.values:
        text, view = dice_sheet(loaded, press.values[0])
        await interaction.response.edit_message(content=text, view=view)
    elif dice:
        await carry_out(interaction, loaded, [{"type": "research", "technology": technology, "dice": int(dice)}])
    else:
        missing = missing_technologies(state, state.power)
        entries = [Entry(f"{each.name} ({each.number})", each.id, what_it_does(state, each.id)) for each in missing]
        view = discord.ui.View(timeout=None)
        select_row(view, loaded.game.id, phase_key(state), "research", "Technology", entries)
        price, left = research_price(state), state.treasuries[state.power]
        await say(interaction, f"Research what? A die costs {price} of your {left} IPCs.", view=view)


def what_it_does(state: GameState, technology: str) -> str:
    """The rule of a technology in one sentence, with its numbers in this edition."""
    rule = load_rulebook().rule(state.edition.technology[technology].rule)
    value = rule.values.get(state.setup, "yes")
    return rule.sentence if value == "yes" else f"{rule.sentence.rstrip('.')}: {value}."


def dice_sheet(loaded: LoadedGame, technology: str) -> tuple[str, discord.ui.View]:
    """A button for each number of dice that the treasury pays, with its price and chance."""
    state = loaded.running
    price = research_price(state)
    each = state.edition.technology[technology]
    view = discord.ui.View(timeout=None)
    for count in range(1, min(MOST_DICE, state.treasuries[state.power] // price) + 1):
        chance = round(100 * (1 - (5 / 6) ** count))
        label = f"{count} {'die' if count == 1 else 'dice'} · {count * price} IPCs · {chance} %"
        button_row(view, loaded.game.id, phase_key(state), f"research.{technology}.{count}", label)
    question = f"Any die that shows {each.number} finds it. How many dice?"
    return f"**{each.name}**: {what_it_does(state, technology)} {question}", view


@app_commands.guild_only()
class ResearchCommands(commands.Cog):
    """The first phase of a turn, in editions that have it."""

    @app_commands.command(description="Roll dice for a technology")
    @app_commands.describe(technology="What to develop", dice="How many dice to pay for")
    @app_commands.autocomplete(technology=autocomplete.technologies)
    async def research(
        self, interaction: Interaction, technology: str, dice: app_commands.Range[int, 1, 100] = 1
    ) -> None:
        """Name a technology and roll."""
        loaded = await game_of(interaction)
        named = id_meant(loaded.running.edition.technologies, technology)
        await carry_out(interaction, loaded, [{"type": "research", "technology": named, "dice": dice}])


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(ResearchCommands())
