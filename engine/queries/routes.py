"""The ways that a unit might take by itself, as far as its movement goes."""

from __future__ import annotations

from itertools import pairwise

from engine.facts.board import SpaceId
from engine.landing.flights import flights_from
from engine.landing.ranges import range_left
from engine.movement.company import is_blitz, land_move
from engine.movement.paratroopers import drop_paths
from engine.movement.paths import Path, flights
from engine.movement.sea import voyages
from engine.state.game_state import GameState
from engine.state.known import of_ground
from engine.state.pieces import Piece

FREE_STEPS = 2
"""How many steps of a flight may cost nothing: the first and the last (OPT-40)."""


def paths_from(state: GameState, piece: Piece) -> list[Path]:
    """The paths to spaces within the unit's movement, shortest first; for aircraft and ships one to each of them."""
    unit = state.type_of(piece)
    if state.phase == "mobilize":
        new = state.select(ship for ship, yard in state.turn.launched.items() if yard == piece.space)
        zones = {ship.space for ship in new if unit.domain == "air"}
        return [(piece.space, zone) for zone in sorted(zones)]
    if unit.domain == "air":
        reach = flights_from(state, piece.power, piece.space).items()
        left = range_left(state, piece)
        ends = sorted((far, space) for space, far in reach if far <= left and space != piece.space)
        ways = flights(state, piece.space, unit, piece.power, left + FREE_STEPS)
        return [ways[space] for _, space in ends]
    if unit.domain == "sea":
        return list(voyages(state, (piece,)).values())
    steps = max(land_move(state, piece, (piece.space,)) - piece.used, 1)
    afoot = [path for path in _walks(state, piece.space, steps) if _leads_on(state, piece, path)]
    return afoot + drop_paths(state, piece)


@of_ground
def _walks(state: GameState, start: SpaceId, steps: int) -> tuple[Path, ...]:
    """All ways by land with at most this many steps, shortest first; units cross the coast in a step of its own."""
    board = state.edition.board
    fringe: list[Path] = [(start,)]
    paths: list[Path] = []
    for _ in range(steps):
        fringe = [(*path, space) for path in fringe for space in board.neighbours[path[-1]]]
        paths += fringe
    return tuple(path for path in paths if len(path) == 2 or not _crosses_coast(state, path))


def _crosses_coast(state: GameState, path: Path) -> bool:
    board = state.edition.board
    return any(board.is_land(here) != board.is_land(there) for here, there in pairwise(path))


def _leads_on(state: GameState, piece: Piece, path: Path) -> bool:
    """Only a blitz makes sense of coming back to where one started (CMV-24)."""
    return path[-1] != piece.space or is_blitz(state, piece, path)
