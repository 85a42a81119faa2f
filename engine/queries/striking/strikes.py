"""What the enemies of a power could strike in their next turn, from where they stand now.

A query beside `apply`, for the map: an enemy is taken to move from this very position, rested, all its own attacks
succeeding (CMV-40). What stops or carries on a unit is asked of the same functions that check its orders. Units not yet
on the board cannot strike; advantages that must be declared first are left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from engine.facilities.service import move_of
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.landing.flights import flights_from, flights_to_nearest
from engine.landing.ranges import landing_territories
from engine.movement.company import land_move
from engine.movement.land import may_blitz_through
from engine.movement.sea import can_carry_land, stop_rule
from engine.play import LAND_MOVE
from engine.politics.limits import berth_limit, kept_out_of, may_be_in
from engine.politics.standing import (
    at_war,
    attackable_ground,
    gives_leave,
    is_attackable,
    is_closed,
    is_friendly_territory,
    is_hostile_territory,
    share_space,
    strangers_in,
)
from engine.position.relations import canal_refusal, is_flight_deck, is_hostile_zone, is_trapped
from engine.state.game_state import GameState
from engine.state.known import of_ground, of_land, of_position
from engine.state.pieces import Piece
from engine.state.successors import with_new_turn, with_values

Way = Literal["land", "sea", "air"]
WAYS: tuple[Way, ...] = ("land", "sea", "air")

Strikes = Mapping[SpaceId, Mapping[Way, tuple[PowerId, ...]]]


def strikes(state: GameState, power: PowerId) -> Strikes:
    """Which enemies of a power could strike each space in their next turn, by which way, in turn order.

    Spaces are the territories that the enemy may attack and all sea zones, whoever is there now: where nobody is, a
    unit that went there could be struck.
    land: land units over land, tanks through what they may blitz (CMV-23).
    sea: ships with an attack value in a sea zone; in a territory a landing from transports (CMV-69), with land units
    aboard already or taken aboard on the way in a zone that is not hostile (CMV-19). Out of a hostile zone a landing
    needs ships or aircraft that can strike it, too (CMV-63).
    air: aircraft that could land afterwards (CMV-39), each for itself: in territory friendly now, or on a carrier,
    taken to be free, where one can sail to by the end of that turn, through zones that own ships clear (CMV-41).
    """
    found: dict[SpaceId, dict[Way, list[PowerId]]] = {}
    for enemy in state.edition.turn_order:
        if not at_war(state, enemy, power):
            continue
        attack = Attack(on_turn(state, enemy), enemy)
        for way, spaces in attack.by_way.items():
            for space in spaces:
                found.setdefault(space, {}).setdefault(way, []).append(enemy)
    board = state.edition.board
    return {
        space: {way: tuple(found[space][way]) for way in WAYS if way in found[space]}
        for space in (*board.territory, *board.sea_zone)
        if space in found
    }


def on_turn(state: GameState, power: PowerId) -> GameState:
    """The position as a power would find it in its combat move."""
    return with_values(_at_rest(state), power=power)


@of_position
def _at_rest(state: GameState) -> GameState:
    return with_new_turn(state, phase="combat_move", pending=(), battle=None, requests=(), undo=())


@dataclass(frozen=True)
class Attack:
    """All that a power on turn can reach."""

    state: GameState
    power: PowerId
    _hostile: dict[SpaceId, bool] = field(default_factory=dict)
    _voyages: dict[tuple[SpaceId, UnitId, frozenset[SpaceId]], frozenset[SpaceId]] = field(default_factory=dict)
    _laden: dict[tuple[SpaceId, UnitId, bool], frozenset[SpaceId]] = field(default_factory=dict)

    @property
    def by_way(self) -> Mapping[Way, frozenset[SpaceId]]:
        """The spaces of each way."""
        return {"land": self.by_land, "sea": self.by_sea, "air": self.by_air}

    @cached_property
    def by_land(self) -> frozenset[SpaceId]:
        """Hostile territories that land units reach over land."""
        state = self.state
        able = (p for p in self.own("land") if p.aboard is None and not state.type_of(p).can("noncombat_only"))
        ends = (end for piece in self._alike(able) for end in march_ends(state, piece))
        return frozenset(end for end in ends if is_attackable(state, end, self.power))

    @cached_property
    def by_sea(self) -> frozenset[SpaceId]:
        """Zones where ships can attack, and hostile territories where transports can land land units."""
        return self._zones_by_sea | frozenset(
            territory
            for zone in self._landing_zones
            if not self.is_hostile(zone) or zone in self._zones_by_sea or zone in self.by_air
            for territory in self.state.edition.board.coasts_of(zone)
            if is_attackable(self.state, territory, self.power)
        )

    @cached_property
    def by_air(self) -> frozenset[SpaceId]:
        """Hostile territories and zones that aircraft reach with a landing place left."""
        state = self.state
        found: set[SpaceId] = set()
        for piece in self._alike(p for p in self.own("air") if not is_trapped(state, p)):
            found |= self.flights(piece)
        return frozenset(found)

    def flights(self, piece: Piece) -> frozenset[SpaceId]:
        """What an aircraft can strike with a landing place left."""
        unit = self.state.type_of(piece)
        if not unit.attack:
            return frozenset()
        decks = self._decks if unit.can("lands_on_carrier") else frozenset()
        return _there_and_home(self.state, self.power, piece.space, move_of(self.state, piece), decks) & self._targets

    @cached_property
    def _zones_by_sea(self) -> frozenset[SpaceId]:
        ships = (p for p in self.own("sea") if self.state.type_of(p).attack)
        return frozenset(zone for ship in self._alike(ships) for zone in self.voyage(ship))

    @cached_property
    def _landing_zones(self) -> frozenset[SpaceId]:
        """Zones where land units of the power can be aboard a transport at the end of the combat move."""
        state = self.state
        aboard = (p for p in self.own("land") if p.aboard and not state.type_of(p).can("noncombat_only"))
        hosts = {piece.aboard for piece in aboard}
        zones = {ship.space for ship in state.pieces.values() if ship.id in hosts}
        for ship in self.own("sea"):
            if can_carry_land(state, ship):
                zones |= self.laden_voyage(ship, laden=ship.id in hosts)
        return frozenset(zones)

    @cached_property
    def _decks(self) -> frozenset[SpaceId]:
        """Where carriers can take the power's aircraft at the end of its turn."""
        state = self.state
        decks: set[SpaceId] = set()
        for ship in state.pieces.values():
            if not is_flight_deck(state, ship) or not share_space(state, ship.power, self.power, ship.space):
                continue
            if ship.power == self.power:
                decks |= self.voyage(ship, through=self._zones_by_sea)
            elif gives_leave(state, ship.power, self.power, "carriers"):
                decks.add(ship.space)
        return frozenset(decks)

    def own(self, domain: str) -> Sequence[Piece]:
        """The power's pieces of a domain."""
        return self._own.get(domain, ())

    @cached_property
    def _own(self) -> Mapping[str, Sequence[Piece]]:
        found: dict[str, list[Piece]] = {}
        for piece in self.state.pieces.values():
            if piece.power == self.power:
                found.setdefault(self.state.type_of(piece).domain, []).append(piece)
        return found

    def _alike(self, pieces: Iterable[Piece]) -> Iterable[Piece]:
        """One of each unit type in each space: they all can do the same."""
        return {(piece.space, piece.unit): piece for piece in pieces}.values()

    def voyage(self, ship: Piece, through: frozenset[SpaceId] = frozenset()) -> frozenset[SpaceId]:
        """Zones that a ship can sail to, its own too; hostile ones to go through are those that others clear for it."""
        key = ship.space, ship.unit, through
        if key not in self._voyages:
            reached = {ship.space: 0}
            queue = deque([ship.space])
            while queue:
                here = queue.popleft()
                for there in self._next_zones(ship, here, reached[here], through):
                    if there not in reached:
                        reached[there] = reached[here] + 1
                        queue.append(there)
            self._voyages[key] = frozenset(zone for zone in reached if self._may_end(ship, zone))
        return self._voyages[key]

    def laden_voyage(self, ship: Piece, *, laden: bool) -> frozenset[SpaceId]:
        """Zones where a transport can be with land units aboard."""
        key = ship.space, ship.unit, laden
        if key not in self._laden:
            self._laden[key] = frozenset(self._laden_voyage(ship, laden))
        return self._laden[key]

    def _laden_voyage(self, ship: Piece, laden: bool) -> Iterator[SpaceId]:
        start = ship.space, laden or self._can_load(ship, ship.space)
        reached = {start: 0}
        queue = deque([start])
        while queue:
            here, is_laden = queue.popleft()
            for there in self._next_zones(ship, here, reached[here, is_laden]):
                then = there, is_laden or self._can_load(ship, there)
                if then not in reached:
                    reached[then] = reached[here, is_laden] + 1
                    queue.append(then)
        return (zone for zone, is_laden in reached if is_laden and self._may_end(ship, zone))

    def _may_end(self, ship: Piece, zone: SpaceId) -> bool:
        """Whether a ship that stays or has gone there may end its move (POL-21, POL-26)."""
        return zone == ship.space or not berth_limit(self.state, ship.power, ship.unit, zone)

    def _next_zones(
        self, ship: Piece, here: SpaceId, gone: int, through: frozenset[SpaceId] = frozenset()
    ) -> Sequence[SpaceId]:
        """Where a ship can go on to; what stops it stops it only after it has set out."""
        state = self.state
        if gone >= move_of(state, ship) or (gone and here not in through and stop_rule(state, ship, here)):
            return ()
        return _zones_beside(state, here, ship.power, ship.unit)

    def _can_load(self, ship: Piece, zone: SpaceId) -> bool:
        """Whether an own land unit could board the transport in a zone."""
        state = self.state
        if self.is_hostile(zone):
            return False
        taken = {unit for slot in state.type_of(ship).carry for unit in slot.types}
        return any(
            piece.power == self.power and piece.unit in taken and not state.type_of(piece).can("noncombat_only")
            for territory in state.edition.board.coasts_of(zone)
            for piece in state.at(territory)
        )

    @cached_property
    def _targets(self) -> frozenset[SpaceId]:
        """Where aircraft of the power may ever attack."""
        state, aims = self.state, _aims(self.state, self.power)
        held = aims.intersection(state.by_space).intersection(state.owners)
        return aims.difference(territory for territory in held if strangers_in(state, territory, self.power))

    def is_hostile(self, zone: SpaceId) -> bool:
        """Whether a zone is hostile to the power."""
        if zone not in self._hostile:
            self._hostile[zone] = is_hostile_zone(self.state, zone, self.power)
        return self._hostile[zone]


@of_land
def _aims(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    """The spaces in which aircraft of a power may attack, whoever stands there."""
    return attackable_ground(state, power).union(state.edition.board.sea_zone) - kept_out_of(state, power)


@of_ground
def _zones_beside(state: GameState, zone: SpaceId, power: PowerId, unit: UnitId) -> tuple[SpaceId, ...]:
    """The zones to which ships of a power can go on, canals permitting."""
    board = state.edition.board
    beside = (there for there in board.neighbours[zone] if board.is_sea(there))
    return tuple(there for there in beside if not canal_refusal(state, zone, there, power, unit))


@of_ground
def _there_and_home(
    state: GameState, power: PowerId, start: SpaceId, most: int, decks: frozenset[SpaceId]
) -> frozenset[SpaceId]:
    """The spaces to which aircraft can fly and still come to land, or to one of these carriers."""
    grounds = decks.union(landing_territories(state, power))
    home, ways = flights_to_nearest(state, power, grounds), flights_from(state, power, start).items()
    return frozenset(space for space, far in ways if far <= most and far + home.get(space, most + 1) <= most)


def march_ends(state: GameState, piece: Piece) -> frozenset[SpaceId]:
    """Where a land unit can go over land in the combat move."""
    if state.type_of(piece).move == 1 and not LAND_MOVE.of(state, piece.power):
        return frozenset(_land_beside(state, piece.space, piece.power))
    return frozenset(path[-1] for path in marches(state, piece))


def marches(state: GameState, piece: Piece) -> Iterator[tuple[SpaceId, ...]]:
    """All ways that a land unit can go over land in the combat move."""
    fringe: list[tuple[SpaceId, ...]] = [(piece.space,)]
    while fringe:
        longer = [
            (*path, territory)
            for path in fringe
            for territory in _land_beside(state, path[-1], piece.power)
            if territory not in path
        ]
        ways = [path for path in longer if len(path) - 1 <= land_move(state, piece, path)]
        yield from ways
        fringe = [path for path in ways if _may_pass(state, piece, path[-1])]


@of_ground
def _land_beside(state: GameState, space: SpaceId, power: PowerId) -> tuple[SpaceId, ...]:
    """The territories beside one that land units of a power may enter."""
    board = state.edition.board
    beside = (there for there in board.neighbours[space] if board.is_land(there) and not is_closed(state, there))
    return tuple(there for there in beside if may_be_in(state, power, there))


def _may_pass(state: GameState, piece: Piece, territory: SpaceId) -> bool:
    owner = state.owners[territory]
    if owner and is_friendly_territory(state, territory, piece.power):
        return gives_leave(state, owner, piece.power, "territories")
    return is_hostile_territory(state, territory, piece.power) and may_blitz_through(state, piece, territory)
