"""What powers earn and build."""

from __future__ import annotations

from pydantic import Field

from engine.facts.board import DataModel, PowerId
from engine.facts.unit_types import UnitId


class NewComplex(DataModel):
    """Where a new industrial complex may stand (MOB-19, MOB-20)."""

    min_value: int
    on_islands: bool


class Grant(DataModel):
    """Units that a power is given each turn instead of buying any (POL-69)."""

    unit: UnitId

    territories: int
    """One unit is given for so many."""

    most: int
    """Units of the power that may stand in a territory once new ones were placed there (POL-70)."""


class EconomyRules(DataModel):
    """Incomes beside those of territories, and what production is bound to."""

    grants: dict[PowerId, Grant] = Field(default_factory=dict)
    """Powers that are given units (POL-69); they hold no territory but their own (POL-65)."""

    new_complex: NewComplex | None = None
    """None where no complexes are built."""

    extra_production_from: int = 0
    """The value from which a territory's complex profits from increased production (RES-40)."""

    objectives_pay: bool = False
    """National objectives are played (INC-23, OPT-04)."""
