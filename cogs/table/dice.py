"""/dice: what is promised about the dice of a game, its rolls, and checking them once it is over."""

from __future__ import annotations

import re

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import change, defer, defer_in_place, say
from cogs.interactions.components import button_row
from cogs.interactions.lengths import Name
from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot, game_of
from cogs.table import autocomplete
from gamemaster.dice.battles import dice_in_words
from gamemaster.dice.log import RollPage, Search, search_for
from gamemaster.errors import TableRefusal
from gamemaster.views.view import GameView

RollNumber = app_commands.Range[int, 1, 999_999_999]
SOUGHT = re.compile(r"([bf])(\d{1,9})\.(\w*)\.(\d{1,4}(?:-\w+)?|)")
"""The argument of a button: rolls before a number or from it, the space, and the turn."""


def _argument(search: Search) -> str:
    way = f"f{search.from_roll}" if search.before is None else f"b{search.before}"
    return f"{way}.{search.space}.{search.turn.replace('.', '-')}"


def _search_of(argument: str) -> Search:
    """What a button looks for; the last rolls where it says nothing that can be read."""
    match = SOUGHT.fullmatch(argument)
    if match is None:
        return Search()
    number, space, turn = int(match[2]), match[3], match[4].replace("-", ".")
    return Search(space, turn, before=number) if match[1] == "b" else Search(space, turn, from_roll=number)


def _buttons(loaded: GameView, page: RollPage) -> discord.ui.View | None:
    view = discord.ui.View(timeout=None)
    for search, label in ((page.older, "Earlier"), (page.newer, "Later")):
        if search:
            button_row(view, loaded.game.id, "", f"rolls.{_argument(search)}", label)
    return view if view.children else None


async def show_rolls(interaction: Interaction, loaded: GameView, search: Search) -> None:
    """A page of rolls with buttons for those before and after it, shown only to who asks."""
    await defer(interaction)
    page = await interaction.client.master.dice_log.page(loaded, search)
    await say(interaction, page.text, view=_buttons(loaded, page))


@reacts_to("rolls", right="export")
async def rolls_pressed(interaction: Interaction, press: Press) -> None:
    """Rolls before or after those shown, in their place; never stale."""
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    await defer_in_place(interaction)
    page = await interaction.client.master.dice_log.page(loaded, _search_of(press.argument))
    await change(interaction, page.text, _buttons(loaded, page))


@reacts_to("dice", right="export")
async def dice_pressed(interaction: Interaction, press: Press) -> None:
    """The battles of a turn in words, with all dice; never stale."""
    master = interaction.client.master
    loaded = await master.games.by_id(press.game_id, interaction.user.id)
    await defer(interaction)
    turn = await master.fought_battles.of(loaded, press.made_for)
    await say(interaction, await master.work_out(interaction.user.id, loaded, dice_in_words, turn))


class DiceCommands(commands.GroupCog, group_name="dice", group_description="The dice of a game, and how to check them"):
    """Dice that anybody can check."""

    @app_commands.command(description="What was promised about the dice, how many were rolled, and how to check them")
    async def status(self, interaction: Interaction) -> None:
        """The commitment and the number of rolls; once the game is over its seed, and the line that checks it."""
        await defer(interaction)
        await say(interaction, await interaction.client.master.dice_log.standing(await game_of(interaction)))

    @app_commands.command(description="The rolls so far: the last ones, or by place, turn or number")
    @app_commands.describe(
        space="Only the battles and raids in this space",
        turn="Only this round or turn, such as 3, or Germany 3",
        roll="From this roll on",
    )
    async def log(
        self, interaction: Interaction, space: Name = "", turn: Name = "", roll: RollNumber | None = None
    ) -> None:
        """A page of rolls, with buttons for those before and after it."""
        loaded = await game_of(interaction)
        await show_rolls(interaction, loaded, search_for(loaded.board.edition, space, turn, roll))

    @log.autocomplete("space")
    async def _spaces(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            loaded = await game_of(interaction)
            board = loaded.board.edition.board
        except TableRefusal:
            return []
        places = await interaction.client.master.dice_log.places(loaded)
        return autocomplete.offered([(board.name(space), space) for space in places], typed)

    @log.autocomplete("turn")
    async def _turns(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            state = (await game_of(interaction)).board
        except TableRefusal:
            return []
        named = [
            (f"{state.edition.power[power].name} {number}", f"{power} {number}")
            for number in range(state.round, 0, -1)
            for power in reversed(state.edition.turn_order)
            if number < state.round or state.edition.turn_rank[power] <= state.edition.turn_rank[state.power]
        ]
        return autocomplete.offered([(f"round {state.round}", str(state.round)), *named], typed)

    @app_commands.command(description="Repeat every roll of a finished game from its seed")
    async def verify(self, interaction: Interaction) -> None:
        """Say whether all rolls are genuine, with the numbers that were posted."""
        await defer(interaction)
        await say(interaction, await interaction.client.master.records.verify_dice(await game_of(interaction)))


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(DiceCommands())
