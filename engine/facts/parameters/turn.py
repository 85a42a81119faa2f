"""What a turn consists of."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from engine.facts.board import DataModel, PowerId
from engine.facts.parameters.steps import TurnStep

PhaseId = Literal[
    "research", "purchase", "combat_move", "conduct_combat", "noncombat_move", "mobilize", "collect_income"
]


class TurnRules(DataModel):
    """The phases of a turn and their steps."""

    phases: tuple[PhaseId, ...]
    """In their order (GEN-14)."""

    other_phases: dict[PowerId, tuple[PhaseId, ...]] = Field(default_factory=dict)
    """Those of powers that have only some, and neither research nor collect an income (POL-72, RES-15, INC-07)."""

    steps: dict[PhaseId, tuple[TurnStep, ...]]
    """Those of each phase, in order; in exactly one of them the power on turn acts."""

    @model_validator(mode="after")
    def _every_phase_has_steps(self) -> Self:
        phases = {phase for each in (self.phases, *self.other_phases.values()) for phase in each}
        if without := phases - set(self.steps):
            raise ValueError(f"steps leaves out: {', '.join(sorted(without))}")
        return self

    def phases_of(self, power: PowerId) -> tuple[PhaseId, ...]:
        """The phases of a power's turn."""
        return self.other_phases.get(power, self.phases)
