"""/history: any round, turn, phase or battle of the game again, through menus on one message."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.board.maps import WHOLE_BOARD, show_map
from cogs.interactions.answering import change_picture, defer, defer_in_place, place_teller, say
from cogs.interactions.components import button_row, select_row
from cogs.interactions.files import file_of
from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot, actor_of, game_of
from cogs.service.posting import check_can_announce
from cogs.table.consent import wish
from cogs.table.dice import show_rolls
from engine import load_setup
from engine.reading import read_number
from gamemaster.dice.log import Search
from gamemaster.errors import TableRefusal
from gamemaster.jobs.past.history import Moment
from gamemaster.keys import end_of_phase
from gamemaster.roles import is_host
from gamemaster.sheets.page import Entry
from gamemaster.views.history import PastMoment
from gamemaster.views.view import GameView

EVERY_ROLL = 999_999_999
NEVER_STALE = ""
NOT_ON_RECORD = "That turn isn't on record any more. See the board as it is with /map."


async def show_moment(
    interaction: Interaction, loaded: GameView, moment: Moment | None, *, instead: bool = False
) -> None:
    """A moment of a game, shown only to who asks; `instead` of the one whose menu they used."""
    interaction.client.master.admit(interaction.user.id, loaded, "picture")
    await (defer_in_place if instead else defer)(interaction)
    told = place_teller(interaction, "look back is being prepared")
    past = await interaction.client.master.histories.of(loaded, moment, told)
    view, text = _menus(interaction, loaded, past), past.told.text
    if instead and past.picture:
        await change_picture(interaction, file_of(past.picture), view, text)
    else:
        await say(interaction, text, view=view, files=[file_of(past.picture)] if past.picture else [])


def _menus(interaction: Interaction, loaded: GameView, past: PastMoment) -> discord.ui.View:
    """Rounds, turns of the round, phases and battles of the turn; its dice; the way back for who may ask for it."""
    view, game, moment = discord.ui.View(timeout=None), loaded.game.id, past.moment
    number, _, power = moment.turn.partition(".")
    edition = loaded.board.edition
    rounds = [Entry(f"Round {each}", str(each), chosen=str(each) == number) for each in reversed(past.rounds)]
    turns = [
        Entry(edition.power[turn.split(".")[1]].name, Moment(turn).code, chosen=turn == moment.turn)
        for turn in past.turns
    ]
    here, told = moment.turn, past.told
    phases = [Entry(name, Moment(here, each).code, chosen=each == moment.phase) for each, name in told.phases]
    battles = [Entry(name, Moment(here, "", n).code, chosen=n == moment.battle) for n, name in enumerate(told.battles)]
    menus = {"round": rounds, "turn": turns, "phase": phases, "battle": battles}
    for what, entries in menus.items():
        select_row(view, game, NEVER_STALE, f"history.{what}", f"Choose a {what}", entries)
    button_row(view, game, NEVER_STALE, f"history.dice.{told.space}.{here.replace('.', '-')}", "Dice")
    if power and (moment.phase or moment.battle is not None):
        button_row(view, game, NEVER_STALE, f"history.{Moment(here).code}", "The whole turn")
    if past.entry is not None and loaded.game.status == "running" and is_host(actor_of(interaction), loaded):
        button_row(view, game, NEVER_STALE, f"goback.{past.entry}", "Go back to the end of this phase")
    return view


@reacts_to("history", right="export")
async def moment_chosen(interaction: Interaction, press: Press) -> None:
    """Another moment by menu or button in place of the one shown, or its dice; never stale."""
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    if press.argument.startswith("dice."):
        _, space, turn, *_ = [*press.argument.split("."), "", ""]
        await show_rolls(interaction, loaded, Search(space, turn.replace("-", "."), before=EVERY_ROLL))
        return
    code = "".join(press.values[:1]) or press.argument
    await show_moment(interaction, loaded, Moment.of(code), instead=True)


@reacts_to("whole", right="export")
async def whole_pressed(interaction: Interaction, press: Press) -> None:
    """The whole board as it was when the post was written that shows a part of it; for posts of earlier versions as it
    is now. Never stale.
    """
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    if not press.made_for:
        await show_map(interaction, loaded, WHOLE_BOARD)
        return
    interaction.client.master.admit(interaction.user.id, loaded, "picture")
    await defer(interaction)
    moment, told = Moment.board_after(press.made_for), place_teller(interaction, "map is being drawn")
    past = await interaction.client.master.histories.of(loaded, moment, told)
    if past.moment != moment or past.picture is None:
        raise TableRefusal(NOT_ON_RECORD)
    await say(interaction, f"**{past.told.title}**: the whole board then.", files=[file_of(past.picture)])


@reacts_to("goback", right="roll back")
async def go_back_pressed(interaction: Interaction, press: Press) -> None:
    """The game put back to a moment on record, once it is confirmed; others are asked as with the command."""
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    entry, _, confirmed = press.argument.partition(".")
    kept = dict(await interaction.client.master.games.kept_phases(loaded))
    seq = read_number(entry)
    if seq is None or seq not in kept:
        raise TableRefusal("The game has been put back since. Look at it again with /history.")
    if confirmed:
        await defer(interaction)
        await check_can_announce(interaction)
        await wish(interaction, loaded, "rollback", {"to": seq})
        return
    view = discord.ui.View(timeout=None)
    button_row(view, loaded.game.id, NEVER_STALE, f"goback.{seq}.now", "Go back", style=discord.ButtonStyle.danger)
    where = end_of_phase(load_setup(loaded.game.setup), kept[seq])
    text = (
        f"Put the game back to: **{where}**? What was ordered since then is undone for all. Dice that fell stay on "
        "record and are never used again. If you play, a player of the other side has to agree."
    )
    await say(interaction, text, view=view)


class HistoryCommands(commands.Cog):
    """The game as it was."""

    @app_commands.command(description="Look back: any round, turn, phase or battle, with its text, dice and board")
    async def history(self, interaction: Interaction) -> None:
        """The last turn of which something is public, with menus to all others."""
        await show_moment(interaction, await game_of(interaction), None)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(HistoryCommands())
