"""How each kind of question is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from computer.answers import attacked, gifts, landing, losing, pressing, rising, striking
from computer.answers.options import Asked, Prize
from computer.playing import PRINTED, Reply
from engine import GameState
from engine.facts.board import PowerId
from engine.state.questions import Request, RequestKind

WEIGHED: Mapping[RequestKind, Callable[[Asked], Reply | None]] = {
    "casualties": losing.casualties,
    "flak": losing.flak,
    "retreat": pressing.retreat,
    "submerge": pressing.submerge,
    "reaction": rising.reaction,
    "kamikaze": striking.kamikaze,
    "kaiten_torpedoes": striking.kaiten,
    "bombardment": landing.bombardment,
    "joint_capture": landing.joint_capture,
    "stranded_landing": landing.stranded_landing,
    "nonaggression_treaty": attacked.treaty,
    "enigma_decoded": attacked.enigma,
    "troop_bonus": gifts.troop_bonus,
    "war_bonds": gifts.war_bonds,
    "salvage": gifts.free_units,
    "french_resistance": gifts.free_units,
    "colonial_garrison": gifts.garrison,
    "bid": gifts.bid,
}
"""By kind; None stands for the printed answer."""


def reply(state: GameState, request: Request, power: PowerId, prize: Prize) -> Reply:
    """The answer that brings a power most, by what it sees."""
    weigh = WEIGHED.get(request.kind)
    found = weigh(Asked(state, request, power, prize)) if weigh else None
    return found or Reply("default", PRINTED)
