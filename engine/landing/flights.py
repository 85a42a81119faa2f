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
    distances = state.edition.board.flight_distances(start, *_skies(state, power))
    if not COSTS_NO_FLIGHT.of(state, power):
        return distances
    from_start = flies_free(state, power, start)
    return {s: far - from_start - flies_free(state, power, s) if s != start else 0 for s, far in distances.items()}


@of_ground
def flights_to_nearest(state: GameState, power: PowerId, ends: frozenset[SpaceId]) -> dict[SpaceId, int]:
    """How many spaces it takes a power's aircraft from each space to the nearest of these, wherever there is a way."""
    if not COSTS_NO_FLIGHT.of(state, power):
        return state.edition.board.distances_of_nearest(ends, *_skies(state, power))
    nearest: dict[SpaceId, int] = {}
    for end in ends:
        for space, far in flights_from(state, power, end).items():
            nearest[space] = min(far, nearest.get(space, far))
    return nearest


@of_ground
def _skies(state: GameState, power: PowerId) -> tuple[frozenset[SpaceId] | None, frozenset[SpaceId]]:
    """The only spaces that a power's aircraft enter (None: any), and those where their flights go no further."""
    shut = shut_to_flights(state, power)
    return frozenset(state.edition.board.neighbours) - shut if shut else None, neutral_ground(state, power)


def flies_free(state: GameState, power: PowerId, space: SpaceId) -> bool:
    """Whether aircraft of a power leave and enter a space without movement points (OPT-40)."""
    return any(is_free(state, space) for is_free in COSTS_NO_FLIGHT.of(state, power))
