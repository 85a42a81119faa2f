"""Aircraft that must still be landed: the places that one can reach, and carriers that can come, by button."""

from __future__ import annotations

import discord

from cogs.interactions.answering import is_on_sheet, say
from cogs.interactions.components import button_row
from cogs.interactions.presses import Press, reacts_to
from cogs.interactions.sheets import show_sheet
from cogs.orders.carrying_out import carry_out, loaded_for
from cogs.service.client import Interaction, game_of, work_out
from engine import IllegalAction, StaleDecision
from engine.state.words import listed, place
from gamemaster.keys import phase_key
from gamemaster.narration import landing_moves, landing_place, unlanded_piece
from gamemaster.sheets.landing import deed_of, label_of, landings_sheet, move_of
from gamemaster.views.view import GameView
from gamemaster.workers import Asker

UNLANDED = ("NCM-19", "NCM-20", "CMV-46")
"""Rules by which a phase does not end while aircraft are in the air that could land, or a promise can be kept."""


async def offer_landings(interaction: Interaction, loaded: GameView, no: IllegalAction) -> None:
    """Why the phase does not end, and moves by which aircraft land; raises the refusal where there are none."""
    if not await _offer(interaction, loaded, no.message, f" ({no.rule})"):
        raise no


async def offer_next(interaction: Interaction) -> None:
    """After a landing by button: the next aircraft that is still in the air, with the places that it can reach."""
    loaded = await game_of(interaction)
    state = loaded.to_order()
    piece = await work_out(interaction, loaded, unlanded_piece, state, is_owed=True)
    if piece is not None:
        name = state.type_of(piece).name
        await _offer(interaction, loaded, f"Next: the {name} over {place(state, piece.space)}.", "")


async def _offer(interaction: Interaction, loaded: GameView, told: str, rule: str) -> bool:
    """Moves by which aircraft land, by button, or on the sheet; whether there are any."""
    state = loaded.to_order()
    moves = await work_out(interaction, loaded, landing_moves, state)
    if not moves:
        return False
    piece = unlanded_piece(state)
    of_its_kind = [move for move in moves if piece and not move.is_carrier and move.unit == piece.unit]
    names = listed((landing_place(state, move.end) for move in of_its_kind), "or")
    text = f"{told}{f' It can land {names}.' if names else ''}{rule}"
    if is_on_sheet(interaction):
        await show_landings(interaction, loaded, text)
        return True
    view = discord.ui.View(timeout=None)
    for move in moves:
        button_row(view, loaded.game.id, phase_key(state), deed_of(state, move), label_of(state, move))
    await say(interaction, text, view=view)
    return True


async def show_landings(interaction: Interaction, loaded: GameView, note: str = "") -> None:
    """The sheet of all landings."""
    asker, workers = Asker(interaction.user.id, loaded.game.id), interaction.client.master.workers
    sheet = await workers.quick(landings_sheet, loaded.game.id, loaded.to_order(), asker=asker)
    await show_sheet(interaction, sheet.below(note))


@reacts_to("land", right="give orders")
async def land_pressed(interaction: Interaction, press: Press) -> None:
    """An aircraft landed, or a carrier brought for it, by button."""
    loaded = await loaded_for(interaction, press)
    state = loaded.to_order()
    move = move_of(state, press.argument)
    if move is None:
        raise StaleDecision("That aircraft has landed. See what hasn't with /my-orders.")
    await carry_out(interaction, loaded, [move.order(state)])
    await offer_next(interaction)
