"""The sheet of each phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.facts.parameters import PhaseId
from engine.state.game_state import GameState
from gamemaster.keys import phase_key
from gamemaster.narration import own_orders_text
from gamemaster.sheets.bringing.moving import moving_sheet
from gamemaster.sheets.buying import buying_sheet
from gamemaster.sheets.page import Row, Sheet
from gamemaster.sheets.placing import placing_sheet
from gamemaster.sheets.researching import research_sheet
from gamemaster.views.panel_buttons import advantage_buttons, own_deeds

SHEETS: Mapping[PhaseId, Callable[[int, GameState], Sheet]] = {
    "research": research_sheet,
    "purchase": buying_sheet,
    "noncombat_move": moving_sheet,
    "mobilize": placing_sheet,
}
"""Phases with a sheet of their own."""


def sheet_now(game_id: int, state: GameState) -> Sheet:
    """The sheet of the player on turn in the present phase: their orders, and what they can do, with the
    national advantages that they can use.
    """
    sheet = SHEETS.get(state.phase, _plain)(game_id, state)
    return replace(sheet, parts=(*sheet.parts, Row(tuple(advantage_buttons(state)))))


def _plain(game_id: int, state: GameState) -> Sheet:
    """Orders so far, and the buttons of the panel."""
    return Sheet(game_id, phase_key(state), state.power, (own_orders_text(state), Row(tuple(own_deeds(state)))))
