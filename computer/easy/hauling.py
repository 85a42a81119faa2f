"""Voyages of several turns: those who wait on a coast go aboard, and their fleets gather within reach of the enemy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from computer.easy.attacking import STRUCK, escorts_at
from computer.easy.loading import Loading, Path
from computer.easy.marching import give
from computer.easy.placing import FAR, ways
from computer.greedy.landing import free_transports
from computer.greedy.marching import WORTH_A_STEP, waiting_at
from computer.greedy.stacks import move
from computer.playing import Hand, Why
from computer.reaching import Threats
from computer.weights import PLACES
from engine import GameState
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitType
from engine.state.pieces import Piece, PieceId

LONGEST = 12
"""So many zones a voyage has at most."""
A_STEP_NEARER, FEWEST, MOST = 0.8, 2, 10
"""What a step nearer to the enemy is worth to a loaded transport, in IPCs, times how many set out together, at least
and at most: a few wait for others where nobody reaches them, many go on.
"""


def haul_all(hand: Hand, threats: Threats, guards: Collection[PieceId]) -> set[PieceId]:
    """Transports that land nobody nearer to the enemy in this turn sail on with their cargo; gives these."""
    sailing: set[PieceId] = set()
    ships = free_transports(hand.state)
    together = Counter(ship.space for ship in ships if hand.state.cargo(ship.id))
    for ship in ships:
        state = hand.state
        loading, far = Loading(state), ways(state, hand.power)
        cargo = loading.load(ship, ship.space, {*guards, *_who_can_march(state)})
        voyages = loading.voyages(ship.space, LONGEST)
        if not cargo or not voyages:  # none lead out of a hostile zone
            continue
        voyage = Voyage(hand, threats, (ship, *cargo), min(MOST, max(FEWEST, together[ship.space])))
        path = voyage.best(voyages)
        start = max(far.get(piece.space, FAR) for piece in cargo) - 2 * WORTH_A_STEP
        is_aboard = any(piece.aboard for piece in cargo)
        if (is_aboard or far.get(path[-1], FAR) < start) and _set_out(hand, ship, cargo, path):
            sailing.add(ship.id)
    return sailing


def _who_can_march(state: GameState) -> list[PieceId]:
    """Those ashore whose way to the enemy doesn't begin with a voyage."""
    ports = waiting_at(state)
    return [p.id for p in state.pieces.values() if p.power == state.power and not p.aboard and p.space not in ports]


@dataclass
class Voyage:
    """A transport and its cargo, of so many transports that are there together."""

    hand: Hand
    threats: Threats
    aboard: Sequence[Piece]
    together: int
    _losses: dict[SpaceId, float] = field(default_factory=dict)

    def best(self, ways_by_sea: Sequence[Path]) -> Path:
        """The way to the zone from which it is least far to the enemy, counting what the ship risks."""
        return min(ways_by_sea, key=lambda path: (self._cost(path), len(path), path))

    def _cost(self, path: Path) -> float:
        state = self.hand.state
        tonight = path[: state.type_of(self.aboard[0]).move + 1][-1]
        lost = max(self._lost(zone) for zone in {tonight, path[-1]})
        worth = sum(state.type_of(piece).cost or 0 for piece in self.aboard)
        feared = STRUCK if self.together > FEWEST else 1.0
        far = ways(state, self.hand.power).get(path[-1], FAR)
        return round(A_STEP_NEARER * self.together * far + feared * lost * worth, PLACES)

    def _lost(self, zone: SpaceId) -> float:
        """How likely it is lost in a zone, with those who are there and those who are here to escort it."""
        if zone not in self._losses:
            ship = self.aboard[0]
            beside = sorted({zone, ship.space})
            escorts = [unit for space in beside for unit in (self._here if space == ship.space else self._at(space))]
            self._losses[zone] = self.threats.lost(zone, [*escorts, self.hand.state.type_of(ship)])
        return self._losses[zone]

    @cached_property
    def _here(self) -> list[UnitType]:
        return self._at(self.aboard[0].space)

    def _at(self, zone: SpaceId) -> list[UnitType]:
        return escorts_at(self.hand.state, zone, self.hand.power)


def _set_out(hand: Hand, ship: Piece, cargo: Sequence[Piece], path: Path) -> bool:
    """Whether they have gone aboard; the ship sails where it has a way to go."""
    zone = hand.state.edition.board.called(path[-1])
    aim = f"on the way to {zone}, with troops aboard" if len(path) > 1 else f"aboard in {zone}, ready for a landing"
    why = Why(aim)
    for piece in cargo:
        boarding = {"type": "move", "pick": [piece.id], "path": [piece.space, ship.space], "transport": ship.id}
        if not piece.aboard and not hand.offer(boarding, why):
            return False
    most = hand.state.type_of(ship).move
    return len(path) == 1 or give(hand, move((ship.id,), path[: most + 1]), why)
