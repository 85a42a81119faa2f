"""The territories that national advantages speak of."""

from __future__ import annotations

from engine.facts.board import PowerId, SpaceId
from engine.state.game_state import GameState


def is_of_its_colour(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether a territory is "red" for the Soviet Union, "grey" for Germany and so on.

    It bears the power's emblem and is still held by it (OPT-14).
    """
    return state.owners.get(territory) == power and state.edition.board.territory[territory].emblem == power
