"""The end of a phase: what forbids it, with what can be done about that by button; then what looks like a slip."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.board.beside_sheets import threats_now
from cogs.interactions.answering import defer, is_on_sheet, say
from cogs.interactions.components import button_row
from cogs.interactions.errors import explained
from cogs.interactions.presses import Press, reacts_to
from cogs.interactions.sheets import show_sheet
from cogs.orders.carrying_out import carry_out, loaded_for, tell
from cogs.orders.landings import UNLANDED, offer_landings
from cogs.service.client import Interaction, TableBot, actor_of, cause_of, game_of, work_out
from cogs.service.posting import check_can_announce
from engine import IllegalAction, Unfinished
from engine.ask import is_legal
from engine.state.game_state import GameState
from gamemaster.keys import phase_key
from gamemaster.narration import end_phase_warnings, order_line, orders_are_unseen, units_move
from gamemaster.narration.chances import threat_line
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.sheets.page import Row
from gamemaster.sheets.turn import sheet_now
from gamemaster.views.panel_buttons import next_order
from gamemaster.views.view import GameView

END_ANYWAY = "End anyway"
SAFE = 0.8
"""A capital that is held with less is spoken of before its units can move no more."""


@reacts_to("end", "endnow", right="give orders")
async def end_pressed(interaction: Interaction, press: Press) -> None:
    """The phase ended, after a word about what may have been forgotten."""
    loaded = await loaded_for(interaction, press)
    await end_phase(interaction, loaded, sure=press.word == "endnow")


async def end_phase(interaction: Interaction, loaded: GameView, *, sure: bool) -> None:
    """End the phase; what the rules forbid is told first, then what looks like a slip is asked about once."""
    state = loaded.to_order()
    end = {"type": "end_phase", "phase": state.phase}
    warnings: tuple[str, ...] = ()
    if not sure and await work_out(interaction, loaded, is_legal, state, end):
        refused = units_move(state) and await _was_refused(interaction, loaded)
        warnings = await work_out(interaction, loaded, _warnings, state, refused)
        warnings += await _dangers(interaction, loaded)
    if not warnings:
        try:
            await carry_out(interaction, loaded, [end])
        except IllegalAction as no:
            await _offer_what_is_missing(interaction, loaded, no)
        return
    question = "Before you end the phase: " + " · ".join(warnings)
    if is_on_sheet(interaction):
        sheet = await work_out(interaction, loaded, sheet_now, loaded.game.id, state)
        await show_sheet(interaction, sheet.below(question, Row((("endnow", END_ANYWAY, "danger"),))))
        return
    view = discord.ui.View(timeout=None)
    style = discord.ButtonStyle.danger
    button_row(view, loaded.game.id, phase_key(state), "endnow", END_ANYWAY, style=style)
    await say(interaction, question, view=view)


async def _dangers(interaction: Interaction, loaded: GameView) -> tuple[str, ...]:
    """Capitals that are likely to fall where units stay as they are now."""
    if loaded.board.phase != "noncombat_move":
        return ()
    found = await threats_now(interaction, loaded)
    return tuple(threat_line(loaded.board, threat).rstrip(".") for threat in found if threat.held < SAFE)


async def _was_refused(interaction: Interaction, loaded: GameView) -> bool:
    """Whether the player typed orders that wait for correction."""
    return bool(await interaction.client.master.typed_lines.kept(loaded.game.id, interaction.user.id, "move"))


def _warnings(state: GameState, refused: bool) -> tuple[str, ...]:
    """What looks like a slip, where the rules let the phase end."""
    so = "check that you've given them some other way" if state.undo else "you have no orders"
    typed = (f"I refused the orders you typed last: {so}.",) if refused else ()
    return (*typed, *end_phase_warnings(state))


async def _offer_what_is_missing(interaction: Interaction, loaded: GameView, no: IllegalAction) -> None:
    """Why the phase does not end, with buttons for the next order and for the order that stands in the way."""
    if no.rule in UNLANDED:
        await offer_landings(interaction, loaded, no)
        return
    state, (text, why) = loaded.to_order(), explained(no)
    if is_on_sheet(interaction):
        sheet = await work_out(interaction, loaded, sheet_now, loaded.game.id, state)
        await show_sheet(interaction, sheet.below(text, Row(tuple(undo_button(state, no)))))
        return
    view, key = discord.ui.View(timeout=None), phase_key(loaded.to_order())
    if orders_are_unseen(state) and (order := next_order(state)):
        button_row(view, loaded.game.id, key, *order, style=discord.ButtonStyle.primary)
    for deed, label, _ in undo_button(state, no):
        button_row(view, loaded.game.id, key, deed, label)
    for item in why.children if why else ():
        view.add_item(item)
    await say(interaction, text, view=view)


def undo_button(state: GameState, no: IllegalAction) -> list[PhaseButton]:
    """A button that takes back the order that stands in the way, where one does."""
    number = _order_of(state, no) if isinstance(no, Unfinished) else None
    if number is None:
        return []
    return [
        (
            f"undo.{number}.{len(state.undo)}",
            f"Undo {number + 1}: {order_line(state, state.undo[number].order)}",
            "secondary",
        )
    ]


def _order_of(state: GameState, no: Unfinished) -> int | None:
    """The order by which the unit came to where it cannot stay; None where none of this phase did."""
    moved: Sequence[int] = [n for n, entry in enumerate(state.undo) if no.piece in entry.patch.pieces]
    return None if not moved else moved[0] if state.pieces[no.piece].aboard else moved[-1]


@reacts_to("endfor", right="end a phase whose time is up")
async def end_for_pressed(interaction: Interaction, press: Press) -> None:
    """The phase of a player ended whose time for the turn is up."""
    await end_for_absent(interaction, await loaded_for(interaction, press))


async def end_for_absent(interaction: Interaction, loaded: GameView) -> None:
    """End the phase of the player on turn, whose time is up, with what has been ordered."""
    await defer(interaction, is_order=True)
    await check_can_announce(interaction)
    acting, phase = interaction.client.master.acting, phase_key(loaded.board)
    acted = await acting.end_for_absent(loaded.game.id, actor_of(interaction), phase, cause_of(interaction))
    await tell(interaction, loaded, acted)


class EndCommands(commands.Cog):
    """The end of a phase."""

    @app_commands.command(name="end-phase", description="End this phase of your turn")
    async def end_phase(self, interaction: Interaction) -> None:
        """End the phase."""
        await end_phase(interaction, await game_of(interaction, to_order=True), sure=False)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(EndCommands())
