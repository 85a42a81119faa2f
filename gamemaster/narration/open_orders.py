"""Orders of the open phase in words, and what is left to be moved, placed and used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from engine.ask import (
    capacity,
    commanded_at,
    complex_kind,
    grant_of,
    is_drop,
    is_held_back,
    is_trapped,
    open_accounts,
    rural_of,
    usable,
    usable_complexes,
    was_taken_along,
)
from engine.facts.board import SpaceId
from engine.facts.openings import Account
from engine.state.game_state import GameState
from engine.state.known import of_space, wherever
from engine.state.pieces import Piece
from engine.state.words import place, route
from gamemaster.narration.improvements import advantage_name, use_in_words
from gamemaster.narration.phrases import bought, force, heading, joined_within, latest_within, row, waiting_row, worth

ROOM_FOR_ORDERS = 700
ROOM_FOR_UNMOVED = 250


def order_line(state: GameState, order: Mapping[str, Any]) -> str:
    """An order of the undo stack in words: "2 infantry, 1 tank: Germany to Eastern Europe"."""
    return _ORDERS[order["type"]](state, order)


def order_lines(state: GameState) -> list[str]:
    """The orders of the open phase by number, the latest where there is not room for all."""
    orders = (f"{n}. {order_line(state, state.undo[n - 1].order)}" for n in range(len(state.undo), 0, -1))
    return latest_within(orders, len(state.undo), ROOM_FOR_ORDERS, "orders") or ["No orders yet."]


def _units(state: GameState, order: Mapping[str, Any]) -> str:
    counts = Counter(order.get("units", {}))
    picked = Counter(state.pieces[i].unit for i in order.get("pick", ()) if i in state.pieces)
    return row(state, counts | picked)


def _move(state: GameState, order: Mapping[str, Any]) -> str:
    raid = _raid(state, order) if order.get("raid") else " (escort)" if order.get("escort") else ""
    owner = f" ({state.edition.power[order['owner']].adjective})" if order.get("owner") else ""
    host = order.get("transport_owner")
    aboard = f" (aboard a {state.edition.power[host].adjective} ship)" if host else ""
    drop = " (by parachute)" if is_drop(state, order) else ""
    return f"{_units(state, order)}{owner}: {route(state, order['path'])}{raid}{drop}{aboard}"


def _raid(state: GameState, order: Mapping[str, Any]) -> str:
    """ " (raid)", or " (raid on the air base)" where several facilities stand."""
    several = len(state.facilities.get(order["path"][-1], ())) > 1
    return f" (raid on the {state.edition.unit[order['raid']].name})" if several else " (raid)"


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


def used_and_usable(state: GameState) -> list[str]:
    """Advantages used in this phase, and those that could be."""
    used = [f"Used: {order_line(state, e.order)}." for e in state.undo if e.order["type"] == "advantage"]
    return [*used, usable_now(state)]


def usable_now(state: GameState) -> str:
    """Advantages that could be used in this phase."""
    names = ", ".join(advantage_name(state, name) for name in usable(state))
    return f"National advantages to use now: {names}." if names else ""


def yards(state: GameState) -> str:
    """How many units each complex can place: "Room to place: Germany 4"; or what limits units that come for free."""
    if grant := grant_of(state, state.power):
        return f"At most {grant.most} units in each of your territories."
    if rural_of(state, state.power):
        return f"Room to place: any {state.edition.power[state.power].adjective} territory that you hold."
    rooms: dict[str, list[str]] = {}
    for yard in usable_complexes(state, state.power):
        own = rooms.setdefault(state.edition.account_of(yard, state.power).id, [])
        own.append(f"{place(state, yard)} {capacity(state, yard)}")
    able = (account for account in open_accounts(state, state.power) if account.id in rooms)
    told = "; ".join(_room_of(account, rooms[account.id]) for account in able)
    return f"Room to place: {told}." if told else f"No {complex_kind(state)} can place units this turn."


def _room_of(account: Account, yards: list[str]) -> str:
    return f"{account.name}: {', '.join(yards)}" if account.mark else ", ".join(yards)


def unmoved(state: GameState) -> str:
    """As much of what has not moved as there is room for: "Not moved yet: 4 infantry in Germany, …"."""
    parts = unmoved_stacks(state)
    if not parts:
        return ""
    return f"Not moved yet: {joined_within(parts, ROOM_FOR_UNMOVED, '; ', 'more places')}."


def unmoved_stacks(state: GameState) -> list[str]:
    """What could move and has neither moved nor fought, dearest stacks first: "4 infantry in Germany"."""
    return [text for *_, text in sorted(chain.from_iterable(wherever(_unmoved_in, state).values()))]


@of_space
def _unmoved_in(state: GameState, space: SpaceId) -> tuple[tuple[int, SpaceId, str], ...]:
    """The stack in a space, if there is one, as it is ranked, and the words for it."""
    own = [
        piece
        for piece in commanded_at(state, space)
        if not (piece.moved or piece.fought or _rides(state, piece))
        if state.type_of(piece).domain != "land" or not is_held_back(state, piece)
    ]
    return ((-worth(state, own), space, f"{force(state, own)} in {place(state, space)}"),) if own else ()


def _rides(state: GameState, piece: Piece) -> bool:
    """Whether a piece lies aboard a ship; aircraft take off from one that has not moved."""
    return piece.aboard is not None and (
        state.type_of(piece).domain == "land" or is_trapped(state, piece) or was_taken_along(state, piece)
    )


def to_place(state: GameState) -> str:
    """Units that are bought and not placed."""
    units = waiting_row(state, state.power)
    return f"{'Still to place' if state.phase == 'mobilize' else 'Bought'}: {units}." if units else ""
