"""What “all” means in an order: all units that can make the move, or all that wait to be placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.economy.accounts import waiting_units
from engine.errors import IllegalAction
from engine.movement.land import is_held_back
from engine.position.relations import commands
from engine.queries.legality import is_legal, refusal_of
from engine.queries.notation import ALL, ANY_UNIT, Counts
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import place

__all__ = ["move_in_numbers", "placed_in_numbers", "shippable_at", "shipped_in_numbers", "units_at"]


def move_in_numbers(state: GameState, order: Mapping[str, Any]) -> dict[str, Any]:
    """The order to move with numbers for “all”: of each kind as many as can make the move together.

    Where none of a kind that is named can, all that stand there are meant, so that the rules say why. Raises
    IllegalAction (`units`) where nobody is there, or nobody of any kind can go.
    """
    wanted: Counts = order["units"]
    if ALL not in wanted.values():
        return dict(order)
    there = units_at(state, order["path"][0], order.get("owner"))
    named = [unit for unit, count in wanted.items() if count == ALL and unit != ANY_UNIT]
    in_numbers(state, wanted, there, f"in {place(state, order['path'][0])}")
    meant = {unit: count for unit, count in wanted.items() if count != ALL}
    kinds = [unit for unit in there if unit in named or (ANY_UNIT in wanted and unit not in meant)]
    for _ in range(2):  # What goes only in company finds it the second time.
        for unit in kinds:
            if unit not in meant and (most := _most(state, order, meant, unit, there[unit])):
                meant[unit] = most
    meant |= {unit: there[unit] for unit in named if unit not in meant}
    if not meant:
        raise _none_can_go(state, order, there)
    return {**order, "units": {unit: meant[unit] for unit in state.edition.unit if unit in meant}}


def _none_can_go(state: GameState, order: Mapping[str, Any], there: Counts) -> IllegalAction:
    """Why nobody goes, where all are kept back for one reason; else that nobody does."""
    refusals = [refusal_of(state, {**order, "units": {unit: 1}}) for unit in there]
    reasons = {str(no): no for no in refusals if no is not None}
    if len(reasons) == 1 and isinstance(only := next(iter(reasons.values())), IllegalAction):
        return only
    ends = f"from {place(state, order['path'][0])} to {place(state, order['path'][-1])}"
    return IllegalAction("units", f"None of your units can move {ends} in one order now.")


def units_at(state: GameState, space: str, owner: str | None = None) -> Counts:
    """The units of an owner (None: the power on turn) in a space that the power on turn commands, by kind."""
    whose = owner or state.power
    pieces = [p.unit for p in state.at(space) if p.power == whose and commands(state, p)]
    counts = Counter(unit for unit in pieces if state.unit_of(whose, unit).domain != "facility")
    return {unit: counts[unit] for unit in state.edition.unit if counts[unit]}


def placed_in_numbers(state: GameState, units: Mapping[str, int]) -> Counts:
    """Units to place with numbers for “all”: those of the kind that wait, or all of them."""
    return in_numbers(state, units, waiting_units(state, state.power), "left to place")


def shipped_in_numbers(state: GameState, units: Mapping[str, int], start: str) -> Counts:
    """Units to load in a territory with numbers for “all”: the land units there that can still board."""
    return in_numbers(state, units, shippable_at(state, start), f"in {place(state, start)} that can still board a ship")


def shippable_at(state: GameState, start: str) -> Counts:
    """The land units of the power on turn in a territory that can still board a ship, wherever it is, by kind."""
    counts = Counter(piece.unit for piece in state.at(start) if piece.power == state.power and _may_board(state, piece))
    return {unit: counts[unit] for unit in state.edition.unit if counts[unit]}


def _may_board(state: GameState, piece: Piece) -> bool:
    if state.type_of(piece).domain != "land" or not commands(state, piece):
        return False
    rests = not (piece.aboard or piece.used or piece.moved or piece.fought)
    return rests and not is_held_back(state, piece)


def in_numbers(state: GameState, units: Mapping[str, int], there: Mapping[str, int], where: str) -> Counts:
    """Units with numbers for “all”: all that are there; raises IllegalAction (`units`) where there are none."""
    meant = {unit: count for unit, count in units.items() if count != ALL}
    for unit in (unit for unit, count in units.items() if count == ALL):
        if not (there if unit == ANY_UNIT else there.get(unit)):
            name = "units" if unit == ANY_UNIT else state.edition.unit[unit].plural
            raise IllegalAction("units", f"You have no {name} {where}.")
        meant = {**there, **meant} if unit == ANY_UNIT else {**meant, unit: there[unit]}
    return meant


def _most(state: GameState, order: Mapping[str, Any], beside: Counts, unit: str, there: int) -> int:
    """The greatest number of a kind that may go in one order with others."""

    def fits(count: int) -> bool:
        return is_legal(state, {**order, "units": {**beside, unit: count}})

    if fits(there):
        return there
    most, too_many = 0, there
    while too_many - most > 1:
        tried = (most + too_many) // 2
        most, too_many = (tried, too_many) if fits(tried) else (most, tried)
    return most
