"""Orders of the open phase in words, and what is left to be moved, placed and used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain

from engine.ask import (
    Engage,
    Mobilize,
    Move,
    Promise,
    Purchase,
    UseAdvantage,
    capacity,
    commanded_at,
    complex_kind,
    grant_of,
    is_drop,
    is_held_back,
    is_trapped,
    open_accounts,
    parse_order,
    rural_of,
    usable,
    usable_complexes,
    was_taken_along,
)
from engine.facts.board import SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.known import of_space, wherever
from engine.state.pieces import Piece, PieceId
from engine.state.words import label, place, route
from gamemaster.narration.improvements import advantage_name, use_in_words
from gamemaster.narration.phrases import (
    bought,
    force,
    heading,
    joined_within,
    latest_within,
    row,
    stance,
    waiting_row,
    worth,
)

ROOM_FOR_ORDERS = 700
ROOM_FOR_UNMOVED = 250


def order_line(state: GameState, order: Mapping[str, object]) -> str:
    """An order of the undo stack in words: "2 infantry, 1 tank: Germany to Eastern Europe"."""
    match parse_order(order):
        case Purchase() as purchase:
            return f"Order {bought(state, purchase.units, purchase.repairs) or 'nothing'}"
        case Move() as move:
            return _move(state, move)
        case Engage() as engage:
            units = _units(state, engage.units, engage.pick) or "all units"
            return f"{heading(state, engage.space)}: {units}, {stance(engage.attack)}"
        case Promise() as promise:
            which = "the new carrier" if promise.carrier == "new" else "a carrier"
            return f"{heading(state, promise.space)}: {which} will be there for an aircraft"
        case Mobilize() as mobilize:
            return f"{row(state, mobilize.units)} in {place(state, mobilize.space)}"
        case UseAdvantage() as use:  # "Lend-Lease: 2 tanks in Russia"
            return f"{advantage_name(state, use.name)}{use_in_words(state, use.model_extra or {})}"
    raise ValueError(f"{order['type']} is no order that can be undone")


def order_lines(state: GameState) -> list[str]:
    """The orders of the open phase by number, the latest where there is not room for all."""
    orders = (f"{n}. {order_line(state, state.undo[n - 1].order)}" for n in range(len(state.undo), 0, -1))
    return latest_within(orders, len(state.undo), ROOM_FOR_ORDERS, "orders") or ["No orders yet."]


def _units(state: GameState, units: Mapping[UnitId, int], pick: Iterable[PieceId]) -> str:
    picked = Counter(state.pieces[i].unit for i in pick if i in state.pieces)
    return row(state, Counter(units) | picked)


def _move(state: GameState, move: Move) -> str:
    raid = f" ({_raid(state, move.path[-1], move.raid)})" if move.raid else " (escort)" if move.escort else ""
    owner = f" ({state.edition.power[move.owner].adjective})" if move.owner else ""
    host = move.transport_owner
    aboard = f" (aboard a {state.edition.power[host].adjective} ship)" if host else ""
    drop = " (by parachute)" if is_drop(state, move) else ""
    return f"{_units(state, move.units, move.pick)}{owner}: {route(state, move.path)}{raid}{drop}{aboard}"


def _raid(state: GameState, territory: SpaceId, facility: UnitId) -> str:
    """ "raid", or "raid on the air base" where several facilities stand."""
    several = len(state.facilities.get(territory, ())) > 1
    return f"raid on the {state.edition.unit[facility].name}" if several else "raid"


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
        own.append(f"{label(state, yard)} {capacity(state, yard)}")
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
