"""Landings from zones that are cleared of enemy ships first."""

from __future__ import annotations

from collections.abc import Collection

from computer.greedy.landing import Route, routes
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.state.pieces import PieceId
from engine.state.successors import with_pieces


def cleared_of_enemies(state: GameState, zones: Collection[SpaceId]) -> GameState:
    """The position without those who would defend some zones."""
    gone = [piece.id for zone in sorted(zones) for piece in ask.defenders_at(state, zone, state.power)]
    return with_pieces(state, (), gone)


def routes_behind(
    state: GameState, cleared: GameState, ship: PieceId, beaches: Collection[SpaceId], taken: Collection[PieceId]
) -> list[Route]:
    """The best load of a transport for each of these beaches; it lands from a zone that is cleared only where it must.

    It can't sail on from there, as the ships that clear it fight only after the moves.
    """
    able = {route.beach: route for route in _of(state, state, ship, beaches, taken)}
    for route in [] if cleared is state else _of(cleared, state, ship, beaches, taken):
        able.setdefault(route.beach, route)
    return list(able.values())


def _of(
    seen: GameState, state: GameState, ship: PieceId, beaches: Collection[SpaceId], taken: Collection[PieceId]
) -> list[Route]:
    """The routes in a position on which no zone but the last is hostile now; a ship with a gun aboard, which attacks
    nobody, has none.
    """
    if not all(state.type_of(piece).can("captures") for piece in state.cargo(ship)):
        return []
    found = routes(seen, state.pieces[ship], beaches, taken)
    if seen is state:
        return found
    return [route for route in found if not any(_is_hostile(state, zone) for zone in _sailed(route))]


def _sailed(route: Route) -> tuple[SpaceId, ...]:
    """All zones on the way but the one from which it lands."""
    return (*route.to_load, *route.to_land[:-1])


def _is_hostile(state: GameState, zone: SpaceId) -> bool:
    return ask.is_hostile_zone(state, zone, state.power)
