"""Attacking by thumb, first: where."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.state.game_state import GameState
from gamemaster.narration import own_orders_text
from gamemaster.orders.phase_keys import phase_key
from gamemaster.sheets.aims import Target
from gamemaster.sheets.attack_plan import targets
from gamemaster.sheets.naming import against, named, worth_in_ipcs
from gamemaster.sheets.page import MOST_ENTRIES, MOST_MENUS, Entry, Menu, Part, Row, Sheet
from gamemaster.views.panel_buttons import deeds_now


def targets_sheet(game_id: int, state: GameState) -> Sheet:
    """The places that can be attacked now, the best defended last."""
    found = targets(state)
    if not found:
        raise IllegalAction("units", "None of your units can attack anything now.")
    entries = tuple(
        Entry(named(state, target), target.name, f"{against(state, target)}; {_can(found[target], target)}")
        for target in sorted(found, key=lambda each: (bool(each.raid), -worth_in_ipcs(state, each), each.name))
    )
    shown = entries[: MOST_ENTRIES * MOST_MENUS]
    more = len(entries) - len(shown)
    text = f"Attack where?{f' {more} more can be attacked: use Move, or type orders.' if more else ''}"
    parts: list[Part] = [own_orders_text(state), text]
    for number, start in enumerate(range(0, len(shown), MOST_ENTRIES)):
        menu = Menu(f"attackat.{number}", "More places" if number else "Where?", shown[start : start + MOST_ENTRIES])
        parts.append(menu)
    others = Row(tuple(button for button in deeds_now(state) if button[0] != "attack"))
    return Sheet(game_id, phase_key(state), state.power, (*parts, others))


def _can(units: int, target: Target) -> str:
    """ "3 of your units can come, others by sea"."""
    alone = f"{units} of your units can come" if units else ""
    if not target.zone:
        return alone
    return f"{alone}, others by sea" if units else "you can land there from the sea"
