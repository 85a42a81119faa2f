"""All kinds of questions: a new one is a value in the module of its rule, and its entry here."""

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
from engine.economy.bids import BID
from engine.economy.troop_bonuses import TROOP_BONUS
from engine.economy.war_bonds import WAR_BONDS
from engine.kinds import AnyQuestion
from engine.landing.basing import STRANDED_LANDING
from engine.state.questions import RequestKind

__all__ = ["QUESTIONS"]

_KINDS: tuple[AnyQuestion, ...] = (
    CASUALTIES,
    RETREAT,
    SUBMERGE,
    STRANDED_LANDING,
    BOMBARDMENT,
    FLAK,
    REACTION,
    KAMIKAZE_STRIKES,
    JOINT_CAPTURE,
    TROOP_BONUS,
    WAR_BONDS,
    BID,
    *(rule.question for rule in RULES.values() if rule.question),
)
QUESTIONS: Mapping[RequestKind, AnyQuestion] = {question.kind: question for question in _KINDS}
"""The kinds of questions by their names."""
