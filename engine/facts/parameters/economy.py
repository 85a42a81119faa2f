"""What powers earn beside the values of their territories."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.facts.board import DataModel, PowerId, SpaceId
from engine.facts.unit_types import UnitId


class Grant(DataModel):
    """Units that a power is given each turn instead of buying any (POL-69)."""

    unit: UnitId

    territories: int
    """One unit is given for so many."""

    most: int
    """Units of the power that may stand in a territory once new ones were placed there (POL-70)."""


class Rural(DataModel):
    """A power without industry (PUR-12): it buys only these units, and repairs and builds nothing (PUR-23).

    It places them in any territory with its emblem that it holds, without a complex (MOB-27).
    """

    units: tuple[UnitId, ...]
    """What it can always buy."""

    units_with: dict[UnitId, str] = Field(default_factory=dict)
    """What it can buy besides, each while an objective of its own is met (POL-74)."""


class TroopBonus(DataModel):
    """Land and air units of its choice that a power places free of charge when its side frees a territory (POL-43).

    It does so once in the game. ipcs: what they cost together at most.
    """

    power: PowerId
    territory: SpaceId
    ipcs: int


class ConvoyRules(DataModel):
    """What enemy ships in convoy zones cost an income (INC-12); the unit table says who rolls how many dice."""

    counts_up_to: int
    """The highest number on a die that costs IPCs, as many as it shows (INC-16)."""

    exempt: frozenset[PowerId] = frozenset()
    """Powers that lose nothing (INC-20)."""


class BidRules(DataModel):
    """What a side may place for its bid before the first turn (OPT-10)."""

    units_a_space: int | None = Field(default=1, ge=1)
    """None where it is any number."""

    where: Literal["units", "territories"] = "units"
    """Where a power has units, or in its other territories too."""


class EconomyRules(DataModel):
    """What incomes consist of beside territories, and what lessens them."""

    grants: dict[PowerId, Grant] = Field(default_factory=dict)
    """Powers that are given units (POL-69); they hold no territory but their own (POL-65)."""

    rural: dict[PowerId, Rural] = Field(default_factory=dict)
    """Powers without industry."""

    objectives_pay: bool = False
    """National objectives are played (INC-23, OPT-04)."""

    troop_bonuses: tuple[TroopBonus, ...] = ()
    """What powers are given when territory of theirs is freed."""

    bids: BidRules = BidRules()
    """What may be placed for a bid."""

    convoys: ConvoyRules | None = None
    """None where nobody disrupts convoys (INC-12)."""
