"""What powers earn beside the values of their territories."""

from __future__ import annotations

from pydantic import Field

from engine.facts.board import DataModel, PowerId
from engine.facts.unit_types import UnitId


class Grant(DataModel):
    """Units that a power is given each turn instead of buying any (POL-69)."""

    unit: UnitId

    territories: int
    """One unit is given for so many."""

    most: int
    """Units of the power that may stand in a territory once new ones were placed there (POL-70)."""


class EconomyRules(DataModel):
    """Incomes beside those of territories."""

    grants: dict[PowerId, Grant] = Field(default_factory=dict)
    """Powers that are given units (POL-69); they hold no territory but their own (POL-65)."""

    objectives_pay: bool = False
    """National objectives are played (INC-23, OPT-04)."""
