"""What the present turn must remember."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.pieces import Flight, Memories, PieceId


@dataclass(frozen=True)
class Turn:
    """What the present turn must remember."""

    hostile_zones: tuple[SpaceId, ...] = ()  # hostile to the acting power when its turn began (CMV-16, CMB-40)
    owners_before: Mapping[SpaceId, PowerId | None] = field(default_factory=dict)  # of what changed hands this turn
    flights: tuple[Flight, ...] = ()  # of the combat move, in order, where guns fire at what passes over them
    stances: Mapping[SpaceId, Mapping[PieceId, bool]] = field(default_factory=dict)  # told to attack or ignore (CMV-20)
    promises: tuple[tuple[str, SpaceId], ...] = ()  # carriers ("new": one just bought) and where they will be (CMV-46)
    promised_to: Mapping[str, tuple[PieceId, ...]] = field(default_factory=dict)  # aircraft that needed each carrier
    sea_battles: Mapping[SpaceId, bool] = field(default_factory=dict)  # how they ended: True where it may be landed
    bombardments: Mapping[PieceId, SpaceId | None] = field(default_factory=dict)  # None: keeps silent (SPC-21)
    placed: Mapping[SpaceId, int] = field(default_factory=dict)  # units mobilized through each complex (MOB-12)
    launched: Mapping[PieceId, SpaceId] = field(default_factory=dict)  # the complex of each new carrier (MOB-07)
    idle_complexes: tuple[SpaceId, ...] = ()  # where a complex gives nothing this turn, being new or just taken
    repaired: Mapping[SpaceId, Mapping[UnitId, int]] = field(default_factory=dict)  # points paid for now (PUR-15)
    battles_reached: int = 0  # the place in the order of battles of the last one that began (CMB-01)
    berths: Mapping[PieceId, PieceId] = field(default_factory=dict)  # the carrier chosen for an aircraft (UNI-50)
    newly_hostile: tuple[SpaceId, ...] = ()  # sea zones that a declaration of this turn made hostile (CMV-73)
    memory: Memories = ()  # what single rules remember of the turn
