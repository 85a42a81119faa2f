"""Island Bases: American aircraft that fly from an island into the zone around it, and back, for nothing (OPT-40)."""

from __future__ import annotations

from engine.advantages.rule import AdvantageRule
from engine.facts.board import SpaceId
from engine.play import COSTS_NO_FLIGHT
from engine.state.game_state import GameState


def is_island(state: GameState, space: SpaceId) -> bool:
    """Whether a space is an island, and so a base."""
    territory = state.edition.board.territory.get(space)
    return territory is not None and territory.island


RULE = AdvantageRule("island_bases", (COSTS_NO_FLIGHT.by(is_island),))
