"""What happens at sea beside battles; `engine.events` lists these among all events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.board import PowerId, SpaceId
from engine.state import PieceId


@dataclass(frozen=True)
class Surfaced:
    """Submarines that had submerged came up at the end of the noncombat move (NCM-30, SPC-78)."""

    pieces: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["surfaced"] = "surfaced"


@dataclass(frozen=True)
class AssaultSetOut:
    """Cargo set out for its assault without its transports, which may move on to another one (OPT-37)."""

    power: PowerId
    pieces: tuple[PieceId, ...]
    ships: tuple[PieceId, ...]
    zone: SpaceId
    audience: str
    kind: Literal["assault_set_out"] = "assault_set_out"


@dataclass(frozen=True)
class KamikazesDeclared:
    """Aircraft will attack ships and not return (OPT-35)."""

    power: PowerId
    pieces: tuple[PieceId, ...]
    space: SpaceId
    audience: str
    kind: Literal["kamikazes_declared"] = "kamikazes_declared"


@dataclass(frozen=True)
class KaitenDesignated:
    """Defending submarines are kaiten torpedoes: they fire once more, and better, and are lost (OPT-36)."""

    power: PowerId
    space: SpaceId
    pieces: tuple[PieceId, ...]
    audience: str = "all"
    kind: Literal["kaiten_designated"] = "kaiten_designated"
