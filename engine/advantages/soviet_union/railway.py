"""Trans-Siberian Railway: Soviet units that move farther along it (OPT-20)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.advantages.rule import AdvantageRule
from engine.facts.board import SpaceId
from engine.play import LAND_MOVE
from engine.state.game_state import GameState
from engine.state.pieces import Piece

NAME = "trans_siberian_railway"
RAIL_UNITS = ("infantry", "artillery", "anti_aircraft_gun")
RAIL_MOVE = 2


def move_by_rail(state: GameState, piece: Piece, path: Sequence[SpaceId]) -> int:
    """Infantry, artillery and antiaircraft guns may move 2, if the whole way of the turn lies on the railway."""
    railway = state.edition.advantage[NAME].spaces
    goes_by_rail = piece.unit in RAIL_UNITS and {piece.began or path[0], *path} <= set(railway)
    return RAIL_MOVE if goes_by_rail else 0


RULE = AdvantageRule(NAME, (LAND_MOVE.by(move_by_rail),))
