"""What powers may do beside and to one another."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.facts.board import DataModel, PowerId, SpaceId
from engine.facts.parameters.turn import PhaseId
from engine.facts.unit_types import UnitId

LeaveFor = Literal["carriers", "transports", "territories", "bases", "lend_lease"]
Powers = tuple[PowerId, ...]


class NeutralRules(DataModel):
    """Neutral territories that are won over or attacked (POL-45)."""

    army: UnitId
    """What stands up for a neutral whose neutrality ends; the board prints how many (POL-47)."""

    strict_may_be_attacked: bool
    """Strict neutrals too (POL-48); the first attack of a side on one turns all others to the other side (POL-54)."""


class Deed(DataModel):
    """An unprovoked declaration of war of `by` on any of `on` (POL-05)."""

    by: PowerId
    on: Powers


class WarGround(DataModel):
    """A ground on which each of `by` may declare war on any of `on`, at the start of its combat move (POL-03)."""

    rule: str
    by: Powers
    on: Powers

    after: Deed | None = None
    """What must have happened before its turn; who answers that is provoked (POL-05, POL-24)."""

    from_round: int = 1
    """The round of its first turn with this ground."""

    first_phase: PhaseId = "combat_move"
    """The phase of that turn at whose start war is declared; in later turns it is the combat move (POL-25)."""


class ActOfWar(DataModel):
    """Units of a power that stand in territory with the emblem of `enter` give `on` provocation (POL-20)."""

    enter: PowerId
    on: PowerId


class PeaceLimit(DataModel):
    """What these powers may not do until they are at war with another; each of the limits that is stated holds."""

    rule: str
    powers: Powers
    until_war_with: PowerId

    not_into: PowerId | None = None
    """No unit enters or crosses territory with the emblem of this power (POL-27, POL-36)."""

    ships_not_beside: PowerId | None = None
    """No ship ends a move in a zone that borders on territory which this power controls (POL-26)."""

    ships_not_in: tuple[SpaceId, ...] = ()
    """No ship ends a move in one of these zones (POL-21)."""


class WarBonus(DataModel):
    """IPCs that a power is given once, at the first such deed no later than a round (INC-70)."""

    rule: str
    power: PowerId
    ipcs: int
    after: Deed
    last_round: int


class PoliticsRules(DataModel):
    """Who is at war, who may declare it, where a power's units may be, and what it may withhold."""

    wars_at_start: tuple[tuple[PowerId, PowerId], ...] | None = None
    """The wars with which the game begins; without it all powers of different sides are at war (POL-01)."""

    grounds: tuple[WarGround, ...] = ()
    """All grounds for declarations of war; without any no war is ever declared (POL-03)."""

    as_one: tuple[Powers, ...] = ()
    """Powers that go to war together (POL-18, POL-34), and share their spaces before as well."""

    wards: dict[PowerId, Powers] = Field(default_factory=dict)
    """Powers without a turn, and those whose land units take their territory over in peace (POL-38)."""

    exiles: Powers = ()
    """Powers whose home is in enemy hands beyond the board: who frees their territory keeps it (POL-39, POL-42)."""

    at_war_elsewhere: Powers = ()
    """Powers at war beyond the board, that let allies in which are at war (POL-10)."""

    acts_of_war: tuple[ActOfWar, ...] = ()
    """Movements that provoke a declaration of war (POL-20)."""

    limits: tuple[PeaceLimit, ...] = ()
    """What powers may not do before they are at war (POL-21, POL-26, POL-27, POL-36)."""

    war_bonuses: tuple[WarBonus, ...] = ()
    """What powers are given when others go to war (INC-70)."""

    neutrals: NeutralRules | None = None
    """None where nobody ever enters neutral territory (BRD-12)."""

    confined_to: dict[PowerId, frozenset[SpaceId]] = Field(default_factory=dict)
    """The only spaces that units of a power may enter (POL-64)."""

    allies_may_refuse: tuple[LeaveFor, ...]
    """What a power may withhold from an ally that would use it (ASY-28)."""

    @property
    def powers_named(self) -> frozenset[PowerId]:
        """All powers of which the rules on declarations and on peace speak."""
        grounds = ({*each.by, *each.on} for each in self.grounds)
        deeds = [each.after for each in self.grounds if each.after] + [each.after for each in self.war_bonuses]
        limits = ({*each.powers, each.until_war_with, each.not_into, each.ships_not_beside} for each in self.limits)
        wards = ({ward, *guardians} for ward, guardians in self.wards.items())
        acts = ({each.enter, each.on} for each in self.acts_of_war)
        found = set(self.exiles).union(self.at_war_elsewhere, *self.as_one, *grounds, *limits, *wards, *acts)
        found |= {power for deed in deeds for power in (deed.by, *deed.on)}
        return frozenset(power for power in found if power)
