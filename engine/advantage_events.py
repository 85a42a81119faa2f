"""What happens by national advantages; `engine.events` lists these among all events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.board import PowerId, SpaceId
from engine.state import Piece, PieceId


@dataclass(frozen=True)
class AdvantagesRolled:
    """The national advantages of all powers were rolled for: each power's dice, and what it has (OPT-11, OPT-12)."""

    dice: Mapping[PowerId, tuple[int, ...]]
    advantages: Mapping[PowerId, tuple[str, ...]]
    audience: str = "all"
    kind: Literal["advantages_rolled"] = "advantages_rolled"


@dataclass(frozen=True)
class AdvantageUsed:
    """A power used a national advantage: `once` if it can never be used again, `in_force` if it goes on working."""

    power: PowerId
    advantage: str
    once: bool
    in_force: bool
    audience: str = "all"
    kind: Literal["advantage_used"] = "advantage_used"


@dataclass(frozen=True)
class AdvantageLapsed:
    """An advantage that was in force works no more."""

    power: PowerId
    advantage: str
    audience: str = "all"
    kind: Literal["advantage_lapsed"] = "advantage_lapsed"


@dataclass(frozen=True)
class AdvantageLost:
    """A power can never use this advantage, because it let the moment pass or attacked first (OPT-16)."""

    power: PowerId
    advantage: str
    reason: Literal["declined", "attacked_first"]
    audience: str = "all"
    kind: Literal["advantage_lost"] = "advantage_lost"


@dataclass(frozen=True)
class FreeUnitsPlaced:
    """Units entered the board without price by a national advantage."""

    power: PowerId
    advantage: str
    pieces: tuple[Piece, ...]
    space: SpaceId
    audience: str
    kind: Literal["free_units_placed"] = "free_units_placed"


@dataclass(frozen=True)
class UnitsConverted:
    """Units of an ally (`owner`) became units of `power`: `gone` are replaced by `pieces` (OPT-19)."""

    power: PowerId
    advantage: str
    owner: PowerId
    gone: tuple[Piece, ...]
    pieces: tuple[Piece, ...]
    space: SpaceId
    audience: str
    kind: Literal["units_converted"] = "units_converted"


@dataclass(frozen=True)
class BlitzStopped:
    """What passed through a territory is stopped there by infantry that appears, and its owner keeps it (OPT-16)."""

    power: PowerId
    territory: SpaceId
    pieces: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["blitz_stopped"] = "blitz_stopped"


@dataclass(frozen=True)
class TanksBrokeThrough:
    """Tanks that won in the first round may move one space in the noncombat move (OPT-23)."""

    power: PowerId
    territory: SpaceId
    pieces: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["tanks_broke_through"] = "tanks_broke_through"


@dataclass(frozen=True)
class AircraftRefuelled:
    """Aircraft that landed at an oil field have their whole move again (OPT-31)."""

    power: PowerId
    territory: SpaceId
    pieces: tuple[PieceId, ...]
    audience: str
    kind: Literal["aircraft_refuelled"] = "aircraft_refuelled"
