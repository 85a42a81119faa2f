"""The rule parameters of an edition: what differs between editions, named by the rule, in one module for each subject.

A setup in `data/setups` states them under the same names.
"""

from __future__ import annotations

from engine.facts.board import DataModel
from engine.facts.parameters.air import AirRules
from engine.facts.parameters.assaults import AssaultRules
from engine.facts.parameters.combat import BattleKind, CombatRules
from engine.facts.parameters.economy import ConvoyRules, EconomyRules, Grant, Rural, TroopBonus
from engine.facts.parameters.politics import LeaveFor, PoliticsRules
from engine.facts.parameters.raids import RaidRules
from engine.facts.parameters.research import ResearchRules
from engine.facts.parameters.sea import SeaRules
from engine.facts.parameters.steps import BATTLE_STEPS, TURN_STEPS
from engine.facts.parameters.turn import PhaseId, TurnRules

__all__ = [
    "BATTLE_STEPS",
    "TURN_STEPS",
    "BattleKind",
    "ConvoyRules",
    "Grant",
    "LeaveFor",
    "Parameters",
    "PhaseId",
    "Rural",
    "TroopBonus",
]


class Parameters(DataModel):
    """What differs between editions, by subject; those with defaults may be left out where there is no such thing."""

    turn: TurnRules
    combat: CombatRules
    sea: SeaRules
    assaults: AssaultRules
    air: AirRules
    raids: RaidRules = RaidRules()
    economy: EconomyRules = EconomyRules()
    research: ResearchRules = ResearchRules()
    politics: PoliticsRules
