"""Battles to come and the battle being fought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.pieces import PieceId

Part = Literal["sea", "land", "air"]


@dataclass(frozen=True)
class PendingBattle:
    """A battle still to be fought this turn."""

    space: SpaceId
    part: Part
    amphibious: bool
    kind: Literal["combat", "raid", "rocket"] = "combat"


@dataclass(frozen=True)
class Hits:
    """Hits waiting to be assigned, by what scored them: aircraft, submarines, ships that bombard, and so on."""

    air: int = 0
    submarine: int = 0
    bombardment: int = 0
    kamikaze: int = 0
    anti_aircraft: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        """All hits together."""
        return self.air + self.submarine + self.bombardment + self.kamikaze + self.anti_aircraft + self.other


@dataclass(frozen=True)
class Battle:
    """The battle being fought; `step` is the index of the next step of the round.

    amphibious: an assault, or the sea battle before one. began_with: the units with which the attack began (OPT-39).
    attackers_lost: the units that the attacker lost so far, defended_by: whose units defended at first (OPT-18).
    down: casualties that still fire this round (CMB-09). struck: removed before the main fire.
    fired: units that have used their shot this round (CMB-08). hits: waiting for the owners to choose casualties.
    marked: pieces to which a national advantage gives more in this battle, by advantage (OPT-24, OPT-36).
    retreats: spaces open for a retreat (CMB-38). attacker_destroyer and defender_destroyer hold for the round (CMB-11).
    """

    space: SpaceId
    part: Part
    amphibious: bool
    attacker: PowerId
    attackers: tuple[PieceId, ...]
    defenders: tuple[PieceId, ...]
    seaborne: tuple[PieceId, ...] = ()
    retreats: tuple[SpaceId, ...] = ()
    began_with: tuple[UnitId, ...] = ()
    attackers_lost: tuple[UnitId, ...] = ()
    defended_by: tuple[PowerId, ...] = ()
    round: int = 0
    step: int = 0
    attacker_destroyer: bool = False
    defender_destroyer: bool = False
    down: tuple[PieceId, ...] = ()
    struck: tuple[PieceId, ...] = ()
    marked: Mapping[str, tuple[PieceId, ...]] = field(default_factory=dict)
    fired: tuple[PieceId, ...] = ()
    hits: Hits = Hits()
