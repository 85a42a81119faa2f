"""/what-if: moves tried on one's own copy of the board, as it is or as it was; nobody else learns of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.board.beside_sheets import with_chances
from cogs.interactions.answering import defer, open_form, place_teller, say
from cogs.interactions.components import button_row, text_modal
from cogs.interactions.files import file_of
from cogs.interactions.lengths import Name, Number
from cogs.interactions.life import OPENS_FORM
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.lines import lines_of
from cogs.orders.moves import move_action
from cogs.service.client import Interaction, TableBot, game_of, work_out
from cogs.table import autocomplete
from engine import GameState, load_setup
from engine.ask import expected_battles
from engine.reading import read_number
from engine.state.names import find_power
from engine.state.words import first_upper, whose
from gamemaster.errors import TableRefusal
from gamemaster.jobs.board import BoardRequest
from gamemaster.keys import after_turn, custom_id
from gamemaster.narration import LIMIT
from gamemaster.narration.chances import own_chances_wanted
from gamemaster.narration.phrases import lines_within
from gamemaster.planning.ahead import MOST_LINES, PlannedLine, tried, turn_ahead
from gamemaster.views.board import own_power
from gamemaster.views.board_choices import BoardChoice
from gamemaster.views.view import GameView
from gamemaster.workers import Asker

NEVER_STALE, NOW, FORM = "", "0", "whatif"
ROOM = 1_200
EXAMPLE = "2 infantry: karelia > belorussia"
NO_SUCH_TURN = "Choose one of the suggested turns, or leave it out for the board as it is."


def supposed(board: GameState, power: str, text: str) -> tuple[list[PlannedLine], GameState]:
    """Which moves work in a power's combat move, and the board once they are made; raises Refusal."""
    return tried(turn_ahead(board, power, "combat_move"), lines_of(text)[:MOST_LINES], move_action)


def choice_of(state: GameState) -> BoardChoice:
    """What the picture shows: the battles, around the first of them."""
    battles = expected_battles(state)
    return BoardChoice(space=battles[0].space if battles else "", steps=2, shows=frozenset({"battles"}))


def _chances_wanted(state: GameState) -> dict[str, Any] | None:
    """The same for others than the player who would attack, whose losses are not theirs."""
    wanted = own_chances_wanted(state)
    return wanted and {**wanted, "losses": False}


async def show_supposed(interaction: Interaction, loaded: GameView, power: str, at: int, text: str) -> None:
    """The moves that work, the battles that they lead to with their chances, and a picture of them."""
    master = interaction.client.master
    master.admit(interaction.user.id, loaded, "picture", "odds")
    await defer(interaction)
    board, when = loaded.board, "as things stand"
    if at:
        board = await master.games.board_after(loaded, at)
        when = after_turn(board.edition, (await master.games.turns_ended(loaded))[at])
    found, state = await work_out(interaction, loaded, supposed, board, power, text)
    head = f"**What if: {whose(board.edition.power[power].called)} combat move** · {when} · only you see this"
    told = "\n".join([head, *lines_within([each.in_words for each in found], ROOM, "lines")])
    wanted = own_chances_wanted if power in loaded.powers else _chances_wanted
    told = await with_chances(interaction, replace(loaded, shown=state), told, wanted)
    view = discord.ui.View(timeout=None)
    button_row(view, loaded.game.id, NEVER_STALE, f"{FORM}.{power}.{at}", "Change the moves")
    asker = Asker(interaction.user.id, loaded.game.id, place_teller(interaction, "map is being drawn"))
    request = BoardRequest(state, choice_of(state), power, None, None, with_open_phase=False)
    picture = await master.board_views.drawn(request, asker)
    await say(interaction, told[:LIMIT], view=view, files=[file_of(picture)])


async def _open(interaction: Interaction, loaded: GameView, power: str, at: int) -> None:
    """The form for the moves, with what was typed last."""
    _ = loaded.board
    kept = await interaction.client.master.typed_lines.kept(loaded.game.id, interaction.user.id, FORM)
    title = f"What if: {whose(load_setup(loaded.game.setup).power[power].called)} combat move"
    modal_id = custom_id(loaded.game.id, NEVER_STALE, f"{FORM}.{power}.{at}")
    await open_form(interaction, text_modal(title, modal_id, "Moves, as you would order them", kept or "", EXAMPLE))


@reacts_to(FORM, right="export", opens_form=True)
async def form_pressed(interaction: Interaction, press: Press) -> None:
    """The form for other moves, or the form sent in."""
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    named, _, when = press.argument.partition(".")
    power, at = find_power(load_setup(loaded.game.setup), named), read_number(when or NOW)
    if at is None:
        raise TableRefusal(NO_SUCH_TURN)
    if press.fields is None:
        await _open(interaction, loaded, power, at)
        return
    text = press.fields.get("text", "").strip()
    await interaction.client.master.typed_lines.keep(loaded.game.id, interaction.user.id, FORM, text)
    await show_supposed(interaction, loaded, power, at, text)


class SupposingCommands(commands.Cog):
    """What nobody orders."""

    @app_commands.command(
        name="what-if",
        description="Try moves of any power on a copy of the board: the battles, their chances, a map",
        extras={OPENS_FORM: True},
    )
    @app_commands.describe(
        power="Whose combat move; yours if left empty",
        turn="On the board as it was after a turn; as it is if left empty",
    )
    @app_commands.rename(turn="after")
    @app_commands.autocomplete(power=autocomplete.powers)
    async def what_if(self, interaction: Interaction, power: Name = "", turn: Number = NOW) -> None:
        """The form for the moves; only who asks sees what comes of them."""
        loaded = await game_of(interaction)
        at = read_number(turn)
        if at is None:
            raise TableRefusal(NO_SUCH_TURN)
        meant = find_power(loaded.board.edition, power) if power else own_power(loaded)
        await _open(interaction, loaded, meant, at)

    @what_if.autocomplete("turn")
    async def _turns(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            loaded = await game_of(interaction)
        except TableRefusal:
            return []
        turns = await interaction.client.master.games.turns_ended(loaded)
        edition = load_setup(loaded.game.setup)
        named = [(first_upper(after_turn(edition, key)), str(seq)) for seq, key in sorted(turns.items(), reverse=True)]
        return autocomplete.offered(named, typed)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(SupposingCommands())
