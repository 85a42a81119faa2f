"""Enemy aircraft that may scramble against attacks at sea and against landings (SPC-81..89)."""

from __future__ import annotations

from computer.chances import Chances, chances_in
from computer.greedy.attacking import Force
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.odds.position import attack_on
from engine.odds.reactions.scrambles import able_to_scramble, with_scrambled
from engine.state.pieces import Piece


def risers_into(state: GameState, zone: SpaceId, power: PowerId) -> tuple[Piece, ...]:
    """Who may rise into a zone against a power: from each base as many as it sends, the best defenders first."""
    found: list[Piece] = []
    for base, count in ask.scramble_range(state, zone, power).items():
        able = [p for p in state.at(base) if state.type_of(p).can("scrambles") and ask.at_war(state, p.power, power)]
        able.sort(key=lambda piece: (-state.type_of(piece).defense, state.rank(piece)))
        found += able[:count]
    return tuple(found)


def all_risers(state: GameState, power: PowerId) -> dict[SpaceId, tuple[Piece, ...]]:
    """Who may rise into which zone."""
    found = {zone: risers_into(state, zone, power) for zone in state.edition.board.sea_zone}
    return {zone: pieces for zone, pieces in found.items() if pieces}


def met_chances(state: GameState, zone: SpaceId, power: PowerId, force: Force) -> Chances | None:
    """How an attack at sea goes if all rise who may; None where nobody would fight it."""
    setting = attack_on(state, zone, power, force.pieces, force.landed)
    return chances_in(with_scrambled(setting, len(able_to_scramble(setting)))) if setting else None
