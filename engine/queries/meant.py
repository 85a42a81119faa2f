"""What a player means who names little: all units of a place, more than stand there, a place alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.economy.accounts import waiting_units
from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.movement.land import is_held_back
from engine.position.relations import commands
from engine.queries.legality import is_legal, refusal_of
from engine.queries.notation import ALL, ANY_UNIT, Counts
from engine.queries.reach import shared_destinations
from engine.state.game_state import GameState
from engine.state.names import find_space
from engine.state.pieces import Piece
from engine.state.selection import told_where, where_stand
from engine.state.words import label, place

__all__ = ["move_in_numbers", "placed_in_numbers", "shippable_at", "shipped_in_numbers", "units_at", "way_meant"]


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


def way_meant(
    state: GameState, units: Collection[UnitId], names: Sequence[str], owner: PowerId | None = None
) -> list[SpaceId]:
    """The spaces of a way for these units of an owner (None: the power on turn).

    Raises IllegalAction: `space` where a name fits none, or several from which or to which they could go; `form` where
    only one place is named.
    """
    kinds = [unit for unit in units if unit != ANY_UNIT]
    if len(names) == 1:
        raise _half_a_way(state, kinds, find_space(state.edition, names[0]), owner)

    def is_start(space: SpaceId) -> bool:
        there = units_at(state, space, owner)
        return bool(there) and all(unit in there for unit in kinds)

    path = [find_space(state.edition, names[0], is_start)]
    for name in names[1:]:
        path.append(find_space(state.edition, name, lambda space: _is_next(state, kinds, path, space, names, owner)))
    return path


def _half_a_way(state: GameState, kinds: Sequence[UnitId], named: SpaceId, owner: PowerId | None) -> IllegalAction:
    """What a way with one place lacks: where the units go, or where they come from, with where there are any."""
    there = units_at(state, named, owner)
    if there and all(unit in there for unit in kinds):
        first = next(iter(kinds or there))
        end = next(iter(shared_destinations(state, named, [first], owner) or state.edition.board.neighbours[named]))
        return IllegalAction("form", f"Write where they go, too, such as “{_way_typed(state, named, end)}”.")
    power = owner or state.power
    found = {unit: where_stand(state, unit, power) for unit in kinds}
    starts = [space for spaces in found.values() for space in spaces]
    beside = state.edition.board.neighbours[named]
    start = next((space for space in starts if space in beside), next(iter(starts), None))
    example = f", such as “{_way_typed(state, start, named)}”" if start else ""
    told = [told_where(state, unit, power) for unit in found]
    return IllegalAction("form", " ".join([f"Write where they come from, too{example}.", *filter(None, told)]))


def _way_typed(state: GameState, start: SpaceId, end: SpaceId) -> str:
    return f"{label(state, start)} > {label(state, end)}"


def _is_next(
    state: GameState,
    kinds: Sequence[UnitId],
    path: Sequence[SpaceId],
    space: SpaceId,
    names: Sequence[str],
    owner: PowerId | None,
) -> bool:
    """Whether a way may go on there: to a neighbour where every step is named, else anywhere the units can go."""
    if len(names) > 2:
        return space in state.edition.board.neighbours[path[-1]]
    moved = kinds or list(units_at(state, path[0], owner))
    return any(space in shared_destinations(state, path[0], [unit], owner) for unit in moved[:1])
