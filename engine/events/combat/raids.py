"""Bombing raids and rockets, who flies and fires against them, and antiaircraft fire everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.events.changes import change, with_damage
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Memory, PieceId

ROCKETS_LAUNCHED: Memory[tuple[PieceId, ...]] = Memory("rockets_launched", ())
"""Bases that launched their rockets this turn, by the ids of the pieces that stand for them (SPC-104)."""
ROCKET_STRUCK: Memory[tuple[SpaceId, ...]] = Memory("rocket_struck", ())
"""Territories that rockets struck this turn: an attack on them, though nobody went there (POL-60, INC-43)."""
Occasion = Literal["overflight", "attack", "raid"]


@dataclass(frozen=True)
class AimedShot:
    """One die of an antiaircraft gun at one aircraft."""

    piece: PieceId
    unit: UnitId
    die: int
    hit: bool


@dataclass(frozen=True)
class AntiAircraftFired:
    """The antiaircraft gun of a territory fired at aircraft; each die at or below `needed` hits (SPC-61).

    occasion: they flew over on their way, attack the territory, or raid it. facility: whose own guns fired, none of
    the territory (SPC-31). chosen: the attacker chooses who is lost, as many as they hit (SPC-33). low_luck: the dice
    are one die, counted on from each aircraft to the next.
    """

    space: SpaceId
    power: PowerId
    gun: PieceId
    occasion: Occasion
    needed: int
    shots: tuple[AimedShot, ...]
    facility: UnitId = ""
    chosen: bool = False
    low_luck: bool = False
    audience: str = "all"
    kind: Literal["anti_aircraft_fired"] = "anti_aircraft_fired"

    def evolve(self, state: GameState) -> GameState:
        return state  # Whom it hit is lost by an event of its own.


@dataclass(frozen=True)
class RaidDeclared:
    """Aircraft are to bomb a facility instead of fighting (CMV-71)."""

    power: PowerId
    space: SpaceId
    facility: UnitId
    pieces: tuple[PieceId, ...]
    audience: str
    kind: Literal["raid_declared"] = "raid_declared"

    def evolve(self, state: GameState) -> GameState:
        return change(state, self.pieces, raid=self.facility)


@dataclass(frozen=True)
class EscortDeclared:
    """Fighters are to protect the raiders of a territory, and to do nothing else (SPC-42)."""

    power: PowerId
    space: SpaceId
    pieces: tuple[PieceId, ...]
    audience: str
    kind: Literal["escort_declared"] = "escort_declared"

    def evolve(self, state: GameState) -> GameState:
        return change(state, self.pieces, escort=True)


@dataclass(frozen=True)
class Intercepted:
    """Fighters of a power rise against raiders, by territory (SPC-44)."""

    power: PowerId
    fighters: Mapping[SpaceId, tuple[PieceId, ...]]
    audience: str = "all"
    kind: Literal["intercepted"] = "intercepted"

    def evolve(self, state: GameState) -> GameState:
        return change(state, (i for ids in self.fighters.values() for i in ids), intercepts=True)


@dataclass(frozen=True)
class Strike:
    """The dice of one raider or rocket, and the IPCs or points of damage that count of them.

    A base that launches a rocket is no piece of the board, but has an id like one.
    """

    piece: PieceId
    unit: UnitId
    dice: tuple[int, ...]
    loss: int


@dataclass(frozen=True)
class ProductionStruck:
    """Raiders or rockets struck a facility: its controller paid `ipcs`, or it took `damage` (SPC-34).

    limit: the most that each strike can cost, the value of the territory, where the victim pays, no more than it has
    (SPC-37); else the most damage that the facility could still take.
    """

    power: PowerId
    space: SpaceId
    victim: PowerId
    weapon: Literal["raid", "rocket"]
    limit: int
    strikes: tuple[Strike, ...]
    ipcs: int
    facility: UnitId = ""
    damage: int = 0
    audience: str = "all"
    kind: Literal["production_struck"] = "production_struck"

    def evolve(self, state: GameState) -> GameState:
        state = change(state, (s.piece for s in self.strikes if s.piece in state.pieces), fought=True)
        if bases := tuple(s.piece for s in self.strikes if s.piece not in state.pieces):
            launched = (*ROCKETS_LAUNCHED.of(state.turn), *bases)
            state = replace(state, turn=ROCKETS_LAUNCHED.kept_by(state.turn, launched))
        if self.weapon == "rocket":
            struck = tuple(sorted({*ROCKET_STRUCK.of(state.turn), self.space}))
            state = replace(state, turn=ROCKET_STRUCK.kept_by(state.turn, struck))
        pending = tuple(p for p in state.pending if (p.space, p.kind) != (self.space, self.weapon))
        if self.damage:
            return with_damage(replace(state, pending=pending), self.space, self.facility, self.damage)
        if not self.ipcs:
            return replace(state, pending=pending)
        account = state.edition.account_of(self.space, self.victim).id
        treasuries = {**state.treasuries, account: state.treasuries[account] - self.ipcs}
        return replace(state, pending=pending, treasuries=treasuries)


Event = AntiAircraftFired | RaidDeclared | EscortDeclared | Intercepted | ProductionStruck
