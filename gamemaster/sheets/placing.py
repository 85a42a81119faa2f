"""Placing by thumb: all as usual, or each kind where it fits (MOB-01)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ask import waiting_units
from engine.reading import read_number
from engine.state.game_state import GameState
from engine.state.words import number, place
from gamemaster.keys import phase_key
from gamemaster.narration import own_orders_text
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.narration.phrases import row
from gamemaster.orders.drafts import JsonAction
from gamemaster.orders.examples import fitting_places, places_for_all, usual_places
from gamemaster.sheets.page import MOST_ENTRIES, Entry, Menu, Part, Row, Sheet
from gamemaster.sheets.units_code import units_code, units_of_code
from gamemaster.views.panel_buttons import own_deeds

Units = Mapping[str, int]


def placing_sheet(game_id: int, state: GameState) -> Sheet:
    """What is placed, what can be placed where, and all of it on one button."""
    parts: list[Part] = [own_orders_text(state)]
    waiting = waiting_units(state, state.power)
    usual: list[PhaseButton] = []
    if waiting:
        entries = _entries(state, waiting)
        parts += [_said(state, entries), Menu("spot", "What, and where?", tuple(entries[:MOST_ENTRIES]))]
        usual = [("placeall", "Place as proposed", "primary")] if usual_places(state) else []
    others = [button for button in own_deeds(state) if button[0] != "spot"]
    return Sheet(game_id, phase_key(state), state.power, (*parts, Row((*usual, *others))))


def _said(state: GameState, entries: list[Entry]) -> str:
    if not entries:
        return "Nothing that is left can be placed."
    left = len(entries) - MOST_ENTRIES
    lines = ["Choose what to place where; you can place the rest next."]
    lines += [f"For {number(left, 'more place')} type the placement."] if left > 0 else []
    proposed = "; ".join(f"{row(state, units)} in {place(state, space)}" for space, units in usual_places(state))
    return " ".join([*lines, f"Proposed: {proposed}." if proposed else ""]).strip()


def _entries(state: GameState, waiting: Units) -> list[Entry]:
    """All units in one place where it takes them, then each kind in each place, every number that fits."""
    code = units_code(state, waiting)
    entries = [
        Entry(f"All: {row(state, waiting)} in {place(state, space)}", f"{code}.{space}")
        for space in places_for_all(state)
    ]
    places = fitting_places(state)
    each = max((MOST_ENTRIES - len(entries)) // max(len(places), 1), 1)
    return entries + [
        Entry(f"{state.edition.unit[unit].counted(n)} in {place(state, space)}", f"{unit}.{n}.{space}", sign=unit)
        for unit, fits, space in places
        for n in [*range(fits, 0, -1)][:each]
    ]


def placement(state: GameState, value: str) -> JsonAction:
    """The order of a line of the menu; raises StaleDecision for one that it never had."""
    units, count, space = (*value.split("."), "", "")[:3]
    placed = units_of_code(state, units) if not count.isdecimal() else {units: read_number(count) or 0}
    return {"type": "mobilize", "units": placed, "space": space or count}


def usual_placements(state: GameState) -> list[JsonAction]:
    """The orders that place all as is proposed."""
    return [{"type": "mobilize", "units": dict(units), "space": space} for space, units in usual_places(state)]
