"""The game master's corrections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine.board import PowerId, SpaceId
from engine.parameters import PhaseId
from engine.state import GameState, Piece, PieceId, Turn
from engine.unit_types import UnitId

EDITED_FIELDS = (
    "owners",
    "facilities",
    "damage",
    "treasuries",
    "purchased",
    "serials",
    "technologies",
    "round",
    "power",
    "phase",
)


@dataclass(frozen=True)
class Edited:
    """The game master corrected the position; the fields hold the new values, None where nothing changed."""

    pieces: Mapping[PieceId, Piece | None] = field(default_factory=dict)
    owners: Mapping[SpaceId, PowerId | None] | None = None
    facilities: Mapping[SpaceId, tuple[UnitId, ...]] | None = None
    damage: Mapping[SpaceId, Mapping[UnitId, int]] | None = None
    treasuries: Mapping[str, int] | None = None
    purchased: Mapping[PowerId, Mapping[UnitId, int]] | None = None
    serials: Mapping[str, int] | None = None
    owners_before: Mapping[SpaceId, PowerId | None] | None = None
    round: int | None = None
    power: PowerId | None = None
    phase: PhaseId | None = None
    hostile_zones: tuple[SpaceId, ...] | None = None
    technologies: Mapping[PowerId, tuple[str, ...]] | None = None
    audience: str = "all"
    kind: Literal["edited"] = "edited"

    def evolve(self, state: GameState) -> GameState:
        pieces = {i: piece for i, piece in {**state.pieces, **self.pieces}.items() if piece is not None}
        whole: dict[str, Any] = {name: value for name in EDITED_FIELDS if (value := getattr(self, name)) is not None}
        turn = state.turn
        if self.phase is not None:
            pieces = {i: piece.rested() for i, piece in pieces.items()}
            whole |= {"step": None, "pending": (), "battle": None, "requests": ()}
            turn = Turn()
        if self.owners_before is not None:
            turn = replace(turn, owners_before=self.owners_before)
        if self.hostile_zones is not None:
            turn = replace(turn, hostile_zones=self.hostile_zones)
        return replace(state, pieces=pieces, turn=turn, undo=(), **whole)


Event = Edited
