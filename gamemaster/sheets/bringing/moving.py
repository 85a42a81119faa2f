"""Moving by thumb: from where, which units, where to; all of a place goes with one choice more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import IllegalAction, StaleDecision
from engine.facts.board import SpaceId
from engine.state.game_state import GameState
from engine.state.words import counted, first_upper, label, listed, number, place
from gamemaster.keys import phase_key
from gamemaster.narration import own_orders_text
from gamemaster.narration.landings import flying_over
from gamemaster.narration.phases.telling import PhaseButton, peace_to_do
from gamemaster.narration.phrases import row
from gamemaster.narration.politics.diplomacy import who_stands_in
from gamemaster.orders.examples import places_to_move_from, value_to_move
from gamemaster.sheets.bringing.aims import Stack, Target, some_of
from gamemaster.sheets.bringing.choosing import menus
from gamemaster.sheets.bringing.moving_plan import End, ends_from, stacks_at
from gamemaster.sheets.page import MOST_ENTRIES, MOST_MENUS, Entry, Menu, Part, Row, Sheet
from gamemaster.sheets.units_code import CHANGED
from gamemaster.views.panel_buttons import own_deeds

TO_LAND = ", to land"
MOVE = "move"
"""The word of the deeds of these sheets, and the kind of draft that a choice of units is kept as."""


def moving_sheet(game_id: int, state: GameState) -> Sheet:
    """One's orders, the places with units that can still move, and what else can be done."""
    able = places_to_move_from(state, MOST_ENTRIES + 1)
    return Sheet(
        game_id,
        phase_key(state),
        state.power,
        (own_orders_text(state), _said(state, able), _origins(state, able), Row(_deeds(state))),
    )


def _said(state: GameState, able: Mapping[SpaceId, object]) -> str:
    if not able:
        peace = peace_to_do(state) if state.phase == "combat_move" else ""
        return peace or "None of your units can move any more in this phase."
    return f"Choose where the units are{', or type another place' if len(able) > MOST_ENTRIES else ''}."


def _origins(state: GameState, able: Mapping[SpaceId, Mapping[str, int]]) -> Menu:
    """Places with own units that can move: where aircraft must land first, then the dearest that have not moved."""
    flying = flying_over(state)
    value = {
        space: value_to_move(state, (piece for piece in state.at(space) if piece.unit in units))
        for space, units in able.items()
    }
    entries = tuple(
        Entry(first_upper(label(state, space)), space, f"{row(state, able[space])}{TO_LAND if space in flying else ''}")
        for space in sorted(able, key=lambda space: (space not in flying, *value[space], space))
    )
    return Menu("guide", "Move from where?", entries[:MOST_ENTRIES])


def _deeds(state: GameState) -> tuple[PhaseButton, ...]:
    others = [button for button in own_deeds(state) if button[0] != "guide"]
    land: list[PhaseButton] = [("landings", "Land aircraft", "primary")] if flying_over(state) else []
    return (*land, ("bring", "To one place", "secondary"), *others)


def units_sheet(game_id: int, state: GameState, start: SpaceId, counts: Mapping[str, int] | None) -> Sheet:
    """Which units of a place go (None: all), and where they can; a choice of an end orders it.

    Raises StaleDecision where nobody there can move any more.
    """
    stacks = stacks_at(state, start)
    if not stacks:
        raise StaleDecision(CHANGED)
    chosen = stacks if counts is None else some_of(stacks, counts)
    going = counted(state, {stack.unit: stack.count for stack in chosen}) if chosen else "nobody yet"
    parts: list[Part] = [f"**From {place(state, start)}**: {going}."]
    parts += menus(state, MOVE, "Which units?", stacks, {stack.name: stack.count for stack in chosen}, Target(start))
    ends = ends_from(state, start, chosen)
    parts += _ends(state, chosen, ends)
    if chosen and not ends:
        parts.append("They can't go anywhere from there now. Choose others.")
    count: list[PhaseButton] = [("movecount", "How many?", "secondary")] if chosen else []
    parts.append(Row((*count, ("guide", "Back", "secondary"))))
    return Sheet(game_id, phase_key(state), state.power, tuple(parts))


def _ends(state: GameState, chosen: Sequence[Stack], ends: Sequence[End]) -> list[Menu]:
    entries = [_end(state, chosen, end) for end in ends[: MOST_ENTRIES * MOST_MENUS]]
    return [
        Menu(f"moveto.{start}", "More places" if start else "Where to?", tuple(entries[start : start + MOST_ENTRIES]))
        for start in range(0, len(entries), MOST_ENTRIES)
    ]


def _end(state: GameState, chosen: Sequence[Stack], end: End) -> Entry:
    space = end.target.space
    some = [stack.unit for stack in chosen if stack.unit in end.able]
    only = f"only {listed(state.edition.unit[unit].plural for unit in some)}" if len(some) < len(chosen) else ""
    way = "by sea" if end.cost is None else number(end.cost, "space")
    said = "; ".join(filter(None, (way, only, who_stands_in(state, space))))
    return Entry(first_upper(label(state, space)), end.target.name, said)


def check_can_go(orders: Sequence[object], left_out: Sequence[str]) -> None:
    """Raise IllegalAction where nobody who is chosen can go, with why."""
    if not orders:
        raise IllegalAction("units", next(iter(left_out), "No units are chosen. Choose some first."))
