"""Mideast Oil: British aircraft that land at an oil field may fly their whole move again (OPT-31)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.advantages.rule import AdvantageRule
from engine.events.advantages import REFUELLED, AircraftRefuelled
from engine.facts.board import SpaceId
from engine.play import AFTER_LANDING, Play
from engine.state.pieces import Piece

NAME = "mideast_oil"


def refuel(play: Play, landed: Sequence[Piece], territory: SpaceId) -> None:
    """Aircraft that land in the noncombat move, not those that fought this turn, and each once a turn."""
    aircraft = [
        piece
        for piece in play.state.select(piece.id for piece in landed)
        if play.state.type_of(piece).domain == "air"
        and piece.power == play.power
        and not piece.fought
        and piece.id not in REFUELLED.of(play.state.turn)
    ]
    if aircraft and territory in play.edition.advantage[NAME].spaces:
        ids = tuple(piece.id for piece in aircraft)
        play.emit(AircraftRefuelled(play.power, territory, ids, audience=play.audience))


RULE = AdvantageRule(NAME, (AFTER_LANDING.by(refuel),))
