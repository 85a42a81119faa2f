"""Territory that changes hands, and what is captured with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.events.changes import change, with_damage, with_facilities, with_owner
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import PieceId


@dataclass(frozen=True)
class TerritoryTaken:
    """`power` took a territory; it now belongs to `owner`, an ally where it was liberated (CMB-45, CMB-52)."""

    power: PowerId
    territory: SpaceId
    owner: PowerId
    former: PowerId | None
    audience: str = "all"
    kind: Literal["territory_taken"] = "territory_taken"

    def evolve(self, state: GameState) -> GameState:
        return with_owner(state, self.territory, self.owner)


@dataclass(frozen=True)
class TerritoryTakenOver:
    """`power` took a territory over from a power that it guards, without a fight (POL-38)."""

    power: PowerId
    territory: SpaceId
    former: PowerId
    audience: str = "all"
    kind: Literal["territory_taken_over"] = "territory_taken_over"

    def evolve(self, state: GameState) -> GameState:
        return with_owner(state, self.territory, self.power)


@dataclass(frozen=True)
class TerritoryReverted:
    """A territory went back to the power whose emblem it bears, whose capital was freed (CMB-65)."""

    territory: SpaceId
    owner: PowerId
    former: PowerId
    audience: str = "all"
    kind: Literal["territory_reverted"] = "territory_reverted"

    def evolve(self, state: GameState) -> GameState:
        return with_owner(state, self.territory, self.owner)


@dataclass(frozen=True)
class GunsChangedHands:
    """Antiaircraft guns in a territory that was taken now belong to these powers (UNI-30, UNI-32)."""

    territory: SpaceId
    guns: Mapping[PieceId, PowerId]
    audience: str = "all"
    kind: Literal["guns_changed_hands"] = "guns_changed_hands"

    def evolve(self, state: GameState) -> GameState:
        for gun, power in self.guns.items():
            state = change(state, (gun,), power=power)
        return state


@dataclass(frozen=True)
class FacilityFell:
    """`power` captured a territory, and a facility there became another, or nothing where that is empty (CMB-49).

    damage: what is left of it on the other (CMB-50).
    """

    power: PowerId
    territory: SpaceId
    facility: UnitId
    becomes: UnitId
    damage: int
    audience: str = "all"
    kind: Literal["facility_fell"] = "facility_fell"

    def evolve(self, state: GameState) -> GameState:
        here = (self.becomes if unit == self.facility else unit for unit in state.facilities[self.territory])
        points = state.damage.get(self.territory, {}).get(self.facility, 0)
        state = with_facilities(state, self.territory, tuple(unit for unit in here if unit))
        state = with_damage(state, self.territory, self.facility, -points)
        return with_damage(state, self.territory, self.becomes, self.damage) if self.becomes else state


Event = TerritoryTaken | TerritoryTakenOver | TerritoryReverted | GunsChangedHands | FacilityFell
