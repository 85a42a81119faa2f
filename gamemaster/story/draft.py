"""What the acting seat alone reads: the orders of the open phase and what they lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine.advantages.uses import usable
from engine.aircraft import basing
from engine.combat.due import battles_due
from engine.edition import Technology
from engine.game import phase_name
from engine.grants import grant_of
from engine.landing import airborne, range_left
from engine.production import capacity, usable_complexes
from engine.purchase import funds, repairable
from engine.queries import battle_options
from engine.relations import commanded_powers, commands, defenders_at
from engine.research import missing_technologies, research_price
from engine.state import GameState, Piece
from engine.words import ipcs, number, place, route
from gamemaster.story.fronts import front_line, front_lines, rockets_line
from gamemaster.story.improvements import advantage_name, use_in_words
from gamemaster.story.words import LIMIT, bought, force, heading, joined_within, lines_within, power_name, row, worth

ROOM_FOR_ORDERS = 900
ROOM_FOR_BATTLES = 450
ROOM_FOR_UNMOVED = 250


def draft_text(state: GameState) -> str:
    """Orders of this phase by number, battles ahead, what has not moved yet, money left, units to place."""
    title = f"**{power_name(state, state.power)} · round {state.round} · {phase_name(state.phase)}**"
    lines = [title, *_PHASES[state.phase](state)]
    return "\n".join(lines_within([line for line in lines if line], LIMIT, "lines"))


def order_line(state: GameState, order: Mapping[str, Any]) -> str:
    """An order of the undo stack in words: "2 infantry, 1 tank: Germany to Eastern Europe"."""
    return _ORDERS[order["type"]](state, order)


def _order_lines(state: GameState) -> list[str]:
    orders = [f"{n}. {order_line(state, entry.order)}" for n, entry in enumerate(state.undo, 1)]
    return lines_within(orders, ROOM_FOR_ORDERS, "orders") or ["No orders yet."]


def _units(state: GameState, order: Mapping[str, Any]) -> str:
    counts = Counter(order.get("units", {}))
    picked = Counter(state.pieces[i].unit for i in order.get("pick", ()) if i in state.pieces)
    return row(state, counts | picked)


def _move(state: GameState, order: Mapping[str, Any]) -> str:
    raid = " (raid)" if order.get("raid") else " (escort)" if order.get("escort") else ""
    owner = f" ({state.edition.power[order['owner']].adjective})" if order.get("owner") else ""
    host = order.get("transport_owner")
    aboard = f" (aboard a {state.edition.power[host].adjective} ship)" if host else ""
    return f"{_units(state, order)}{owner}: {route(state, order['path'])}{raid}{aboard}"


def _advantage(state: GameState, order: Mapping[str, Any]) -> str:
    """ "Lend-Lease: 2 tanks in Russia"."""
    return f"{advantage_name(state, order['name'])}{use_in_words(state, order)}"


def _engage(state: GameState, order: Mapping[str, Any]) -> str:
    units = _units(state, order) or "all units"
    verb = "attack" if order["attack"] else "ignore submarines and transports"
    return f"{heading(state, order['space'])}: {units} {verb}"


def _promise(state: GameState, order: Mapping[str, Any]) -> str:
    which = "the new carrier" if order["carrier"] == "new" else "a carrier"
    return f"{heading(state, order['space'])}: {which} will be there for an aircraft"


def _order(state: GameState, order: Mapping[str, Any]) -> str:
    return f"Order {bought(state, order.get('units', {}), order.get('repairs', {})) or 'nothing'}"


_ORDERS: Mapping[str, Callable[[GameState, Mapping[str, Any]], str]] = {
    "purchase": _order,
    "move": _move,
    "engage": _engage,
    "promise": _promise,
    "mobilize": lambda state, order: f"{row(state, order['units'])} in {place(state, order['space'])}",
    "advantage": _advantage,
}


def _research(state: GameState) -> list[str]:
    """What a die costs, what is there already, what could be found."""
    known = ", ".join(state.edition.technology[name].name for name in state.technologies.get(state.power, ()))
    missing = ", ".join(f"{each.name} ({_number_of(each)})" for each in missing_technologies(state, state.power))
    price = f"{ipcs(state.treasuries[state.power])} in the treasury; a die costs {ipcs(research_price(state))}."
    tokens = state.research_tokens.get(state.power, 0)
    kept = f"{number(tokens, 'die', 'dice')} kept from earlier turns." if tokens else ""
    return [price, kept, f"Developed: {known}." if known else "", f"To be found: {missing}." if missing else ""]


def _number_of(technology: Technology) -> str:
    return f"chart {technology.chart}: {technology.number}" if technology.chart else str(technology.number)


def _damaged(state: GameState) -> str:
    """What the order so far does not repair: "Damage left: Germany 5, Italy 2"."""
    left = {space: sum(state.damage.get(space, {}).values()) for space in repairable(state, state.power)}
    parts = ", ".join(f"{place(state, space)} {points}" for space, points in left.items() if points)
    return f"Damage left: {parts}." if parts else ""


def _purchase(state: GameState) -> list[str]:
    order = bought(state, state.purchased.get(state.power, {}), state.turn.repaired)
    left = ipcs(state.treasuries[state.power])
    if not order:
        return [f"Nothing ordered yet; {left} to spend.", _yards(state), _damaged(state), *_uses(state)]
    cost = funds(state, state.power) - state.treasuries[state.power]
    return [f"Ordered: {order} for {ipcs(cost)}; {left} left.", _yards(state), _damaged(state), *_uses(state)]


def _uses(state: GameState) -> list[str]:
    """Advantages used in this phase, and those that could be."""
    used = [f"Used: {order_line(state, e.order)}." for e in state.undo if e.order["type"] == "advantage"]
    return [*used, _usable(state)]


def _usable(state: GameState) -> str:
    names = ", ".join(advantage_name(state, name) for name in usable(state))
    return f"National advantages to use now: {names}." if names else ""


def _yards(state: GameState) -> str:
    """How many units each complex can place: "Room to place: Germany 4"; or what limits units that come for free."""
    if grant := grant_of(state, state.power):
        return f"At most {grant.most} units in each of your territories."
    yards = usable_complexes(state, state.power)
    rooms = ", ".join(f"{place(state, yard)} {capacity(state, yard)}" for yard in yards)
    return f"Room to place: {rooms}." if rooms else "No industrial complex can place units this turn."


def _combat_move(state: GameState) -> list[str]:
    fronts = front_lines(state)
    battles = ["Battles ahead:", *lines_within(fronts, ROOM_FOR_BATTLES, "battles")] if fronts else []
    return [*_order_lines(state), *battles, _walkovers(state), _unmoved(state), _to_place(state), _usable(state)]


def _walkovers(state: GameState) -> str:
    """Undefended territory that the moves will take."""
    due = [battle for battle in battles_due(state) if battle.kind != "raid"]
    empty = [battle.space for battle in due if not defenders_at(state, battle.space, state.power)]
    return f"Taken without a battle: {', '.join(place(state, space) for space in empty)}." if empty else ""


def _noncombat(state: GameState) -> list[str]:
    return [*_order_lines(state), _in_the_air(state), _unmoved(state), _to_place(state), _usable(state)]


def _in_the_air(state: GameState) -> str:
    waiting = [
        f"{state.type_of(piece).name} over {place(state, piece.space)} (range {range_left(state, piece)})"
        for power in commanded_powers(state)
        for piece in airborne(state, power)
        if not (piece.aboard or basing(state, power).get(piece.id))
    ]
    return f"Still to land: {joined_within(waiting, ROOM_FOR_UNMOVED)}." if waiting else ""


def _unmoved(state: GameState) -> str:
    """As much of what has not moved as there is room for: "Not moved yet: 4 infantry in Germany, …"."""
    parts = unmoved_stacks(state)
    if not parts:
        return ""
    return f"Not moved yet: {joined_within(parts, ROOM_FOR_UNMOVED, '; ', 'more places')}."


def unmoved_stacks(state: GameState) -> list[str]:
    """What has neither moved nor fought, dearest stacks first: "4 infantry in Germany"."""
    stacks: dict[str, list[Piece]] = {}
    for piece in state.pieces.values():
        if commands(state, piece) and not (piece.moved or piece.fought or piece.aboard):
            stacks.setdefault(piece.space, []).append(piece)
    ranked = sorted(stacks, key=lambda space: (-worth(state, stacks[space]), space))
    return [f"{force(state, stacks[space])} in {place(state, space)}" for space in ranked]


def _to_place(state: GameState) -> str:
    units = row(state, state.purchased.get(state.power, {}))
    return f"{'Still to place' if state.phase == 'mobilize' else 'Bought'}: {units}." if units else ""


def _combat(state: GameState) -> list[str]:
    able = battle_options(state) or state.pending
    later = [battle for battle in state.pending if battle not in able]
    lines = [front_line(state, battle) for battle in able]
    lines += [f"{front_line(state, battle)}, after the amphibious assaults" for battle in later]
    now = [f"Now fighting: {place(state, state.battle.space)}."] if state.battle else []
    ahead = [*now, *lines_within(lines, LIMIT // 2, "battles")] or ["No battle is left."]
    return [*ahead, rockets_line(state)]


def _mobilize(state: GameState) -> list[str]:
    return [*_order_lines(state), _to_place(state) or "All units are placed.", _yards(state), _usable(state)]


_PHASES: Mapping[str, Callable[[GameState], list[str]]] = {
    "research": _research,
    "purchase": _purchase,
    "combat_move": _combat_move,
    "conduct_combat": _combat,
    "noncombat_move": _noncombat,
    "mobilize": _mobilize,
    "collect_income": lambda state: [*_order_lines(state), _usable(state)],
}
