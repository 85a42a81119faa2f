"""New units, and facilities that are built or moved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.events.changes import in_turn, with_facilities, with_facility_replaced, with_new_pieces
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Memory, Piece

MOVED_COMPLEXES: Memory[tuple[SpaceId, ...]] = Memory("moved_complexes", ())
"""Territories into which a complex moved this turn (OPT-17)."""


UPGRADED: Memory[tuple[SpaceId, ...]] = Memory("upgraded", ())
"""Territories whose complex was upgraded this turn, and makes no more than before until the next (MOB-15)."""


@dataclass(frozen=True)
class UnitsMobilized:
    """New units entered the board through an industrial complex (MOB-01..07), granted ones without (POL-70)."""

    power: PowerId
    pieces: tuple[Piece, ...]
    space: SpaceId
    complex: SpaceId
    audience: str
    kind: Literal["units_mobilized"] = "units_mobilized"

    def evolve(self, state: GameState) -> GameState:
        for piece in self.pieces:
            state = _delivered(state, self.complex, self.power, piece.unit)
        carriers = (piece.id for piece in self.pieces if state.carries(piece, "air"))
        state = in_turn(
            state,
            placed={**state.turn.placed, self.complex: state.turn.placed.get(self.complex, 0) + len(self.pieces)},
            launched={**state.turn.launched, **dict.fromkeys(carriers, self.complex)},
        )
        return with_new_pieces(state, self.pieces)


@dataclass(frozen=True)
class FacilityBuilt:
    """A new facility stands in a territory, bought (MOB-18) or `free` (OPT-33)."""

    power: PowerId
    facility: UnitId
    space: SpaceId
    free: bool
    audience: str
    kind: Literal["facility_built"] = "facility_built"

    def evolve(self, state: GameState) -> GameState:
        if not self.free:
            state = _delivered(state, self.space, self.power, self.facility)
        if not self.free and state.edition.unit[self.facility].produces:
            idle = tuple(sorted({*state.turn.idle_complexes, self.space}))
            state = in_turn(state, idle_complexes=idle)
        return with_facilities(state, self.space, (*state.facilities.get(self.space, ()), self.facility))


@dataclass(frozen=True)
class FacilityUpgraded:
    """A bought upgrade made another facility of one that stands, with its damage (PUR-11)."""

    power: PowerId
    upgrade: UnitId
    space: SpaceId
    was: UnitId
    becomes: UnitId
    audience: str
    kind: Literal["facility_upgraded"] = "facility_upgraded"

    def evolve(self, state: GameState) -> GameState:
        state = _delivered(state, self.space, self.power, self.upgrade)
        done = tuple(sorted({*UPGRADED.of(state.turn), self.space}))
        state = replace(state, turn=UPGRADED.kept_by(state.turn, done))
        return with_facility_replaced(state, self.space, self.was, self.becomes)


@dataclass(frozen=True)
class FacilityMoved:
    """A facility moved to a neighbouring territory (OPT-17)."""

    power: PowerId
    facility: UnitId
    origin: SpaceId
    space: SpaceId
    audience: str
    kind: Literal["facility_moved"] = "facility_moved"

    def evolve(self, state: GameState) -> GameState:
        turn = state.turn
        moved = tuple(sorted({*MOVED_COMPLEXES.of(turn), self.space}))
        just_taken = state.owner_at_turn_start(self.origin) != self.power
        idle = tuple(sorted({*turn.idle_complexes, self.space})) if just_taken else turn.idle_complexes
        state = replace(state, turn=replace(MOVED_COMPLEXES.kept_by(turn, moved), idle_complexes=idle))
        left = tuple(unit for unit in state.facilities[self.origin] if unit != self.facility)
        state = with_facilities(state, self.origin, left)
        return with_facilities(state, self.space, (*state.facilities.get(self.space, ()), self.facility))


def _delivered(state: GameState, territory: str, power: str, unit: str) -> GameState:
    """The state with one unit less to be placed by the account of a territory (MOB-26)."""
    account = state.edition.account_of(territory, power).id
    left = dict(state.purchased[account])
    left[unit] -= 1
    purchased = {other: units for other, units in state.purchased.items() if other != account}
    if remaining := {unit: count for unit, count in left.items() if count}:
        purchased[account] = remaining
    return replace(state, purchased=purchased)


Event = UnitsMobilized | FacilityBuilt | FacilityUpgraded | FacilityMoved
