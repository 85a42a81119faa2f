"""What an order to move says."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.facts.board import PowerId, SpaceId
from engine.kinds import Counts, Order
from engine.state.pieces import PieceId

__all__ = ["Move"]


class Move(Order):
    """Move, load or offload units along a path; counts, or pieces by id, or both.

    drop: it must be infantry that an air base drops, which it may be without that word too (RES-34).
    """

    type: Literal["move"]
    units: Counts = Field(default_factory=dict)
    pick: tuple[PieceId, ...] = ()
    path: tuple[SpaceId, ...] = Field(min_length=2)
    transport: PieceId | None = None
    owner: PowerId | None = None
    transport_owner: PowerId | None = None
    with_cargo: Counts | None = None
    attack: bool | None = None
    raid: str | None = None
    escort: bool = False
    drop: bool = False
