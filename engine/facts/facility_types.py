"""What facilities make, take and need: the part of the unit table that only they have."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.facts.board import DataModel, PowerId

Striker = Literal["strategic_bombing", "tactical_bombing", "dive_bombing", "launches_rockets"]

DESTROYED = "nothing"


class Site(DataModel):
    """What a territory needs for a new facility, beside an owner who has held it since its turn began (MOB-18)."""

    min_value: int = 0
    """IPCs that it is worth at least (MOB-19)."""

    on_islands: bool = True
    """It may be an island (MOB-20)."""

    by_the_sea: bool = False
    """It must touch a sea zone."""

    own_emblem: bool = False
    """It must bear the emblem of the power that places the facility (MOB-21)."""


class Upgrade(DataModel):
    """What makes another facility of one that stands (PUR-10, PUR-11)."""

    of: str
    into: str


class Drop(DataModel):
    """How infantry that has the ability `paratrooper` drops from a facility while it works (RES-34)."""

    units: int
    """Infantry in a turn, all in one territory (RES-39)."""

    range: int
    """Spaces to that territory at most."""


class FacilityType(DataModel):
    """What the line of a facility says beside its name and cost.

    Its `defense` is the number with which guns of its own hit raiders (SPC-31); with 0 it has none, and the guns that
    stand in the territory fire. A power's technologies change that as they change other units.
    """

    kind: str
    """What players call all of its kind; a territory holds one facility of a kind (UNI-36, UNI-37)."""

    production: Literal["territory_ipc"] | int | None = None
    """Units that it lets one place in a turn (MOB-12): as many as the territory is worth, or a number."""

    extra_production_from: int = 0
    """The value from which its territory profits from what a technology produces on top (RES-40)."""

    damage_limit: Literal["twice_territory_ipc"] | int | None = None
    """The most damage that it takes (SPC-35, UNI-40); None where nothing damages it."""

    works_up_to: int | None = None
    """The most damage with which it works (UNI-39). None: as long as it produces anything (SPC-39)."""

    struck_by: frozenset[Striker] = frozenset()
    """What a unit must be able to do to raid it or to strike it with rockets (SPC-26, SPC-27, SPC-51)."""

    captured_as: str | None = None
    """What it becomes when an enemy captures its territory (CMB-49), "nothing" where it is destroyed; None: it stays
    as it is."""

    lost_by_return_to: frozenset[PowerId] = frozenset()
    """Powers in whose territory it is destroyed once that is freed (POL-68)."""

    upgrade: Upgrade | None = None
    """It is no facility itself, but what makes another of one; its site is where such a one stands (MOB-15)."""

    extra_move: dict[Literal["air", "sea"], int] = Field(default_factory=dict)
    """By how many spaces farther units of a domain move that set out from it while it works: aircraft from its
    territory (UNI-41), ships from the sea zones around it (UNI-42, UNI-43)."""

    scrambles: int = 0
    """Aircraft that may scramble from its territory in a turn while it works (SPC-81, SPC-84)."""

    drops: Drop | None = None
    """What infantry may drop from its territory while it works; None: none."""

    site: Site = Site()
    """Where a new one may stand."""

    repairs_ships: bool = False
    """While it works, it repairs damaged ships in the sea zones around it in their owner's purchase phase (PUR-20)."""

    symbol: str | None = None
    """The drawing of another unit that stands for it on maps; None: it has one of its own."""

    @property
    def word(self) -> str:
        """What an order may call all of its kind, where one of them stands: "industrial_complex"."""
        return self.kind.replace(" ", "_")

    def production_at(self, value: int) -> int:
        """Units that it lets one place in a turn in a territory of that value, while it is not damaged."""
        return value if self.production == "territory_ipc" else self.production or 0

    def damage_limit_at(self, value: int) -> int:
        """The most damage that it takes in a territory of that value."""
        return 2 * value if self.damage_limit == "twice_territory_ipc" else self.damage_limit or 0

    def works_with(self, damage: int, value: int) -> bool:
        """Whether it works with so much damage in a territory of that value."""
        if self.works_up_to is not None:
            return damage <= self.works_up_to
        return not damage or self.production is None or damage < self.production_at(value)
