"""All kinds of questions: a new one has a module of its own, and is entered here."""

from __future__ import annotations

from collections.abc import Mapping

from engine.advantages.catalogue import RULES
from engine.combat.air.kamikaze_strikes import KAMIKAZE_STRIKES
from engine.combat.air.raids import FLAK
from engine.combat.amphibious.bombardment import BOMBARDMENT
from engine.combat.capture import JOINT_CAPTURE
from engine.combat.losses.casualties import CASUALTIES
from engine.combat.reactions import REACTION
from engine.combat.retreat import RETREAT
from engine.combat.submerge import SUBMERGE
from engine.economy import troop_bonuses, war_bonds
from engine.landing.basing import STRANDED_LANDING
from engine.requests import Question
from engine.state.questions import RequestKind

__all__ = ["QUESTIONS"]

QUESTIONS: Mapping[RequestKind, Question] = {
    question.kind: question
    for question in (
        CASUALTIES,
        RETREAT,
        SUBMERGE,
        STRANDED_LANDING,
        BOMBARDMENT,
        FLAK,
        REACTION,
        KAMIKAZE_STRIKES,
        JOINT_CAPTURE,
        troop_bonuses.QUESTION,
        war_bonds.QUESTION,
        *(rule.question for rule in RULES.values() if rule.question),
    )
}
