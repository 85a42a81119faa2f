"""What powers are to each other: wars, and leave to use what an ally has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.events.changes import in_turn, with_facility_replaced
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import AccountId, account_id
from engine.facts.unit_types import UnitId
from engine.state.game_state import Declaration, GameState

Leave = tuple[PowerId, PowerId, str]


@dataclass(frozen=True)
class WarDeclared:
    """`power` declared war: with `joined` it is at war with all of `on` from now on (POL-02, POL-18).

    joined: itself and those that go to war with it. rule: the ground. hostile_zones: sea zones that are hostile to it
    since (POL-04, CMV-73).
    """

    power: PowerId
    on: tuple[PowerId, ...]
    joined: tuple[PowerId, ...]
    rule: str
    provoked: bool
    hostile_zones: tuple[SpaceId, ...] = ()
    audience: str = "all"
    kind: Literal["war_declared"] = "war_declared"

    def evolve(self, state: GameState) -> GameState:
        known = state.war_pairs
        pairs = ((one, other) for one in self.joined for other in self.on)
        wars = (*(state.wars or ()), *(pair for pair in pairs if frozenset(pair) not in known))
        declared = (*state.declarations, Declaration(state.round, self.power, self.on, self.provoked, self.rule))
        turn = state.turn
        zones = tuple(sorted({*turn.hostile_zones, *self.hostile_zones}))
        state = in_turn(state, hostile_zones=zones, newly_hostile=(*turn.newly_hostile, *self.hostile_zones))
        return replace(state, wars=wars, declarations=declared)


@dataclass(frozen=True)
class WarBonusPaid:
    """A power was given IPCs because of a declaration of war; `ipcs` is what its account has then (INC-70, ASY-33)."""

    power: PowerId
    amount: int
    ipcs: int
    rule: str
    account: AccountId = ""
    audience: str = "all"
    kind: Literal["war_bonus_paid"] = "war_bonus_paid"

    def evolve(self, state: GameState) -> GameState:
        return replace(state, treasuries={**state.treasuries, account_id(self.power, self.account): self.ipcs})


@dataclass(frozen=True)
class WarEffortMade:
    """Facilities of a power that came to be at war became others free of charge, with their damage (POL-29, ASY-33)."""

    power: PowerId
    facility: UnitId
    becomes: UnitId
    territories: tuple[SpaceId, ...]
    rule: str
    audience: str = "all"
    kind: Literal["war_effort_made"] = "war_effort_made"

    def evolve(self, state: GameState) -> GameState:
        for territory in self.territories:
            state = with_facility_replaced(state, territory, self.facility, self.becomes)
        return state


@dataclass(frozen=True)
class IncidentHappened:
    """What the rules on declarations and pacts remember has happened, in these territories (POL-23, POL-60)."""

    incident: str
    territories: tuple[SpaceId, ...]
    audience: str = "all"
    kind: Literal["incident_happened"] = "incident_happened"

    def evolve(self, state: GameState) -> GameState:
        return replace(state, incidents=(*state.incidents, self.incident))


@dataclass(frozen=True)
class LeaveChanged:
    """A power grants or refuses another the use of its carriers, territories or canals (ASY-28, ASY-29)."""

    power: PowerId
    ally: PowerId
    what: str
    granted: bool
    audience: str = "all"
    kind: Literal["leave_changed"] = "leave_changed"

    def evolve(self, state: GameState) -> GameState:
        entry, power = (self.power, self.ally, self.what), state.edition.power
        if power[self.power].side != power[self.ally].side:
            return replace(state, granted_leave=_with(state.granted_leave, entry, listed=self.granted))
        return replace(state, refused_leave=_with(state.refused_leave, entry, listed=not self.granted))


def _with(entries: tuple[Leave, ...], entry: Leave, *, listed: bool) -> tuple[Leave, ...]:
    others = tuple(each for each in entries if each != entry)
    return tuple(sorted((*others, entry))) if listed else others


Event = WarDeclared | WarBonusPaid | WarEffortMade | IncidentHappened | LeaveChanged
