"""Aircraft that must still be landed: the places that one can reach, by button."""

from __future__ import annotations

import discord

from cogs.carrying_out import carry_out, loaded_for
from cogs.client import Interaction
from cogs.components import button_row
from cogs.presses import Press, reacts_to
from cogs.saying import say
from engine import IllegalAction, StaleDecision
from engine.reading import read_number
from engine.table.state import GameState
from engine.table.words import listed, place
from gamemaster.phase_keys import phase_key
from gamemaster.story import landing_places
from gamemaster.viewing import GameView

UNLANDED = ("NCM-19", "NCM-20")
"""Rules by which a phase does not end while aircraft are in the air that could land."""


async def offer_landings(interaction: Interaction, loaded: GameView, no: IllegalAction) -> None:
    """Why the phase does not end, and where the aircraft can land; raises the refusal where it has no such place."""
    state = loaded.to_order()
    piece, places = landing_places(state)
    if piece is None or not places:
        raise no
    view = discord.ui.View(timeout=None)
    spaces = _spaces(state)
    for there in places:
        deed = f"land.{spaces.index(piece.space)}.{piece.unit}.{spaces.index(there)}"
        button_row(view, loaded.game.id, phase_key(state), deed, f"Land in {place(state, there)}")
    names = listed((place(state, there) for there in places), "or")
    await say(interaction, f"{no.message} It can land in {names}. ({no.rule})", view=view)


@reacts_to("land", right="give orders")
async def land_pressed(interaction: Interaction, press: Press) -> None:
    """An aircraft landed by button."""
    loaded = await loaded_for(interaction, press)
    spaces = _spaces(loaded.to_order())
    start, unit, end = (*press.argument.split("."), "", "", "")[:3]
    path = [read_number(start), read_number(end)]
    if any(number is None or number >= len(spaces) for number in path):
        raise StaleDecision("That aircraft has landed; /my-orders shows what has not.")
    order = {"type": "move", "units": {unit: 1}, "path": [spaces[number] for number in path if number is not None]}
    await carry_out(interaction, loaded, [order])


def _spaces(state: GameState) -> list[str]:
    """All spaces of the board by number: two of their names do not fit into the id of a button."""
    board = state.edition.board
    return [*board.territory, *board.sea_zone]
