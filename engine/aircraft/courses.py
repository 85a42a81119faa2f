"""Where aircraft can still fly and carriers still go in one position, found once for all that set out from a space."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from engine.aircraft.flights import flights_from
from engine.facilities.service import move_of
from engine.facts.board import PowerId, SpaceId
from engine.politics.limits import berth_limit
from engine.politics.standing import is_friendly_territory, was_friendly_territory
from engine.politics.war import gives_leave
from engine.position.due import is_cleared_by_attack, will_fight
from engine.position.relations import canal_refusal, is_hostile_zone
from engine.table.pieces import Piece
from engine.table.state import GameState


def range_left(state: GameState, piece: Piece) -> int:
    """Spaces that a unit can still enter this turn (CMV-38, NCM-15)."""
    return move_of(state, piece) - piece.used


def is_landing_territory(state: GameState, space: SpaceId, power: PowerId) -> bool:
    """Whether aircraft may end the turn in a territory (NCM-13, NCM-14)."""
    if not state.edition.board.is_land(space) or not is_friendly_territory(state, space, power):
        return False
    owner = state.owners[space] or power
    return was_friendly_territory(state, space, power) and gives_leave(state, owner, power, "territories")


class Courses:
    """The ways open in one position. Units that set out from one space with the same range go where each of them can.

    The position must not be left out of sight: for another one new courses are asked.
    """

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._flights: dict[tuple[PowerId, SpaceId, int], frozenset[SpaceId]] = {}
        self._landing: dict[tuple[PowerId, SpaceId], bool] = {}
        self._land: dict[tuple[PowerId, SpaceId, int], bool] = {}
        self._voyages: dict[tuple[PowerId, SpaceId, int], frozenset[SpaceId]] = {}
        self._open: dict[tuple[PowerId, SpaceId], bool] = {}

    def lands_in(self, power: PowerId, space: SpaceId) -> bool:
        """Whether a power's aircraft may end the turn in a territory."""
        key = power, space
        if key not in self._landing:
            self._landing[key] = is_landing_territory(self._state, space, power)
        return self._landing[key]

    def reaches_land(self, piece: Piece) -> bool:
        """Whether an aircraft can fly to a territory where it may end the turn."""
        key = piece.power, piece.space, range_left(self._state, piece)
        if key not in self._land:
            self._land[key] = any(self.lands_in(piece.power, space) for space in self._spaces_in_reach(*key))
        return self._land[key]

    def zones_in_reach(self, piece: Piece) -> frozenset[SpaceId]:
        """Sea zones that an aircraft can still reach."""
        key = piece.power, piece.space, range_left(self._state, piece)
        if key not in self._flights:
            board = self._state.edition.board
            self._flights[key] = frozenset(space for space in self._spaces_in_reach(*key) if board.is_sea(space))
        return self._flights[key]

    def _spaces_in_reach(self, power: PowerId, start: SpaceId, left: int) -> Iterable[SpaceId]:
        return (space for space, far in flights_from(self._state, power, start).items() if far <= left)

    def may_meet(self, ship: Piece, zones: frozenset[SpaceId]) -> bool:
        """Whether any of these zones is near enough for a carrier, whatever may lie on its way."""
        left = range_left(self._state, ship)
        distances = self._state.edition.board.flight_distances(ship.space)
        return any(distances.get(zone, left + 1) <= left for zone in zones)

    def carrier_zones(self, ship: Piece, power: PowerId) -> frozenset[SpaceId]:
        """Zones where a carrier can be at the end of the noncombat move (CMV-41, CMV-43, CMV-44, NCM-17).

        Before the battles all own attacks are taken to succeed (CMV-40).
        """
        state = self._state
        if ship.power != power:
            return frozenset({ship.space})
        if state.phase == "combat_move":
            fixed = ship.moved is not None or will_fight(state, ship)
        else:
            fixed = ship.fought or ship.moved == "combat_move"
        key = power, ship.space, 0 if fixed else range_left(state, ship)
        if key not in self._voyages:
            self._voyages[key] = self._voyage(ship, key[2])
        return self._voyages[key]

    def _voyage(self, ship: Piece, left: int) -> frozenset[SpaceId]:
        state, board, power, start = self._state, self._state.edition.board, ship.power, ship.space
        reached = {start: 0}
        queue = deque([start])
        while queue and reached[here := queue.popleft()] < left:
            for there in board.neighbours[here]:
                if there in reached or not board.is_sea(there) or canal_refusal(state, here, there, ship):
                    continue
                if self._is_open_later(power, there):
                    reached[there] = reached[here] + 1
                    queue.append(there)
        return frozenset(zone for zone in reached if zone == start or not berth_limit(state, ship, zone))

    def _is_open_later(self, power: PowerId, zone: SpaceId) -> bool:
        state, key = self._state, (power, zone)
        if key not in self._open:
            is_cleared = state.phase == "combat_move" and is_cleared_by_attack(state, zone)
            self._open[key] = is_cleared or not is_hostile_zone(state, zone, power)
        return self._open[key]
