"""New values of a state, and what an order that can be taken back has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import AccountId
from engine.facts.unit_types import UnitId
from engine.state.pieces import Piece, PieceId
from engine.state.turn import Turn


@dataclass(frozen=True)
class Changes:
    """New values: of single pieces (None: gone), and of whole fields of the state by their names (None: as it was)."""

    pieces: Mapping[PieceId, Piece | None] = field(default_factory=dict)
    owners: Mapping[SpaceId, PowerId | None] | None = None
    facilities: Mapping[SpaceId, tuple[UnitId, ...]] | None = None
    damage: Mapping[SpaceId, Mapping[UnitId, int]] | None = None
    treasuries: Mapping[AccountId, int] | None = None
    purchased: Mapping[AccountId, Mapping[UnitId, int]] | None = None
    serials: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Patch(Changes):
    """Values to put back: of all that an order which can be taken back may change."""

    used_advantages: tuple[str, ...] | None = None
    advantages_in_force: tuple[str, ...] | None = None
    turn: Turn | None = None


@dataclass(frozen=True)
class UndoEntry:
    """An order of this phase as it was given, and what it changed."""

    order: Mapping[str, object]
    patch: Patch
