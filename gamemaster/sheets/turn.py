"""The sheet of each phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.facts.parameters import PhaseId
from engine.state.game_state import GameState
from gamemaster.keys import phase_key
from gamemaster.narration import own_orders_text, units_move
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.sheets.bringing.moving import moving_sheet
from gamemaster.sheets.buying import buying_sheet
from gamemaster.sheets.page import Row, Sheet
from gamemaster.sheets.placing import placing_sheet
from gamemaster.sheets.researching import research_sheet
from gamemaster.views.panel_buttons import advantage_buttons, odds_button, own_deeds

SHEETS: Mapping[PhaseId, Callable[[int, GameState], Sheet]] = {
    "research": research_sheet,
    "purchase": buying_sheet,
    "noncombat_move": moving_sheet,
    "mobilize": placing_sheet,
}
"""Phases with a sheet of their own."""


def sheet_now(game_id: int, state: GameState) -> Sheet:
    """The sheet of the player on turn in the present phase: their orders, what they can do, with the national
    advantages that they can use, and what they look at beside it.
    """
    sheet = SHEETS.get(state.phase, _plain)(game_id, state)
    return replace(sheet, parts=(*sheet.parts, Row(tuple(advantage_buttons(state))), Row(_beside(state))))


def _beside(state: GameState) -> tuple[PhaseButton, ...]:
    """The map, odds, what has not moved yet; and all orders taken back, where there are several."""
    orders = len(state.undo)
    unmoved: list[PhaseButton] = [("unmoved", "Not moved yet", "secondary")] if units_move(state) else []
    all_back: list[PhaseButton] = [(f"undoall.{orders}", "Undo all", "secondary")] if orders > 1 else []
    return (("map", "Map", "secondary"), *odds_button(state), *unmoved, *all_back)


def _plain(game_id: int, state: GameState) -> Sheet:
    """Orders so far, and the buttons of the panel."""
    return Sheet(game_id, phase_key(state), state.power, (own_orders_text(state), Row(tuple(own_deeds(state)))))
