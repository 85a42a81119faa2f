"""What powers may do beside and to one another."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.facts.board import DataModel, PowerId, SpaceId
from engine.facts.parameters.turn import PhaseId
from engine.facts.unit_types import UnitId

LeaveFor = Literal["carriers", "transports", "territories", "bases", "canals", "lend_lease"]
Powers = tuple[PowerId, ...]


class NeutralRules(DataModel):
    """Neutral territories that are won over or attacked (POL-45)."""

    army: UnitId
    """What stands up for a neutral whose neutrality ends; the board prints how many (POL-47)."""

    strict_may_be_attacked: bool
    """Strict neutrals too (POL-48); the first attack of a side on one turns all others to the other side (POL-54)."""


class Deed(DataModel):
    """An unprovoked declaration of war of one of `by` on any of `on` (POL-05)."""

    by: Powers
    on: Powers


class Incident(DataModel):
    """What the rules on declarations and pacts remember once it has happened: a deed of one of the powers in `by`.

    words: a clause for players. deed: it has taken, its units have come to, or it has attacked one of the territories.
    held_by: those territories count only while one of these powers holds them. unheld: they count only while no power
    does (POL-58). while_strict: it counts only while one of these territories is a strict neutral.
    """

    words: str
    by: Powers
    deed: Literal["taken", "entered", "attacked"]
    territories: tuple[SpaceId, ...]
    held_by: Powers = ()
    unheld: bool = False
    while_strict: tuple[SpaceId, ...] = ()


class WarGround(DataModel):
    """A ground on which each of `by` may declare war on any of `on`, at the start of its combat move (POL-03)."""

    rule: str
    by: Powers
    on: Powers

    after: Deed | None = None
    """What must have happened before its turn; who answers that is provoked (POL-05, POL-24)."""

    after_incident: str | None = None
    """Or this incident (POL-23, POL-31, POL-33)."""

    from_round: int = 1
    """The round of its first turn with this ground."""

    first_phase: PhaseId = "combat_move"
    """The phase of that turn at whose start war is declared; in later turns it is the combat move (POL-25)."""

    out_of_peace: bool = False
    """Only a power at war with nobody has this ground, and it keeps it while it uses it on one after the other
    (POL-25)."""


class ActOfWar(DataModel):
    """Units of a power that stand in territory with the emblem of `enter` give `on` provocation (POL-20)."""

    enter: PowerId
    on: PowerId


class HomeWaters(DataModel):
    """Ships end moves on a map only in zones that border on territory of a power, warships in some others too."""

    map: str
    of: PowerId
    warships_also_in: tuple[SpaceId, ...] = ()


class PeaceLimit(DataModel):
    """What these powers may not do until they are at war with one of some others; each limit that is stated holds."""

    rule: str
    powers: Powers
    until_war_with: Powers

    not_into: PowerId | None = None
    """No unit enters or crosses territory with the emblem of this power (POL-27, POL-36)."""

    ships_not_beside: PowerId | None = None
    """No ship ends a move in a zone that borders on territory which this power controls (POL-26)."""

    ships_not_in: tuple[SpaceId, ...] = ()
    """No ship ends a move in one of these zones (POL-21)."""

    ships_keep_to: HomeWaters | None = None
    """Ships keep to these waters (POL-28)."""


class WarBonus(DataModel):
    """IPCs that a power is given once, at the first such deed no later than a round (INC-70)."""

    rule: str
    power: PowerId
    ipcs: int
    after: Deed
    last_round: int


class WarEffort(DataModel):
    """Facilities of a power that are upgraded free of charge at once when it comes to be at war (POL-29)."""

    rule: str
    power: PowerId
    facility: UnitId
    into: UnitId
    territories: tuple[SpaceId, ...]


class Pact(DataModel):
    """Strict neutrals under the protection of a power (POL-59..62).

    They join it once the incident `invaded` has happened, unless `broken` happened before. They never turn to the other
    side, unless it has attacked one of them itself, which is the incident `betrayed`.
    """

    rule: str
    protector: PowerId
    territories: tuple[SpaceId, ...]
    invaded: str
    broken: str
    betrayed: str


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

    incidents: dict[str, Incident] = Field(default_factory=dict)
    """What is remembered for the game once it has happened, by id."""

    fronts: dict[PowerId, dict[str, Powers]] = Field(default_factory=dict)
    """Powers that stay neutral on a map of the board until they are at war with one of these (POL-13)."""

    neutral_powers: Powers = ()
    """Powers that are neutral where they are at war with nobody: until then no aircraft of others fly over their
    territory, and theirs over nobody else's (POL-12, POL-77)."""

    war_efforts: tuple[WarEffort, ...] = ()
    """What powers gain by being at war (POL-29)."""

    pacts: tuple[Pact, ...] = ()
    """Neutrals under the protection of a power (POL-59..62)."""

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

    others_may_have: tuple[LeaveFor, ...] = ()
    """What a power may let a power of the other side use while they are not at war (ASY-29)."""

    @property
    def powers_named(self) -> frozenset[PowerId]:
        """All powers of which the rules on declarations and on peace speak."""
        grounds = ({*each.by, *each.on} for each in self.grounds)
        deeds = [each.after for each in self.grounds if each.after] + [each.after for each in self.war_bonuses]
        limits = ({*each.powers, *each.until_war_with, each.not_into, each.ships_not_beside} for each in self.limits)
        waters = {each.ships_keep_to.of for each in self.limits if each.ships_keep_to}
        incidents = ({*each.by, *each.held_by} for each in self.incidents.values())
        fronts = ({power, *(foe for foes in maps.values() for foe in foes)} for power, maps in self.fronts.items())
        wards = ({ward, *guardians} for ward, guardians in self.wards.items())
        acts = ({each.enter, each.on} for each in self.acts_of_war)
        found = set(self.exiles).union(self.at_war_elsewhere, *self.as_one, *grounds, *limits, *wards, *acts)
        found = found.union(self.neutral_powers)
        found = found.union(waters, *incidents, *fronts, (each.power for each in self.war_efforts))
        found |= {each.protector for each in self.pacts}
        found |= {power for deed in deeds for power in (*deed.by, *deed.on)}
        return frozenset(power for power in found if power)

    @property
    def incidents_named(self) -> frozenset[str]:
        """All incidents on which something depends."""
        found = {each.after_incident for each in self.grounds if each.after_incident}
        return frozenset(found.union(*({each.invaded, each.broken, each.betrayed} for each in self.pacts)))

    @property
    def territories_named(self) -> frozenset[SpaceId]:
        """All territories where incidents happen, that are protected, or whose facilities are upgraded."""
        incidents = ({*each.territories, *each.while_strict} for each in self.incidents.values())
        protected, upgraded = (
            (set(each.territories) for each in self.pacts),
            (set(e.territories) for e in self.war_efforts),
        )
        return frozenset[SpaceId]().union(*incidents, *protected, *upgraded)

    @property
    def maps_named(self) -> frozenset[str]:
        """All maps of a joined board of which limits and fronts speak."""
        found = {name for front in self.fronts.values() for name in front}
        return frozenset(found.union(each.ships_keep_to.map for each in self.limits if each.ships_keep_to))
