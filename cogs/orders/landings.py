"""Aircraft that must still be landed: the places that one can reach, and carriers that can come, by button."""

from __future__ import annotations

import discord

from cogs.interactions.answering import say
from cogs.interactions.components import button_row
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import carry_out, loaded_for
from cogs.service.client import Interaction, game_of, work_out
from engine import IllegalAction, StaleDecision
from engine.reading import read_number
from engine.state.game_state import GameState
from engine.state.words import listed, place, with_article
from gamemaster.narration import LandingMove, landing_moves, landing_place, unlanded_piece
from gamemaster.orders.phase_keys import phase_key
from gamemaster.views.view import GameView

UNLANDED = ("NCM-19", "NCM-20", "CMV-46")
"""Rules by which a phase does not end while aircraft are in the air that could land, or a promise can be kept."""


async def offer_landings(interaction: Interaction, loaded: GameView, no: IllegalAction) -> None:
    """Why the phase does not end, and moves by which aircraft land; raises the refusal where there are none."""
    if not await _offer(interaction, loaded, no.message, f" ({no.rule})"):
        raise no


async def _offer_next(interaction: Interaction) -> None:
    """After a landing by button: the next aircraft that is still in the air, with the places that it can reach."""
    loaded = await game_of(interaction)
    state = loaded.to_order()
    piece = await work_out(interaction, loaded, unlanded_piece, state, is_owed=True)
    if piece is not None:
        name = state.type_of(piece).name
        await _offer(interaction, loaded, f"Next: the {name} over {place(state, piece.space)}.", "")


async def _offer(interaction: Interaction, loaded: GameView, told: str, rule: str) -> bool:
    """Moves by which aircraft land, by button; whether there are any."""
    state = loaded.to_order()
    moves = await work_out(interaction, loaded, landing_moves, state)
    if not moves:
        return False
    view = discord.ui.View(timeout=None)
    for move in moves:
        button_row(view, loaded.game.id, phase_key(state), _deed(state, move), _label(state, move))
    piece = unlanded_piece(state)
    of_its_kind = [move for move in moves if piece and not move.is_carrier and move.unit == piece.unit]
    names = listed((landing_place(state, move.end) for move in of_its_kind), "or")
    where = f" It can land {names}." if names else ""
    await say(interaction, f"{told}{where}{rule}", view=view)
    return True


def _deed(state: GameState, move: LandingMove) -> str:
    spaces = _spaces(state)
    deed = f"land.{spaces.index(move.start)}.{move.unit}.{spaces.index(move.end)}"
    return deed if move.owner == state.power else f"{deed}.{move.owner}"


def _label(state: GameState, move: LandingMove) -> str:
    """ "Land in Ukraine", "Land on the carrier in sea zone 5", "Land a tactical bomber in Ukraine" to make room."""
    if move.is_carrier:
        return f"Bring the carrier from {place(state, move.start)} to {place(state, move.end)}"
    piece = unlanded_piece(state)
    other = "" if piece and piece.unit == move.unit else f" {with_article(state.edition.unit[move.unit].name)}"
    return f"Land{other} {landing_place(state, move.end)}"


@reacts_to("land", right="give orders")
async def land_pressed(interaction: Interaction, press: Press) -> None:
    """An aircraft landed, or a carrier brought for it, by button."""
    loaded = await loaded_for(interaction, press)
    state = loaded.to_order()
    spaces = _spaces(state)
    start, unit, end, owner = (*press.argument.split("."), "", "", "", "")[:4]
    ends = [number for number in map(read_number, (start, end)) if number is not None and number < len(spaces)]
    if len(ends) < 2:
        raise StaleDecision("That aircraft has landed. See what hasn't with /my-orders.")
    move = LandingMove(unit, owner or state.power, spaces[ends[0]], spaces[ends[1]])
    await carry_out(interaction, loaded, [move.order(state)])
    await _offer_next(interaction)


def _spaces(state: GameState) -> list[str]:
    """All spaces of the board by number: two of their names do not fit into the id of a button."""
    board = state.edition.board
    return [*board.territory, *board.sea_zone]
