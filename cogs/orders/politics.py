"""/politics and /declare: who is at war with whom, and war declared once its consequences were read."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import answer_here, defer, say
from cogs.interactions.components import button_row
from cogs.interactions.files import file_of
from cogs.interactions.lengths import Name
from cogs.interactions.presses import Press, reacts_to
from cogs.orders import order_suggestions
from cogs.orders.carrying_out import carry_out, loaded_for, with_way_back
from cogs.service.client import Interaction, TableBot, game_of, work_out
from cogs.table import autocomplete
from engine.ask import WarChance, chances, declarable, war_to_declare
from engine.state.game_state import GameState
from engine.state.names import find_power
from gamemaster.budgets import OverBudget
from gamemaster.errors import NotAllowed
from gamemaster.keys import phase_key
from gamemaster.narration import confirmation, foes_named, politics_text
from gamemaster.views.view import GameView
from gamemaster.workers import TooManyWishes, WorkFailed

WHICH_WAR = "Which war? You'll read what it brings before you declare it."


@reacts_to("declare", right="give orders")
async def declare_pressed(interaction: Interaction, press: Press) -> None:
    """What may be declared, or what a war brings; with "now" before the power it is declared."""
    loaded = await loaded_for(interaction, press)
    state = loaded.to_order()
    word, _, power = press.argument.rpartition(".")
    if word == "now":
        await carry_out(interaction, loaded, [{"type": "declare_war", "on": [power]}])
    elif power:
        await ask_to_confirm(interaction, loaded, power)
    else:
        await _offer(interaction, loaded, state)


async def _offer(interaction: Interaction, loaded: GameView, state: GameState) -> None:
    open_now = await work_out(interaction, loaded, declarable, state)
    if not open_now:
        text = await work_out(interaction, loaded, politics_text, state, [state.power])
        await answer_here(interaction, text, with_way_back(interaction, loaded, discord.ui.View(timeout=None)))
        return
    if len(open_now) == 1:
        await ask_to_confirm(interaction, loaded, open_now[0].named[0])
        return
    view = discord.ui.View(timeout=None)
    for chance in open_now:
        _button(view, loaded, state, f"declare.{chance.named[0]}", f"On {foes_named(state, chance)}")
    await answer_here(interaction, WHICH_WAR, with_way_back(interaction, loaded, view))


async def ask_to_confirm(interaction: Interaction, loaded: GameView, power: str) -> None:
    """The consequences of a war, and the button that declares it; raises the refusal where it may not be declared."""
    state = await _to_declare(interaction, loaded, power)
    chance, text = await work_out(interaction, loaded, _war_confirmed, state, power)
    view = discord.ui.View(timeout=None)
    _button(view, loaded, state, f"declare.now.{power}", f"Declare war on {foes_named(state, chance)}", is_final=True)
    await answer_here(interaction, text, with_way_back(interaction, loaded, view))


def _war_confirmed(state: GameState, power: str) -> tuple[WarChance, str]:
    """A war that may be declared, and what is asked before it is; raises the refusal."""
    chance = war_to_declare(state, power)
    return chance, confirmation(state, chance)


async def _to_declare(interaction: Interaction, loaded: GameView, power: str) -> GameState:
    """The board on which the viewer declares war; raises NotAllowed, with when the viewer's powers may do so in their
    turns."""
    try:
        return loaded.to_order()
    except NotAllowed as no:
        if loaded.is_on_turn or loaded.game.status != "running":
            raise
        reasons = await work_out(interaction, loaded, _why_not_yet, loaded.board, loaded.powers, power)
        raise NotAllowed(" ".join([str(no), *reasons])) from no


def _why_not_yet(state: GameState, own: Sequence[str], power: str) -> list[str]:
    """When these powers may declare war on one, in their turns."""
    wars = [chance for each in own for chance in chances(state, each) if power in chance.on]
    return [f"{war.why_not} ({war.rule})" for war in wars]


def _button(
    view: discord.ui.View, loaded: GameView, state: GameState, deed: str, label: str, *, is_final: bool = False
) -> None:
    style = discord.ButtonStyle.danger if is_final else discord.ButtonStyle.secondary
    button_row(view, loaded.game.id, phase_key(state), deed, label[:80], style=style)


async def _pictured(interaction: Interaction, loaded: GameView) -> list[discord.File]:
    """The relations in pictures; nothing where they never change, or where too much is drawn just now."""
    master = interaction.client.master
    try:
        master.admit(interaction.user.id, loaded, "picture")
        pictures = await master.board_views.relations(loaded)
    except (OverBudget, TooManyWishes, WorkFailed):
        return []
    return [file_of(picture) for picture in pictures]


class PoliticsCommands(commands.Cog):
    """Wars, in games in which they are declared."""

    @app_commands.command(description="Who is at war with whom, which wars may be declared, and what they bring")
    @app_commands.describe(of="A power to show in full: when it may declare which war, and what that brings")
    @app_commands.autocomplete(of=autocomplete.powers)
    async def politics(self, interaction: Interaction, of: Name = "") -> None:
        """Show the relations of all powers; they are known to everybody."""
        loaded = await game_of(interaction)
        told = [find_power(loaded.board.edition, of)] if of else []
        text = await work_out(interaction, loaded, politics_text, loaded.board, told)
        await defer(interaction)
        pictures = await _pictured(interaction, loaded)
        await say(interaction, text, files=pictures[:1])
        for picture in pictures[1:]:  # Side by side they would be too small for a phone.
            await say(interaction, files=[picture])

    @app_commands.command(description="Declare war, after you've read what it brings")
    @app_commands.describe(on="The power to declare war on")
    @app_commands.autocomplete(on=order_suggestions.foes)
    async def declare(self, interaction: Interaction, on: Name) -> None:
        """Show what a war brings, with the button that declares it."""
        loaded = await game_of(interaction)
        await ask_to_confirm(interaction, loaded, find_power(loaded.board.edition, on))


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(PoliticsCommands())
