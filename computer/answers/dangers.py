"""Where pieces are safe: what each enemy could strike with before they move again."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from computer.answers.options import Asked
from computer.reaching import Threats, friends_at
from computer.weights import PLACES
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitType
from engine.state.pieces import PieceId


def falls(asked: Asked, threats: Threats, space: SpaceId, comers: Sequence[UnitType]) -> float:
    """How likely a space is lost with those who are there and who come."""
    return round(threats.lost(space, [*friends_at(asked.state, space, asked.power), *comers]), PLACES)


def safest(asked: Asked, spaces: Sequence[SpaceId | None], comers: Collection[PieceId]) -> SpaceId | None:
    """Of several spaces that where those who go there are the least likely to be lost; of equals the first."""
    if len(spaces) == 1:
        return spaces[0]
    state, threats = asked.state, Threats(asked.state, asked.power)
    units = [state.type_of(piece) for piece in state.select(comers) if state.type_of(piece).hits]
    return min(spaces, key=lambda space: falls(asked, threats, space, units) if space else 0.0)
