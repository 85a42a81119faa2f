"""A player's sheet: shown where it was pressed, with what came of the press on top."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cogs.interactions.answering import answer_here, is_on_sheet
from cogs.interactions.errors import explained
from cogs.interactions.presses import Press
from cogs.interactions.sheets import show_sheet
from cogs.orders.asking import owed_by, show_questions
from cogs.orders.carrying_out import carry_out, check_fresh, may_order
from cogs.service.client import Interaction, cause_of, work_out
from engine import Refusal, StaleDecision
from engine.state.game_state import GameState
from gamemaster.errors import OtherOffered
from gamemaster.orders.drafts import JsonAction
from gamemaster.sheets.answers.waiting import waiting_sheet
from gamemaster.sheets.page import Row, Sheet
from gamemaster.sheets.turn import sheet_now
from gamemaster.views.view import GameView

OVER = "This game is over."


async def game_pressed(interaction: Interaction, press: Press) -> GameView | None:
    """The game in which a player on turn pressed a sheet; None where the sheet is over, once it shows what its reader
    can do now. Raises NotAllowed for others.
    """
    games = interaction.client.master.games
    loaded = await games.by_id(press.game_id, interaction.user.id, cause_of(interaction))
    try:
        check_fresh(loaded.board, press.made_for)
    except StaleDecision as over:
        if not is_on_sheet(interaction):
            loaded.to_order()
        await show_present(interaction, loaded, over.message)
        return None
    loaded.to_order()
    return loaded


async def show_present(interaction: Interaction, loaded: GameView, note: str = "") -> None:
    """Where a player stands: what they are asked, else the sheet of their turn, else for whom everybody waits."""
    if loaded.shown is None or loaded.board.winner:
        await answer_here(interaction, note or OVER, None)
    elif owed_by(loaded):
        await show_questions(interaction, loaded, note)
    elif may_order(loaded, loaded.board):
        await show_now(interaction, loaded, note)
    else:
        sheet: Sheet = await work_out(interaction, loaded, waiting_sheet, loaded.game.id, loaded.board, loaded.powers)
        await show_sheet(interaction, sheet.below(note))


async def show_now(interaction: Interaction, loaded: GameView, note: str = "") -> None:
    """The sheet of the present phase, as the player on turn sees it."""
    sheet: Sheet = await work_out(interaction, loaded, sheet_now, loaded.game.id, loaded.to_order())
    await show_sheet(interaction, sheet.below(note))


async def show_refused(interaction: Interaction, loaded: GameView, no: Refusal) -> None:
    """The sheet of the present phase below a refusal, with the nearest order where one is at hand."""
    sheet: Sheet = await work_out(interaction, loaded, sheet_now, loaded.game.id, loaded.to_order())
    others = Row(no.buttons if isinstance(no, OtherOffered) else ())
    await show_sheet(interaction, sheet.below(explained(no)[0], others))


async def order_on_sheet(
    interaction: Interaction, loaded: GameView, meant: Callable[[GameState], Sequence[JsonAction]]
) -> None:
    """Give orders, all or none, and show the sheet with what they led to, or with why they were refused."""
    try:
        actions = await work_out(interaction, loaded, meant, loaded.to_order())
        await carry_out(interaction, loaded, actions)
    except Refusal as no:
        await show_refused(interaction, loaded, no)
