"""Antiaircraft fire, bombing raids and rockets; `engine.events` lists these among all events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.board import PowerId, SpaceId
from engine.state import PieceId
from engine.unit_types import UnitId

Occasion = Literal["overflight", "attack", "raid"]


@dataclass(frozen=True)
class AimedShot:
    """One die of an antiaircraft gun at one aircraft."""

    piece: PieceId
    unit: UnitId
    die: int
    hit: bool


@dataclass(frozen=True)
class AntiAircraftFired:
    """The antiaircraft gun of a territory fired at aircraft; each die at or below `needed` hits (SPC-61).

    occasion: they flew over on their way, attack the territory, or raid it.
    """

    space: SpaceId
    power: PowerId
    gun: PieceId
    occasion: Occasion
    needed: int
    shots: tuple[AimedShot, ...]
    audience: str = "all"
    kind: Literal["anti_aircraft_fired"] = "anti_aircraft_fired"


@dataclass(frozen=True)
class RaidDeclared:
    """Aircraft are to bomb a facility instead of fighting (CMV-71)."""

    power: PowerId
    space: SpaceId
    facility: UnitId
    pieces: tuple[PieceId, ...]
    audience: str
    kind: Literal["raid_declared"] = "raid_declared"


@dataclass(frozen=True)
class EscortDeclared:
    """Fighters are to protect the raiders of a territory, and to do nothing else (SPC-42)."""

    power: PowerId
    space: SpaceId
    pieces: tuple[PieceId, ...]
    audience: str
    kind: Literal["escort_declared"] = "escort_declared"


@dataclass(frozen=True)
class Intercepted:
    """Fighters of a power rise against raiders, by territory (SPC-44)."""

    power: PowerId
    fighters: Mapping[SpaceId, tuple[PieceId, ...]]
    audience: str = "all"
    kind: Literal["intercepted"] = "intercepted"


@dataclass(frozen=True)
class Strike:
    """The dice of one raider or rocket, and the IPCs or points of damage that count of them."""

    piece: PieceId
    unit: UnitId
    dice: tuple[int, ...]
    loss: int


@dataclass(frozen=True)
class ProductionStruck:
    """Raiders or rockets struck an industrial complex: its controller paid `ipcs`, or it took `damage` (SPC-34).

    limit: the most that each strike can cost, the value of the territory, where the victim pays, no more than it has
    (SPC-37); else the most damage that the complex could still take.
    """

    power: PowerId
    space: SpaceId
    victim: PowerId
    weapon: Literal["raid", "rocket"]
    limit: int
    strikes: tuple[Strike, ...]
    ipcs: int
    facility: UnitId = ""
    damage: int = 0
    audience: str = "all"
    kind: Literal["production_struck"] = "production_struck"


@dataclass(frozen=True)
class GunsChangedHands:
    """Antiaircraft guns in a territory that was taken now belong to these powers (UNI-30, UNI-32)."""

    territory: SpaceId
    guns: Mapping[PieceId, PowerId]
    audience: str = "all"
    kind: Literal["guns_changed_hands"] = "guns_changed_hands"


@dataclass(frozen=True)
class BerthsChosen:
    """Aircraft are to land on a certain carrier in their sea zone at the end of the phase (UNI-50)."""

    power: PowerId
    space: SpaceId
    carrier: PieceId
    aircraft: tuple[PieceId, ...]
    audience: str
    kind: Literal["berths_chosen"] = "berths_chosen"
