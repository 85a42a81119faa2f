"""Moves by land and sea and in the air, transports and their cargo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.events.changes import in_turn
from engine.facts.board import PowerId, SpaceId
from engine.facts.parameters import PhaseId
from engine.state.game_state import GameState
from engine.state.pieces import Flight, Memory, Piece, PieceId, changed
from engine.state.successors import with_pieces

DROPPED_BY: Memory[PieceId] = Memory("dropped_by", "")
"""The bomber that brings this infantry (RES-30)."""
DROPPED_FROM: Memory[SpaceId] = Memory("dropped_from", "")
"""The territory of the air base from which this infantry drops (RES-34)."""


@dataclass(frozen=True)
class UnitsMoved:
    """Pieces moved along `path`, with what is aboard them (`carried`).

    cost: movement points spent by each; None means one for each space entered. dropped: of the infantry among what is
    carried, the bomber that drops it (RES-30). by_air: the pieces are infantry that an air base drops (RES-34).
    """

    power: PowerId
    phase: PhaseId
    pieces: tuple[PieceId, ...]
    carried: tuple[PieceId, ...]
    path: tuple[SpaceId, ...]
    audience: str
    cost: int | None = None
    dropped: Mapping[PieceId, PieceId] = field(default_factory=dict)
    by_air: bool = False
    kind: Literal["units_moved"] = "units_moved"

    def evolve(self, state: GameState) -> GameState:
        end, before = self.path[-1], self.path[-2]
        spent = len(self.path) - 1 if self.cost is None else self.cost
        moved = [
            changed(
                piece,
                space=end,
                began=piece.began or self.path[0],
                came_from=before,
                way=(*piece.way, *self.path[:-1]) if self._is_remembered(state, piece) else piece.way,
                moved=self.phase,
                used=piece.used + spent,
                aboard=None,
                raid=None,
                escort=False,
            )
            for piece in (state.pieces[i] for i in self.pieces)
        ]
        carried = [changed(state.pieces[i], space=end) for i in self.carried if i not in self.dropped]
        dropped = [
            changed(
                DROPPED_BY.kept_by(state.pieces[i], bomber),
                space=end,
                began=self.path[0],
                came_from=before,
                moved=self.phase,
                used=state.type_of(state.pieces[i]).move,
            )
            for i, bomber in self.dropped.items()
        ]
        if self.by_air:
            moved = [self._fallen_from_the_sky(piece) for piece in moved]
        return with_pieces(self._with_flight(state), [*moved, *carried, *dropped])

    def _fallen_from_the_sky(self, piece: Piece) -> Piece:
        """Infantry that has dropped: no way leads back by land (RES-38)."""
        return changed(DROPPED_FROM.kept_by(piece, self.path[0]), came_from=None, way=())

    def _is_remembered(self, state: GameState, piece: Piece) -> bool:
        """Whether the way of a piece matters later: where it may retreat (CMB-38), where a blitz stops (OPT-16)."""
        return self.phase == "combat_move" and state.type_of(piece).domain != "air"

    def _with_flight(self, state: GameState) -> GameState:
        """The state that remembers the path of aircraft where antiaircraft guns fire along it (CMV-48)."""
        guns = state.edition.parameters.air.anti_aircraft
        flying = tuple(i for i in self.pieces if state.type_of(state.pieces[i]).domain == "air")
        if not flying or self.phase != "combat_move" or guns is None or guns.fires != "overflight":
            return state
        return in_turn(state, flights=(*state.turn.flights, Flight(flying, self.path)))


@dataclass(frozen=True)
class UnitsLoaded:
    """Land units boarded transports: piece by piece, the ship (CMV-54..56).

    stowed_anew: who boarded there in this phase before, and makes room by boarding another ship after all (UNI-61).
    """

    power: PowerId
    phase: PhaseId
    aboard: Mapping[PieceId, PieceId]
    origin: SpaceId
    zone: SpaceId
    audience: str
    stowed_anew: Mapping[PieceId, PieceId] = field(default_factory=dict)
    kind: Literal["units_loaded"] = "units_loaded"

    def evolve(self, state: GameState) -> GameState:
        cargo = [
            changed(
                state.pieces[i],
                space=self.zone,
                began=self.origin,
                came_from=self.origin,
                aboard=ship,
                loaded=self.phase,
                moved=self.phase,
                used=state.type_of(state.pieces[i]).move,
            )
            for i, ship in self.aboard.items()
        ]
        anew = [changed(state.pieces[i], aboard=ship) for i, ship in self.stowed_anew.items()]
        loaded = {*self.aboard.values(), *self.stowed_anew.values()}
        ships = [changed(state.pieces[ship], moved=self.phase) for ship in sorted(loaded)]
        return with_pieces(state, [*cargo, *anew, *ships])


@dataclass(frozen=True)
class UnitsOffloaded:
    """Land units went ashore in friendly territory (NCM-27)."""

    power: PowerId
    pieces: tuple[PieceId, ...]
    ships: tuple[PieceId, ...]
    zone: SpaceId
    territory: SpaceId
    audience: str
    kind: Literal["units_offloaded"] = "units_offloaded"

    def evolve(self, state: GameState) -> GameState:
        ashore = [
            changed(
                state.pieces[i],
                space=self.territory,
                came_from=self.zone,
                aboard=None,
                loaded=None,
                moved=state.phase,
                used=state.type_of(state.pieces[i]).move,
            )
            for i in self.pieces
        ]
        ships = [changed(state.pieces[i], offloaded=self.territory, moved=state.phase) for i in self.ships]
        return with_pieces(state, [*ashore, *ships])


@dataclass(frozen=True)
class AssaultDeclared:
    """Cargo is to assault a hostile territory (CMV-69)."""

    power: PowerId
    pieces: tuple[PieceId, ...]
    ships: tuple[PieceId, ...]
    zone: SpaceId
    territory: SpaceId
    audience: str
    kind: Literal["assault_declared"] = "assault_declared"

    def evolve(self, state: GameState) -> GameState:
        cargo = [changed(state.pieces[i], assault=self.territory, moved=state.phase) for i in self.pieces]
        ships = [
            changed(state.pieces[i], assault=self.territory, offloaded=self.territory, moved=state.phase)
            for i in self.ships
        ]
        return with_pieces(state, [*cargo, *ships])


@dataclass(frozen=True)
class Engaged:
    """Pieces were told to attack, or to ignore, what may be ignored in a sea zone (CMV-20)."""

    power: PowerId
    zone: SpaceId
    pieces: tuple[PieceId, ...]
    attack: bool
    audience: str
    kind: Literal["engaged"] = "engaged"

    def evolve(self, state: GameState) -> GameState:
        stances = dict(state.turn.stances.get(self.zone, {})) | dict.fromkeys(self.pieces, self.attack)
        return in_turn(state, stances={**state.turn.stances, self.zone: stances})


Event = UnitsMoved | UnitsLoaded | UnitsOffloaded | AssaultDeclared | Engaged
