"""Research: choosing a technology and the number of dice."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import change, say
from cogs.interactions.components import button_row, select_row
from cogs.interactions.lengths import Name, Names
from cogs.interactions.names import id_meant
from cogs.interactions.presses import Press, reacts_to
from cogs.orders import order_suggestions
from cogs.orders.carrying_out import carry_out, loaded_for
from cogs.orders.payers import payers_typed, pressed_shares, shares_pressed
from cogs.service.client import Interaction, TableBot, game_of
from engine.ask import (
    check_technology_known,
    missing_technologies,
    open_accounts,
    open_charts,
    research_price,
    ways_to_pay,
)
from engine.facts.openings import AccountId
from engine.reading import read_number
from engine.state.game_state import GameState
from gamemaster.narration import what_it_does
from gamemaster.narration.phrases import in_hand, shares_in_words
from gamemaster.orders.phase_keys import phase_key
from gamemaster.sheets.page import Entry
from gamemaster.views.view import GameView

MOST_DICE = 10
"""Numbers of dice that have a button; /research takes any."""


@reacts_to("research", right="give orders")
async def research_pressed(interaction: Interaction, press: Press) -> None:
    """The menu of technologies or charts, then the numbers of dice, then the roll."""
    loaded = await loaded_for(interaction, press)
    state = loaded.to_order()
    goal, _, bought = press.argument.partition(".")
    dice, _, shares = bought.partition(".")
    if press.values:
        text, view = dice_sheet(loaded, press.values[0])
        await change(interaction, text, view)
    elif dice:
        payers = shares_pressed(state, shares)
        await carry_out(interaction, loaded, [research_action(goal, read_number(dice) or 0, payers)])
    else:
        view = discord.ui.View(timeout=None)
        what = "Chart" if open_charts(state, state.power) else "Technology"
        select_row(view, loaded.game.id, phase_key(state), "research", what, goals(state))
        price, left = research_price(state), in_hand(state, state.power)
        await say(interaction, f"Research what? A die costs {price} of your {left}.{kept_dice(state)}", view=view)


def goals(state: GameState) -> list[Entry]:
    """What can be researched: charts, where there are any, or technologies."""
    missing = missing_technologies(state, state.power)
    if charts := open_charts(state, state.power):
        names = {chart: [each.name for each in missing if each.chart == chart] for chart in charts}
        return [Entry(f"Chart {chart}", str(chart), ", ".join(names[chart])) for chart in charts]
    return [Entry(f"{each.name} ({each.number})", each.id, what_it_does(state, each.id)) for each in missing]


def research_action(goal: str, dice: int, payers: str | dict[AccountId, int] = "") -> dict[str, object]:
    """The order for a chart, named by its number, or for a technology; who pays what, if there are several accounts."""
    chart = read_number(goal)
    named = {"technology": goal} if chart is None else {"chart": chart}
    return {"type": "research", "dice": dice, **named, **({"from": payers} if payers else {})}


def kept_dice(state: GameState) -> str:
    """What is rolled besides the dice that are bought now, as a sentence."""
    kept = state.research_tokens.get(state.power, 0)
    return f" You also roll {kept} kept from earlier turns." if kept else ""


def dice_sheet(loaded: GameView, goal: str) -> tuple[str, discord.ui.View]:
    """A button for each number of dice that the treasury pays, with its price and chance, those kept included."""
    state = loaded.to_order()
    price, kept = research_price(state), state.research_tokens.get(state.power, 0)
    view = discord.ui.View(timeout=None)
    most = MOST_DICE // len(open_accounts(state, state.power))
    offers = [(count, shares) for count in range(1, most + 1) for shares in ways_to_pay(state, count * price)]
    for count, shares in [(0, {}), *offers] if kept else offers:
        chance = round(100 * (1 - (5 / 6) ** (count + kept)))
        dice = f"{count} {'new ' if kept else ''}{'die' if count == 1 else 'dice'}"
        label = f"{dice} · {shares_in_words(state, shares)} · {chance} %"
        deed = ".".join(filter(None, (f"research.{goal}.{count}", pressed_shares(state, shares) if count else "")))
        button_row(view, loaded.game.id, phase_key(state), deed, label)
    return f"{_goal_in_words(state, goal)} How many dice?{kept_dice(state)}", view


def _goal_in_words(state: GameState, goal: str) -> str:
    chart = read_number(goal)
    if chart is not None:
        missing = [each for each in missing_technologies(state, state.power) if each.chart == chart]
        names = ", ".join(f"{each.number} {each.name}" for each in missing)
        return f"**Chart {goal}**: {names}. Any 6 is a breakthrough, and another die picks one of these."
    check_technology_known(state, goal)
    each = state.edition.technology[goal]
    return f"**{each.name}**: {what_it_does(state, goal)} Any die that shows {each.number} develops it."


class ResearchCommands(commands.Cog):
    """The first phase of a turn, in editions that have it."""

    @app_commands.command(description="Roll dice for a technology")
    @app_commands.describe(
        technology="What to develop, or the number of a chart",
        dice="How many dice to pay for",
        payer="Which treasury pays, or shares, such as 10 UK Europe, 5 UK Pacific",
    )
    @app_commands.autocomplete(technology=order_suggestions.technologies, payer=order_suggestions.payers)
    async def research(
        self, interaction: Interaction, technology: Name, dice: app_commands.Range[int, 0, 100] = 1, payer: Names = ""
    ) -> None:
        """Name a technology or a chart and roll."""
        loaded = await game_of(interaction, to_order=True)
        state = loaded.to_order()
        chart = technology.strip().lower().removeprefix("chart").strip()
        goal = chart if read_number(chart) is not None else id_meant(state.edition.technologies, technology)
        payers = payers_typed(state, payer) if payer.strip() else ""
        await carry_out(interaction, loaded, [research_action(goal, dice, payers)])


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(ResearchCommands())
