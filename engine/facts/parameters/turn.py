"""What a turn consists of."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from engine.facts.board import DataModel, PowerId

PhaseId = Literal[
    "research", "purchase", "combat_move", "conduct_combat", "noncombat_move", "mobilize", "collect_income"
]
TurnStep = Literal[
    "neutrals_take_sides",
    "pacts_are_kept",
    "ask_for_resistance",
    "ask_for_troop_bonuses",
    "ask_for_treaty",
    "ask_for_enigma",
    "ask_for_reactions",
    "ask_for_kamikaze_strikes",
    "ask_for_war_bonds",
    "ships_are_repaired",
    "answers",
    "guns_fire_on_flights",
    "remember_attacks",
    "find_battles",
    "orders",
    "declarations",
    "battles",
    "advantages",
    "stranded_land",
    "aircraft_settle",
    "unlanded_are_lost",
    "submarines_surface",
    "leftovers_return",
    "collect_income",
    "check_combat_moves",
    "check_battles_fought",
    "check_landings",
    "check_promises",
    "check_promised_carriers",
    "check_all_placed",
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
