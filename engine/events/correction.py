"""The game master's corrections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal

from engine.events.changes import in_turn, with_changes
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Side
from engine.facts.parameters import PhaseId
from engine.state.changes import Changes
from engine.state.game_state import Declaration, GameState
from engine.state.turn import Turn


@dataclass(frozen=True)
class Edited(Changes):
    """The game master corrected the position; what has the name of a field of the turn is new there."""

    owners_before: Mapping[SpaceId, PowerId | None] | None = None
    round: int | None = None
    power: PowerId | None = None
    phase: PhaseId | None = None
    hostile_zones: tuple[SpaceId, ...] | None = None
    wars: tuple[tuple[PowerId, PowerId], ...] | None = None
    declarations: tuple[Declaration, ...] | None = None
    roused_neutrals: Mapping[SpaceId, Side] | None = None
    kamikaze_tokens: Mapping[PowerId, int] | None = None
    research_tokens: Mapping[PowerId, int] | None = None
    technologies: Mapping[PowerId, tuple[str, ...]] | None = None
    audience: str = "all"
    kind: Literal["edited"] = "edited"

    def evolve(self, state: GameState) -> GameState:
        state = with_changes(replace(state, undo=()), self)
        if self.phase is not None:
            rested = {i: piece.rested() for i, piece in state.pieces.items()}
            state = replace(state, pieces=rested, turn=Turn(), step=None, pending=(), battle=None, requests=())
        names = (each.name for each in fields(state.turn))
        return in_turn(state, **{name: value for name in names if (value := getattr(self, name, None)) is not None})


Event = Edited
