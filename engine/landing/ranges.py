"""Where aircraft can still fly and carriers still go, found once for all that set out from a space."""

from __future__ import annotations

from collections import deque

from engine.facilities.service import move_of
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.landing.flights import flights_from
from engine.politics.limits import berth_limit
from engine.politics.standing import (
    friendly_territories,
    gives_leave,
    is_friendly_territory,
    was_friendly_territory,
)
from engine.position.due import is_cleared_by_attack, will_fight
from engine.position.relations import canal_refusal, is_hostile_zone
from engine.state.game_state import GameState
from engine.state.known import of_ground, of_position, of_space, wherever
from engine.state.pieces import Piece

__all__ = ["is_landing_territory", "landing_territories", "range_left"]

NEVER = 999
"""More spaces than any aircraft flies."""

Zones = int
"""Sea zones, a bit for each (`Board.bit_of`)."""


def range_left(state: GameState, piece: Piece) -> int:
    """Spaces that a unit can still enter this turn (CMV-38, NCM-15)."""
    return move_of(state, piece) - piece.used


@of_ground
def is_landing_territory(state: GameState, space: SpaceId, power: PowerId) -> bool:
    """Whether aircraft may end the turn in a territory (NCM-13, NCM-14)."""
    if not state.edition.board.is_land(space) or not is_friendly_territory(state, space, power):
        return False
    owner = state.owners[space] or power
    return was_friendly_territory(state, space, power) and gives_leave(state, owner, power, "territories")


def reaches_land(state: GameState, piece: Piece) -> bool:
    """Whether an aircraft can fly to a territory where it may end the turn."""
    return _spaces_to_land(state, piece.power, piece.space) <= range_left(state, piece)


@of_ground
def _spaces_to_land(state: GameState, power: PowerId, start: SpaceId) -> int:
    """Spaces from one to the nearest territory where a power's aircraft may end the turn."""
    distances = flights_from(state, power, start)
    return min((distances[t] for t in landing_territories(state, power) if t in distances), default=NEVER)


@of_ground
def landing_territories(state: GameState, power: PowerId) -> tuple[SpaceId, ...]:
    """The territories where a power's aircraft may end the turn."""
    friendly = friendly_territories(state, power)
    return tuple(t for t in state.edition.board.territory if t in friendly and is_landing_territory(state, t, power))


def zones_in_reach(state: GameState, piece: Piece) -> Zones:
    """Sea zones that an aircraft can still reach."""
    return _zones_in_reach(state, piece.power, piece.space, range_left(state, piece))


@of_ground
def _zones_in_reach(state: GameState, power: PowerId, start: SpaceId, left: int) -> Zones:
    bits = state.edition.board.bit_of
    return sum(bits[s] for s, far in flights_from(state, power, start).items() if far <= left and s in bits)


def spaces_left(state: GameState, ship: Piece, power: PowerId) -> int:
    """How far a carrier still goes in this turn; a power moves none but its own."""
    return 0 if ship.power != power or _stays(state, ship) else max(0, range_left(state, ship))


def carrier_zones(state: GameState, ship: Piece, power: PowerId) -> Zones:
    """Zones where a carrier can be at the end of the noncombat move (CMV-41, CMV-43, CMV-44, NCM-17)."""
    return zones_within(state, ship, power, spaces_left(state, ship, power))


def zones_within(state: GameState, ship: Piece, power: PowerId, left: int) -> Zones:
    """Zones that a carrier with this much movement left can reach.

    Before the battles all own attacks are taken to succeed (CMV-40).
    """
    if not left:
        return state.edition.board.bit_of[ship.space]
    return _voyages(state, power, ship.unit, ship.space, left, shut_zones(state, power))


def _stays(state: GameState, ship: Piece) -> bool:
    """Whether an own ship does not move again this turn."""
    if state.phase == "combat_move":
        return ship.moved is not None or will_fight(state, ship)
    return ship.fought or ship.moved == "combat_move"


@of_ground
def _voyages(state: GameState, power: PowerId, unit: UnitId, start: SpaceId, left: int, shut: Zones) -> Zones:
    """Where ships with this much movement left can go, around what is shut."""
    board = state.edition.board
    bits = board.bit_of
    reached = {start: 0}
    queue = deque([start])
    while queue and reached[here := queue.popleft()] < left:
        for there in board.neighbours[here]:
            if there in reached or not board.is_sea(there) or bits[there] & shut:
                continue
            if not canal_refusal(state, here, there, power, unit):
                reached[there] = reached[here] + 1
                queue.append(there)
    return sum(bits[zone] for zone in reached if zone == start or not berth_limit(state, power, unit, zone))


@of_position
def shut_zones(state: GameState, power: PowerId) -> Zones:
    """The sea zones that carriers of a power do not enter in the noncombat move."""
    bits = state.edition.board.bit_of
    return sum(bits[zone] for zone in wherever(_is_shut, state, power))


@of_space
def _is_shut(state: GameState, space: SpaceId, power: PowerId) -> bool:
    if not state.edition.board.is_sea(space):
        return False
    is_cleared = state.phase == "combat_move" and is_cleared_by_attack(state, space)
    return not is_cleared and is_hostile_zone(state, space, power)
