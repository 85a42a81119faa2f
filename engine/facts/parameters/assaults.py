"""Amphibious assaults."""

from __future__ import annotations

from typing import Literal

from engine.facts.board import DataModel


class Bombardment(DataModel):
    """How ships support an assault (SPC-17..25)."""

    targets: Literal["land_units", "all_units"]
    """What can be hit (SPC-23)."""

    return_fire: bool
    """Casualties still fire (SPC-24)."""

    needs_land_units: bool = True
    """Only where enemy land units stand that can be casualties (SPC-101)."""

    one_per_seaborne_unit: bool
    """Not more shots than land units that come ashore (SPC-20)."""


class AssaultRules(DataModel):
    """Who must come ashore, who may turn back, and what ships do about it."""

    bombardment: Bombardment | None = None
    """None where ships do not bombard."""

    cargo_must_land: bool
    """What was loaded in the combat move must be landed (CMV-58)."""

    may_be_called_off: bool
    """Before the battle on land (SPC-06)."""

    overland_may_leave: bool
    """Land units that came overland may retreat (SPC-13)."""

    need_escort_past_submarines: bool
    """A warship must end beside transports that land out of a zone with enemy submarines (CMV-64)."""
