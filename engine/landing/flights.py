"""How far aircraft fly, and what that takes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.facts.board import PowerId, SpaceId
from engine.play import COSTS_NO_FLIGHT
from engine.politics.limits import shut_to_flights
from engine.politics.standing import neutral_ground
from engine.state.game_state import GameState
from engine.state.known import of_ground
from engine.state.pieces import Piece


def path_cost(state: GameState, piece: Piece, path: Sequence[SpaceId]) -> int:
    """Movement points that a piece spends on a path: one for each space entered (CMV-03, BRD-28).

    Aircraft leave some spaces, and enter them, for nothing (OPT-40).
    """
    steps = len(path) - 1
    if state.type_of(piece).domain != "air" or not COSTS_NO_FLIGHT.of(state, piece.power):
        return steps
    return steps - sum(1 for step in pairwise(path) if any(_is_free(state, piece.power, space) for space in step))


@of_ground
def flights_from(state: GameState, power: PowerId, start: SpaceId) -> dict[SpaceId, int]:
    """Every space that a power's aircraft can fly to from a space, and how many spaces that takes.

    Those of a confined power do not leave its range, not even to fly over other spaces (POL-71, POL-81), and a neutral
    power and others keep out of each other's skies (POL-77).
    """
    shut = shut_to_flights(state, power)
    within = frozenset(state.edition.board.neighbours) - shut if shut else None
    distances = state.edition.board.flight_distances(start, within, neutral_ground(state, power))
    if not COSTS_NO_FLIGHT.of(state, power):
        return distances
    from_start = _is_free(state, power, start)
    return {s: far - from_start - _is_free(state, power, s) if s != start else 0 for s, far in distances.items()}


def _is_free(state: GameState, power: PowerId, space: SpaceId) -> bool:
    return any(is_free(state, space) for is_free in COSTS_NO_FLIGHT.of(state, power))
