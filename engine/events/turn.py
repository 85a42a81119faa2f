"""Turns and phases, and how the game ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Side
from engine.facts.parameters import PhaseId
from engine.state.game_state import GameState, Holding
from engine.state.successors import with_values
from engine.state.turn import Turn


@dataclass(frozen=True)
class TurnBegan:
    """A power's turn begins; `hostile_zones` are the sea zones hostile to it now (BRD-20, CMB-40).

    owners_before: who held what a power that acts inside this turn has just taken (GEN-04).
    """

    power: PowerId
    round: int
    hostile_zones: tuple[SpaceId, ...]
    owners_before: Mapping[SpaceId, PowerId | None] = field(default_factory=dict)
    audience: str = "all"
    kind: Literal["turn_began"] = "turn_began"

    def evolve(self, state: GameState) -> GameState:
        rested = {i: piece.rested() for i, piece in state.pieces.items()}
        turn = Turn(hostile_zones=self.hostile_zones, owners_before=self.owners_before)
        return replace(state, pieces=rested, power=self.power, round=self.round, turn=turn, undo=())


@dataclass(frozen=True)
class PhaseBegan:
    """A phase begins."""

    power: PowerId
    phase: PhaseId
    audience: str = "all"
    kind: Literal["phase_began"] = "phase_began"

    def evolve(self, state: GameState) -> GameState:
        return with_values(state, phase=self.phase, step=None, undo=())


@dataclass(frozen=True)
class StepReached:
    """The phase waits at a step for the answers of others, or, without one, for the power on turn."""

    step: int | None
    audience: str = "all"
    kind: Literal["step_reached"] = "step_reached"

    def evolve(self, state: GameState) -> GameState:
        return with_values(state, step=self.step)


@dataclass(frozen=True)
class PhaseSkipped:
    """A phase was passed over; `reason` is the rule (PUR-08, CMB-62, ASY-03)."""

    power: PowerId
    phase: PhaseId
    reason: str
    audience: str = "all"
    kind: Literal["phase_skipped"] = "phase_skipped"

    def evolve(self, state: GameState) -> GameState:
        return with_values(state, phase=self.phase, step=None, undo=())


@dataclass(frozen=True)
class Conceded:
    """The player of a power is ready to concede (GEN-34)."""

    power: PowerId
    audience: str = "all"
    kind: Literal["conceded"] = "conceded"

    def evolve(self, state: GameState) -> GameState:
        return replace(state, conceded=tuple(sorted({*state.conceded, self.power})))


@dataclass(frozen=True)
class HoldBegan:
    """A side meets a condition of victory from this turn on, and wins if it still does in a round (GEN-30).

    condition: its place among those of the table. again: it met it for a round, but lacked what counts at its end
    (GEN-32).
    """

    side: Side
    condition: int
    power: PowerId
    round: int
    again: bool = False
    audience: str = "all"
    kind: Literal["hold_began"] = "hold_began"

    def evolve(self, state: GameState) -> GameState:
        others = tuple(each for each in state.holdings if each.condition != self.condition)
        return replace(state, holdings=(*others, Holding(self.condition, self.power, self.round)))


@dataclass(frozen=True)
class HoldEnded:
    """A side no longer meets a condition of victory, and the time that it did counts for nothing (GEN-31)."""

    side: Side
    condition: int
    audience: str = "all"
    kind: Literal["hold_ended"] = "hold_ended"

    def evolve(self, state: GameState) -> GameState:
        return replace(state, holdings=tuple(each for each in state.holdings if each.condition != self.condition))


@dataclass(frozen=True)
class GameWon:
    """A side has won; `reason` says how. individual_winners: its powers that grew most, if the table asks (OPT-08)."""

    side: Side
    reason: str
    individual_winners: tuple[PowerId, ...] = ()
    audience: str = "all"
    kind: Literal["game_won"] = "game_won"

    def evolve(self, state: GameState) -> GameState:
        return replace(state, winner=self.side, pending=(), requests=(), undo=())


Event = TurnBegan | PhaseBegan | StepReached | PhaseSkipped | Conceded | HoldBegan | HoldEnded | GameWon
