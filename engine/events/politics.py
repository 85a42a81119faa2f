"""What powers are to each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.facts.board import PowerId
from engine.table.state import GameState


@dataclass(frozen=True)
class LeaveChanged:
    """A power grants or refuses an ally the use of its carriers, transports or territories (ASY-28)."""

    power: PowerId
    ally: PowerId
    what: str
    granted: bool
    audience: str = "all"
    kind: Literal["leave_changed"] = "leave_changed"

    def evolve(self, state: GameState) -> GameState:
        entry = (self.power, self.ally, self.what)
        others = tuple(e for e in state.refused_leave if e != entry)
        return replace(state, refused_leave=others if self.granted else tuple(sorted((*others, entry))))


Event = LeaveChanged
