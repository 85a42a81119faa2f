"""How far aircraft fly, and what that takes."""

from __future__ import annotations

from engine.facts.board import PowerId, SpaceId
from engine.play import COSTS_NO_FLIGHT
from engine.politics.limits import shut_to_flights
from engine.politics.standing import neutral_ground
from engine.state.game_state import GameState
from engine.state.known import of_ground


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
    from_start = flies_free(state, power, start)
    return {s: far - from_start - flies_free(state, power, s) if s != start else 0 for s, far in distances.items()}


def flies_free(state: GameState, power: PowerId, space: SpaceId) -> bool:
    """Whether aircraft of a power leave and enter a space without movement points (OPT-40)."""
    return any(is_free(state, space) for is_free in COSTS_NO_FLIGHT.of(state, power))
