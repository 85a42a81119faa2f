"""What powers may do beside and to one another."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.facts.board import DataModel, PowerId, SpaceId
from engine.facts.unit_types import UnitId

LeaveFor = Literal["carriers", "transports", "territories", "bases", "lend_lease"]


class NeutralRules(DataModel):
    """Neutral territories that are won over or attacked (POL-45)."""

    army: UnitId
    """What stands up for a neutral whose neutrality ends; the board prints how many (POL-47)."""

    strict_may_be_attacked: bool
    """Strict neutrals too (POL-48); the first attack of a side on one turns all others to the other side (POL-54)."""


class PoliticsRules(DataModel):
    """Who is at war, where a power's units may be, and what it may withhold."""

    wars_at_start: tuple[tuple[PowerId, PowerId], ...] | None = None
    """The wars with which the game begins; without it all powers of different sides are at war (POL-01)."""

    neutrals: NeutralRules | None = None
    """None where nobody ever enters neutral territory (BRD-12)."""

    confined_to: dict[PowerId, frozenset[SpaceId]] = Field(default_factory=dict)
    """The only spaces that units of a power may enter (POL-64)."""

    allies_may_refuse: tuple[LeaveFor, ...]
    """What a power may withhold from an ally that would use it (ASY-28)."""
