"""Changes of a state: what events share in making them, and orders of an open phase, which can be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.battles import Battle
from engine.state.changes import Changes, Patch, UndoEntry
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId, changed, copied
from engine.state.successors import with_pieces, with_values


def with_changes(state: GameState, changes: Changes) -> GameState:
    """The state with all these new values; what is no field of the state is left aside."""
    names = (each.name for each in fields(state) if each.name != "pieces")
    whole = {name: value for name in names if (value := getattr(changes, name, None)) is not None}
    put_back = {i: piece for i, piece in changes.pieces.items() if piece is not None}
    return with_pieces(with_values(state, **whole), put_back.values(), changes.pieces.keys() - put_back.keys())


def change(state: GameState, ids: Iterable[PieceId], **values: Any) -> GameState:
    """The state with these values in all of these pieces."""
    return with_pieces(state, (changed(state.pieces[i], **values) for i in ids))


def in_turn(state: GameState, **values: Any) -> GameState:
    """The state with these values in what the turn remembers."""
    return with_values(state, turn=copied(state.turn, **values))


def battle_of(state: GameState) -> Battle:
    """The battle that is fought."""
    if state.battle is None:
        raise AssertionError("an event of a battle came while none is fought")
    return state.battle


def in_battle(state: GameState, **values: Any) -> GameState:
    """The state with these values in the battle that is fought."""
    return with_values(state, battle=copied(battle_of(state), **values))


def with_facilities(state: GameState, space: SpaceId, facilities: tuple[UnitId, ...]) -> GameState:
    """The state with these facilities in a territory."""
    merged = {**state.facilities, space: facilities}
    return with_values(state, facilities={place: merged[place] for place in sorted(merged) if merged[place]})


def with_owner(state: GameState, territory: SpaceId, owner: PowerId) -> GameState:
    """The state in which a territory belongs to somebody, and the turn remembers to whom before."""
    before = {territory: state.owners[territory], **state.turn.owners_before}
    return in_turn(with_values(state, owners={**state.owners, territory: owner}), owners_before=before)


def with_damage(state: GameState, space: SpaceId, facility: UnitId, more: int) -> GameState:
    """The state with so much more damage to a facility, or less where it is repaired."""
    points = state.damage.get(space, {}).get(facility, 0) + more
    here = {unit: n for unit, n in {**state.damage.get(space, {}), facility: points}.items() if n}
    damage = {place: row for place, row in {**state.damage, space: here}.items() if row}
    return with_values(state, damage=damage)


def with_facility_replaced(state: GameState, space: SpaceId, was: UnitId, becomes: UnitId) -> GameState:
    """The state in which a facility has become another, with its damage."""
    points = state.damage.get(space, {}).get(was, 0)
    here = (becomes if unit == was else unit for unit in state.facilities[space])
    state = with_damage(with_facilities(state, space, tuple(here)), space, was, -points)
    return with_damage(state, space, becomes, points)


def with_new_pieces(state: GameState, pieces: Iterable[Piece]) -> GameState:
    """The state with pieces that did not exist before, and their numbers used up."""
    pieces = tuple(pieces)
    serials = dict(state.serials)
    for piece in pieces:
        key = f"{piece.power}.{piece.unit}"
        serials[key] = max(serials.get(key, 0), piece.number)
    return with_pieces(with_values(state, serials=serials), pieces)


@dataclass(frozen=True)
class OrderTaken:
    """An order of the acting power was carried out and can be undone."""

    entry: UndoEntry
    audience: str
    kind: Literal["order_taken"] = "order_taken"

    def evolve(self, state: GameState) -> GameState:
        return with_values(state, undo=(*state.undo, self.entry))


@dataclass(frozen=True)
class OrdersSealed:
    """Dice were rolled or a battle began, so the orders of this phase before that cannot be taken back."""

    audience: str
    kind: Literal["orders_sealed"] = "orders_sealed"

    def evolve(self, state: GameState) -> GameState:
        return with_values(state, undo=())


@dataclass(frozen=True)
class OrderUndone:
    """The order with this index (0 the oldest) was taken back; `patch` is what holds now.

    again: the later orders as they were given again. undo: in old games the whole stack that is left.
    """

    index: int
    order: Mapping[str, object]
    patch: Patch
    audience: str
    again: tuple[UndoEntry, ...] = ()
    undo: tuple[UndoEntry, ...] | None = None
    kind: Literal["order_undone"] = "order_undone"

    def evolve(self, state: GameState) -> GameState:
        left = (*state.undo[: self.index], *self.again) if self.undo is None else self.undo
        return with_values(with_changes(state, self.patch), undo=left)


Event = OrderTaken | OrdersSealed | OrderUndone
