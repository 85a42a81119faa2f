"""What powers may do beside and to one another."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.board import DataModel, PowerId, SpaceId

LeaveFor = Literal["carriers", "transports", "territories", "lend_lease"]


class PoliticsRules(DataModel):
    """Where a power's units may be, and what it may withhold."""

    confined_to: dict[PowerId, frozenset[SpaceId]] = Field(default_factory=dict)
    """The only spaces that units of a power may enter (POL-64)."""

    allies_may_refuse: tuple[LeaveFor, ...]
    """What a power may withhold from an ally that would use it (ASY-28)."""
