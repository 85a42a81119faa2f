"""What happens to IPCs, technologies, complexes and new units; `engine.events` lists these among all events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.board import PowerId, SpaceId
from engine.state import Piece, PieceId
from engine.unit_types import UnitId


@dataclass(frozen=True)
class Researched:
    """A power rolled these dice for a technology of this number; `ipcs` is the treasury after paying (RES-02..07).

    With charts the number is that of a breakthrough, chart_dice found the technology on `chart` (RES-09), and `tokens`
    dice are kept for later turns (RES-07, RES-08); without a breakthrough no technology is named.
    """

    power: PowerId
    technology: str
    number: int
    dice: tuple[int, ...]
    found: bool
    cost: int
    ipcs: int
    chart: int = 0
    chart_dice: tuple[int, ...] = ()
    tokens: int = 0
    audience: str = "all"
    kind: Literal["researched"] = "researched"


@dataclass(frozen=True)
class UnitsPurchased:
    """The purchase order is now this; `ipcs` is the treasury after paying (PUR-01, PUR-02).

    repairs: points of damage that it removes at once, by territory and facility (PUR-15, PUR-18).
    """

    power: PowerId
    units: Mapping[UnitId, int]
    cost: int
    ipcs: int
    repairs: Mapping[SpaceId, Mapping[UnitId, int]] = field(default_factory=dict)
    audience: str = "all"
    kind: Literal["units_purchased"] = "units_purchased"


@dataclass(frozen=True)
class UnitsGranted:
    """A power was given units for the territories that it held as its turn began (POL-69)."""

    power: PowerId
    units: Mapping[UnitId, int]
    territories: int
    audience: str = "all"
    kind: Literal["units_granted"] = "units_granted"


@dataclass(frozen=True)
class UnitsMobilized:
    """New units entered the board through an industrial complex (MOB-01..07), granted ones without (POL-70)."""

    power: PowerId
    pieces: tuple[Piece, ...]
    space: SpaceId
    complex: SpaceId
    audience: str
    kind: Literal["units_mobilized"] = "units_mobilized"


@dataclass(frozen=True)
class FacilityBuilt:
    """A new facility stands in a territory, bought (MOB-18) or `free` (OPT-33)."""

    power: PowerId
    facility: UnitId
    space: SpaceId
    free: bool
    audience: str
    kind: Literal["facility_built"] = "facility_built"


@dataclass(frozen=True)
class FacilityMoved:
    """A facility moved to a neighbouring territory (OPT-17)."""

    power: PowerId
    facility: UnitId
    origin: SpaceId
    space: SpaceId
    audience: str
    kind: Literal["facility_moved"] = "facility_moved"


@dataclass(frozen=True)
class AircraftBoarded:
    """Aircraft on land went aboard carriers placed this turn: piece by piece, the ship (MOB-08)."""

    power: PowerId
    aboard: Mapping[PieceId, PieceId]
    origin: SpaceId
    zone: SpaceId
    audience: str
    kind: Literal["aircraft_boarded"] = "aircraft_boarded"


@dataclass(frozen=True)
class UnitsReturned:
    """Units that could not be placed were returned and repaid (MOB-24)."""

    power: PowerId
    units: Mapping[UnitId, int]
    ipcs: int
    audience: str = "all"
    kind: Literal["units_returned"] = "units_returned"


@dataclass(frozen=True)
class IncomeCollected:
    """A power collected its income; `amount` IPCs, or none with `reason` (INC-01, INC-03).

    interdicted: IPCs of its territories that enemy submarines kept from it; `amount` is what was left (OPT-21).
    objectives: IPCs of the national objectives that paid, and bonds: dice of war bonds, which are part of the amount
    (INC-24, RES-44).
    """

    power: PowerId
    amount: int
    ipcs: int
    reason: str = ""
    interdicted: int = 0
    objectives: Mapping[str, int] = field(default_factory=dict)
    bonds: tuple[int, ...] = ()
    audience: str = "all"
    kind: Literal["income_collected"] = "income_collected"

    @property
    def from_territories(self) -> int:
        """The part of the amount that objectives and bonds did not bring."""
        return self.amount - sum(self.objectives.values()) - sum(self.bonds)
