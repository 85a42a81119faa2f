"""Aircraft: guns that fire at them, carriers, and where they land."""

from __future__ import annotations

from typing import Literal

from engine.facts.board import DataModel


class AntiAircraft(DataModel):
    """How antiaircraft guns work."""

    fires: Literal["overflight", "target"]
    """At every aircraft that enters the territory, on its way too and in every movement phase ("overflight", SPC-56,
    SPC-57), or only at those that attack it ("target", SPC-58)."""

    hits_on: int

    shots_per_gun: int | None = None
    """Aircraft that each gun can fire at once before a battle, all guns together; the attacker chooses who is hit
    (SPC-60, SPC-62, SPC-64). None: one gun fires at every aircraft, and each die is for one of them."""

    captured: bool
    """Guns change hands with the territory (UNI-30) instead of being removed."""

    liberated: Literal["first_owner", "controller"] = "controller"
    """Whose a captured gun is when the territory is freed (UNI-32)."""


class AirRules(DataModel):
    """What meets aircraft, what binds carriers to them, and when they come down."""

    anti_aircraft: AntiAircraft | None = None
    """None where there are no guns."""

    carrier_promises_bind: bool
    """A carrier that was promised must come while it lives and an aircraft does; carriers may be promised between
    battles too (CMV-46, NCM-33)."""

    stranded_land: Literal["after_battle", "before_noncombat_move"]
    """When defending aircraft whose carrier was sunk land (SPC-80, NCM-04)."""

    own_aircraft_may_stay_aboard: bool
    """Those that do not launch travel with a carrier as cargo (CMV-51)."""

    landing_on_new_carriers: bool
    """Bought carriers count as landing places (CMV-42, NCM-18)."""

    new_aircraft_on: Literal["any_carrier", "new_carriers"]
    """Carriers on which new fighters may be placed (MOB-07)."""

    aircraft_board_new_carriers: bool
    """Fighters already in the territory may board a carrier placed beside it (MOB-08)."""
