"""Aircraft that scramble from their air base, and come home."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.facts.board import PowerId, SpaceId
from engine.state.game_state import GameState
from engine.state.pieces import Memory, Piece, PieceId
from engine.state.successors import with_pieces

SCRAMBLED_FROM: Memory[SpaceId] = Memory("scrambled_from", "")
"""The territory to which an aircraft returns that scrambled (SPC-89)."""


@dataclass(frozen=True)
class Scrambled:
    """Aircraft rose to defend sea zones: those of each base by zone (SPC-81).

    stayed: aircraft that were named, but the base had no room for after those of others (ASY-21).
    """

    power: PowerId
    aircraft: Mapping[SpaceId, Mapping[SpaceId, tuple[PieceId, ...]]]
    stayed: tuple[PieceId, ...] = ()
    audience: str = "all"
    kind: Literal["scrambled"] = "scrambled"

    def evolve(self, state: GameState) -> GameState:
        risen = {i: (zone, base) for zone, bases in self.aircraft.items() for base, ids in bases.items() for i in ids}
        return with_pieces(
            state,
            (replace(SCRAMBLED_FROM.kept_by(state.pieces[i], base), space=zone) for i, (zone, base) in risen.items()),
        )


@dataclass(frozen=True)
class ScrambleReturned:
    """Aircraft that had scrambled returned to the territories of their bases (SPC-89)."""

    power: PowerId
    landings: Mapping[PieceId, SpaceId]
    audience: str = "all"
    kind: Literal["scramble_returned"] = "scramble_returned"

    def evolve(self, state: GameState) -> GameState:
        return landed(state, self.landings)


def landed(state: GameState, landings: Mapping[PieceId, SpaceId]) -> GameState:
    """The state with aircraft in other spaces; a scramble is over with that."""
    return with_pieces(state, (_at(state.pieces[i], space) for i, space in landings.items()))


def _at(piece: Piece, space: SpaceId) -> Piece:
    return replace(SCRAMBLED_FROM.kept_by(piece, SCRAMBLED_FROM.nothing), space=space)


Event = Scrambled | ScrambleReturned
