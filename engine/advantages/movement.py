"""National advantages that let units move farther."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.events.advantages import REFUELLED, AircraftRefuelled, TanksBrokeThrough
from engine.facts.board import PowerId, SpaceId
from engine.play import Play
from engine.table.state import Battle, GameState, Piece

RAIL_UNITS = ("infantry", "artillery", "anti_aircraft_gun")
RAIL_MOVE = 2


def land_move(state: GameState, piece: Piece, path: Sequence[SpaceId]) -> int:
    """Spaces that a land unit may move this turn where its way leads along this path.

    Soviet infantry, artillery and antiaircraft guns may move 2 on the Trans-Siberian Railway, if the whole way of the
    turn lies on it (OPT-20).
    """
    move = state.type_of(piece).move
    if piece.unit not in RAIL_UNITS or not state.has_advantage(piece.power, "trans_siberian_railway"):
        return move
    railway = state.edition.advantage["trans_siberian_railway"].spaces
    return max(move, RAIL_MOVE) if {piece.began or path[0], *path} <= set(railway) else move


def path_cost(state: GameState, piece: Piece, path: Sequence[SpaceId]) -> int:
    """Movement points that a piece spends on a path: one for each space entered (CMV-03, BRD-28).

    American aircraft with Island Bases fly from an island into the zone around it, and back, for nothing (OPT-40).
    """
    steps = len(path) - 1
    if state.type_of(piece).domain != "air" or not state.has_advantage(piece.power, "island_bases"):
        return steps
    return steps - sum(1 for step in pairwise(path) if any(_is_island(state, space) for space in step))


def flights_from(state: GameState, power: PowerId, start: SpaceId) -> dict[SpaceId, int]:
    """Every space that a power's aircraft can fly to from a space, and how many spaces that takes.

    Those of a confined power do not leave its range, not even to fly over other spaces (POL-71, POL-81).
    """
    within = state.edition.parameters.politics.confined_to.get(power)
    distances = state.edition.board.flight_distances(start, within)
    if not state.has_advantage(power, "island_bases"):
        return distances
    from_island = _is_island(state, start)
    return {s: far - from_island - _is_island(state, s) if s != start else 0 for s, far in distances.items()}


def _is_island(state: GameState, space: SpaceId) -> bool:
    territory = state.edition.board.territory.get(space)
    return territory is not None and territory.island


def break_through(play: Play, won: Battle) -> None:
    """Tanks that won a battle on land in its first round may move one space in the noncombat move (OPT-23)."""
    if won.part != "land" or won.round != 1:
        return
    survivors = play.state.select(won.attackers)
    tanks = [p for p in survivors if p.unit == "tank" and play.state.has_advantage(p.power, "panzerblitz")]
    if tanks:
        play.emit(TanksBrokeThrough(play.power, won.space, tuple(tank.id for tank in tanks)))


def refuel(play: Play, landed: Sequence[Piece], territory: SpaceId) -> None:
    """British aircraft that land at an oil field in their noncombat move may fly their whole move again (OPT-31).

    Not those that fought this turn, and each once a turn.
    """
    if not play.state.has_advantage(play.power, "mideast_oil"):
        return
    aircraft = [
        piece
        for piece in play.state.select(piece.id for piece in landed)
        if play.state.type_of(piece).domain == "air"
        and piece.power == play.power
        and not piece.fought
        and piece.id not in REFUELLED.of(play.state.turn)
    ]
    if aircraft and territory in play.edition.advantage["mideast_oil"].spaces:
        ids = tuple(piece.id for piece in aircraft)
        play.emit(AircraftRefuelled(play.power, territory, ids, audience=play.audience))
