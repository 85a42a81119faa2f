"""The lines of a unit table, and what technologies and national advantages change in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Self

from pydantic import model_validator

from engine.facts.board import DataModel
from engine.facts.facility_types import FacilityType

UnitId = str
Ability = Literal[
    "captures",  # takes control of territory (UNI-18), as no air unit or ship does (UNI-48)
    "blitz",  # CMV-23
    "blitzes_beside_tank",  # UNI-25, RES-47
    "moves_beside_tank",  # as far as it (RES-46)
    "carries_paratrooper",  # RES-30
    "paratrooper",  # may be carried by a bomber (RES-30), or drop from a facility (RES-34)
    "anti_aircraft",  # fires at aircraft (SPC-56..64) and at nothing else (UNI-28)
    "noncombat_only",  # never moves in the combat move (UNI-27)
    "strategic_bombing",  # may raid facilities (SPC-26)
    "tactical_bombing",  # may raid some of them alone (SPC-27)
    "dive_bombing",  # may raid too, but counts half of its die (OPT-25)
    "scrambles",  # rises from an air base against attacks at sea (SPC-81, SPC-86)
    "escorts",  # protects raiders and intercepts those of the enemy (SPC-40)
    "launches_rockets",  # SPC-51
    "immune_to_anti_aircraft",  # OPT-45
    "bombards",  # supports a landing from the sea (SPC-17)
    "lands_on_carrier",  # UNI-47, UNI-49
    "warship",  # BRD-19
    "surface_warship",  # makes a sea zone hostile (BRD-18)
    "passes_hostile_zones",  # CMV-30
    "surprise_strike",  # SPC-66
    "submerge",  # SPC-73
    "cannot_hit_air",  # UNI-59
    "immune_to_air_without_destroyer",  # UNI-60
    "anti_submarine",  # cancels the special abilities of enemy submarines (CMV-31, SPC-67, SPC-74)
    "defenseless",  # lost without a roll where nothing else is left (UNI-65, CMB-31, SPC-65)
    "chosen_last",  # CMB-18
]


class Carry(DataModel):
    """One kind of place aboard a ship: up to `count` units of these `types` and no others (UNI-49, UNI-61, UNI-62)."""

    count: int
    types: tuple[UnitId, ...]


class Pairing(DataModel):
    """The number that a unit attacks with in a pair with any of these partners (UNI-19, UNI-21, UNI-24)."""

    partners: tuple[UnitId, ...]
    attack: int


class UnitType(DataModel):
    """A line of the unit table. `cost` in IPCs (None: not for sale); `rule` is the rule that prints this line.

    hits: how many destroy the unit; with 2 it is damaged first (UNI-55, UNI-56), with 0 it cannot be a casualty.
    attack_dice: dice that it rolls when it attacks or raids; each of them can hit, or only the best of them counts
    (best_die_counts, RES-23, RES-24). pairing: how it attacks beside a partner (UNI-19..24); supported_units: in how
    many pairs it can be the partner (RES-26). air_battle: the number with which an aircraft hits in the air battle
    before a raid (SPC-47). raid_bonus: what each die in a raid counts more than it shows (SPC-34). convoy_dice: dice
    that it rolls for a convoy in its zone (INC-15). facility: what only facilities have; extra_production: what one of
    them produces on top (RES-40), repairs_per_ipc: points of damage that 1 IPC removes (PUR-16, RES-41).
    """

    id: UnitId
    name: str
    plural: str
    domain: Literal["land", "air", "sea", "facility"]
    cost: int | None
    attack: int
    defense: int
    move: int
    hits: int
    attack_dice: int = 1
    best_die_counts: bool = False
    pairing: Pairing | None = None
    supported_units: int = 1
    extra_production: int = 0
    repairs_per_ipc: int = 1
    air_battle: int = 1
    raid_bonus: int = 0
    convoy_dice: int = 0
    rule: str | None = None
    carry: tuple[Carry, ...] = ()
    abilities: frozenset[Ability] = frozenset()
    facility: FacilityType | None = None
    aliases: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _is_described_as_what_it_is(self) -> Self:
        if (self.domain == "facility") != (self.facility is not None):
            raise ValueError(f"{self.id}: facilities, and only they, say under “facility” what they are")
        return self

    @property
    def produces(self) -> bool:
        """Whether it lets one place units."""
        return self.facility is not None and self.facility.production is not None

    def can(self, ability: Ability) -> bool:
        """Whether the unit has an ability of the unit table."""
        return ability in self.abilities

    def counted(self, count: int) -> str:
        """The number and the name, such as "2 tanks"."""
        return f"{count} {self.name if count == 1 else self.plural}"


class UnitChange(DataModel):
    """What a technology or a national advantage makes of a unit: new values (None: as before, RES-20) and abilities."""

    unit: UnitId
    attack: int | None = None
    defense: int | None = None
    move: int | None = None
    attack_dice: int | None = None
    best_die_counts: bool | None = None
    pairing: Pairing | None = None
    carry: tuple[Carry, ...] | None = None
    cost: int | None = None
    supported_units: int | None = None
    extra_production: int | None = None
    air_battle: int | None = None
    repairs_per_ipc: int | None = None
    abilities: frozenset[Ability] = frozenset()

    def applied_to(self, unit: UnitType) -> UnitType:
        """The changed line of the unit table."""
        stated = {name: value for name, value in self if name != "unit" and value is not None}
        return unit.model_copy(update={**stated, "abilities": unit.abilities | self.abilities})


class UnitTable(DataModel):
    """The unit table of an edition, in its printed order."""

    units: tuple[UnitType, ...]


def fits(slots: Sequence[Carry], cargo: Iterable[UnitId]) -> bool:
    """Whether these units fit into a ship's places together (UNI-49, UNI-61)."""
    free = [slot.count for slot in slots]
    choosy_first = sorted(cargo, key=lambda unit: sum(slot.count for slot in slots if unit in slot.types))
    for unit in choosy_first:
        open_slots = [i for i, slot in enumerate(slots) if free[i] and unit in slot.types]
        if not open_slots:
            return False
        narrowest = min(open_slots, key=lambda i: len(slots[i].types))
        free[narrowest] -= 1
    return True
