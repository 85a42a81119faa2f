"""Attacking or moving by thumb, first: where."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ask import leaning_of
from engine.errors import IllegalAction
from engine.state.game_state import GameState
from engine.state.words import first_upper, number
from gamemaster.keys import phase_key
from gamemaster.narration import own_orders_text
from gamemaster.narration.phases.telling import peace_to_do
from gamemaster.sheets.bringing.aims import ATTACK, BRING, Purpose, Target
from gamemaster.sheets.bringing.attack_plan import goals, targets
from gamemaster.sheets.bringing.naming import against, named, worth_in_ipcs
from gamemaster.sheets.page import MOST_ENTRIES, MOST_MENUS, Entry, Menu, Part, Row, Sheet
from gamemaster.views.panel_buttons import own_deeds


def targets_sheet(game_id: int, state: GameState) -> Sheet:
    """The places that can be attacked now, the dearest first, then raids, then neutrals that lean to nobody."""
    found = targets(state)
    if not found:
        raise IllegalAction("units", peace_to_do(state) or "None of your units can attack anything now.")
    order = sorted(
        found, key=lambda each: (_is_strict(state, each), bool(each.raid), -worth_in_ipcs(state, each), each.name)
    )
    return _where(game_id, state, ATTACK, {target: found[target] for target in order})


def _is_strict(state: GameState, target: Target) -> bool:
    """Whether nobody holds it and it leans to nobody: an attack on it turns others (POL-54)."""
    territory = state.edition.board.territory.get(target.space)
    is_free = territory is not None and territory.neutral is not None and state.owners[target.space] is None
    return is_free and leaning_of(state, target.space) == "strict"


def goals_sheet(game_id: int, state: GameState) -> Sheet:
    """The places where own units can go now, those first where most of them can."""
    found = goals(state)
    if not found:
        raise IllegalAction("units", "None of your units can move any more in this phase.")
    order = sorted(found, key=lambda each: (-found[each], each.name))
    return _where(game_id, state, BRING, {target: found[target] for target in order})


def _where(game_id: int, state: GameState, purpose: Purpose, found: Mapping[Target, int]) -> Sheet:
    entries = tuple(
        Entry(
            first_upper(named(state, target)),
            target.name,
            f"{against(state, target)}; {_can(count, target)}",
            sign=state.owners.get(target.space) or "",
        )
        for target, count in found.items()
    )
    shown = entries[: MOST_ENTRIES * MOST_MENUS]
    more = len(entries) - len(shown)
    left_out = f" For {number(more, 'more place')} use Move, or type orders." if more else ""
    text = f"{purpose.where}{left_out}"
    parts: list[Part] = [own_orders_text(state), text]
    for menu, start in enumerate(range(0, len(shown), MOST_ENTRIES)):
        entries = shown[start : start + MOST_ENTRIES]
        parts.append(Menu(f"{purpose.word}at.{menu}", "More places" if menu else "Where?", entries))
    others = Row(tuple(button for button in own_deeds(state) if button[0] != purpose.word))
    return Sheet(game_id, phase_key(state), state.power, (*parts, others))


def _can(units: int, target: Target) -> str:
    """ "3 of your units can come, others by sea"."""
    alone = f"{units if units > 1 else 'one'} of your units can come" if units else ""
    if not target.zone:
        return alone
    return f"{alone}, others by sea" if units else "by sea"
