"""Sea operations of several turns: who waits across the sea from the war is taken aboard, escorted nearer, and landed.

Nothing is kept between turns: what is aboard goes on, and where to follows from the position.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from computer.greedy.landing import free_transports
from computer.greedy.stacks import Stack, move, stacks
from computer.normal.course import fighters_of
from computer.normal.ground import safe_ways, who_waits
from computer.normal.replies import Enemies
from computer.normal.weighing import defenders
from computer.playing import Hand, Why
from computer.weights import PLACES
from engine import ask
from engine.facts.board import SpaceId
from engine.facts.unit_types import fits
from engine.state.pieces import Piece, PieceId

CALL = Why("sail to those who wait")
FAR = 99.0
SUNK = 0.3
"""A convoy goes only where it is sunk less often than this."""
MOST_ZONES = 6
"""So many of the zones nearest to the war are looked at for each ship."""
NEARER = 0.3
"""A voyage must bring cargo so much nearer to the war."""


class Voyage(NamedTuple):
    """The way of an empty ship to a coast, whom it takes aboard there, and its way on."""

    to_load: tuple[SpaceId, ...]
    cargo: tuple[Piece, ...]
    to_go: tuple[SpaceId, ...]


@dataclass
class Convoys:
    """Transports that have a task, and the warships that have gone with them."""

    hand: Hand
    enemies: Enemies
    kept: Collection[PieceId]
    sailing: set[PieceId] = field(default_factory=set)

    def order_all(self) -> None:
        """Take aboard and go on, ship after ship; those that are laden first."""
        self.far = safe_ways(self.hand.state, self.hand.power, self.enemies)
        self.waiting = who_waits(self.hand.state, self.hand.power, self.far)
        ships = free_transports(self.hand.state)
        for ship in sorted(ships, key=lambda ship: not self.hand.state.cargo(ship.id)):
            if self.hand.is_open and ship.id not in self.sailing:
                self._task(ship)

    def _task(self, ship: Piece) -> None:
        """A laden ship goes on; an empty one fetches who waits, if all are safe where it brings them."""
        if self.hand.state.cargo(ship.id):
            self.sailing.add(ship.id)
            self._sail(ship)
            return
        found = self._best_voyage(ship)
        if found is None:
            return
        voyage, escorts = found
        if len(voyage.to_load) > 1 and not _give(self.hand, move([ship.id], voyage.to_load), CALL):
            return
        self.sailing.add(ship.id)
        if self._load(ship, voyage):
            self._go(self.hand.state.pieces[ship.id], voyage.to_go, escorts)

    def _load(self, ship: Piece, voyage: Voyage) -> bool:
        """Take all aboard, coast after coast; whether anybody is."""
        board, is_laden = self.hand.state.edition.board, False
        for coast, names in _by_coast(voyage.cargo).items():
            path = [coast, voyage.to_load[-1]]
            order: dict[str, object] = {"type": "move", "pick": names, "path": path, "transport": ship.id}
            is_laden |= _give(self.hand, order, Why(f"take aboard those who wait in {board.called(coast)}"))
        return is_laden

    def _best_voyage(self, ship: Piece) -> tuple[Voyage, list[tuple[Stack, PieceId]]] | None:
        """The voyage that brings most troops nearest to the war, with the escorts that it needs."""
        rated = []
        for to_load in self._ways(ship.space, self.hand.state.type_of(ship).move):
            cargo = self._cargo(ship, to_load[-1])
            here = min((self.far.get(piece.space, FAR) for piece in cargo), default=0.0)
            left = self.hand.state.type_of(ship).move - len(to_load) + 1
            for to_go in self._ways(to_load[-1], left) if cargo else ():
                step = here - self.far.get(to_go[-1], FAR)
                if step > NEARER:
                    gain = round(step * len(cargo), PLACES)
                    rated.append((-gain, len(to_load) + len(to_go), to_go[-1], Voyage(to_load, tuple(cargo), to_go)))
        tried: set[SpaceId] = set()
        for _, _, zone, voyage in sorted(rated, key=lambda row: row[:3]):
            if zone in tried or len(tried) >= MOST_ZONES:
                continue
            tried.add(zone)
            escorts = self._escorts(ship, zone)
            if escorts is not None:
                return voyage, escorts
        return None

    def _ways(self, start: SpaceId, most: int) -> Iterator[tuple[SpaceId, ...]]:
        """The shortest ways through zones without enemies, staying there first."""
        state, seen, queue = self.hand.state, {start}, deque[tuple[SpaceId, ...]]([(start,)])
        if ask.is_hostile_zone(state, start, state.power):
            return
        while queue:
            path = queue.popleft()
            yield path
            for there in state.edition.board.neighbours[path[-1]] if len(path) <= most else ():
                is_new = there not in seen and state.edition.board.is_sea(there)
                if is_new and not ask.is_hostile_zone(state, there, state.power):
                    seen.add(there)
                    queue.append((*path, there))

    def _cargo(self, ship: Piece, zone: SpaceId) -> list[Piece]:
        """Who waits on a coast of a zone, the strongest that fit."""
        state = self.hand.state
        coasts = [coast for coast in state.edition.board.coasts_of(zone) if coast in self.waiting]
        able = [piece for coast in coasts for piece in state.at(coast) if self._may_board(piece)]
        able.sort(key=lambda piece: (-state.type_of(piece).attack, state.rank(piece)))
        chosen: list[Piece] = []
        for piece in able:
            if fits(state.type_of(ship).carry, [each.unit for each in (*chosen, piece)]):
                chosen.append(piece)
        return chosen

    def _may_board(self, piece: Piece) -> bool:
        unit = self.hand.state.type_of(piece)
        own = piece.power == self.hand.power and unit.domain == "land" and unit.can("captures")
        return own and not (piece.moved or piece.aboard) and piece.id not in self.kept

    def _ends(self, ship: Piece) -> Iterator[tuple[SpaceId, tuple[SpaceId, ...]]]:
        """Zones where a ship can go or stay, and the way."""
        yield ship.space, (ship.space,)
        for way in ask.destinations(self.hand.state, ship.space, ship.unit):
            if self.hand.state.edition.board.is_sea(way.space):
                yield way.space, tuple(way.path)

    def _sail(self, ship: Piece) -> None:
        """To the zone nearest to the war where the convoy is not sunk, with the escorts that it needs there; if there
        is none, where it is sunk least often.
        """
        ends = sorted(self._ends(ship), key=lambda end: (self.far.get(end[0], FAR), len(end[1]), end[0]))
        for zone, path in ends[:MOST_ZONES]:
            escorts = self._escorts(ship, zone)
            if escorts is not None and self._go(ship, path, escorts):
                return
        safest = min(ends, key=lambda end: (self._risk(end[0], self._bound_to(end[0], ship)), len(end[1]), end[0]))
        self._go(ship, safest[1], ())

    def _go(self, ship: Piece, path: tuple[SpaceId, ...], escorts: Collection[tuple[Stack, PieceId]]) -> bool:
        """Send a ship on its way, and its escorts; those who are there already stay."""
        zone = path[-1]
        going = [self.hand.state.pieces[name] for _, name in escorts]
        risk = round(self._risk(zone, [*self._bound_to(zone, ship), *going]), 4)
        why = Why(f"on to {self.hand.state.edition.board.called(zone)}, towards the war", falls=risk)
        if zone != ship.space and not _give(self.hand, move([ship.id], path), why):
            return False
        for stack, name in escorts:
            if stack.space == zone or _give(self.hand, move([name], stack.ends[zone]), why):
                self.sailing.add(name)
        return True

    def _escorts(self, ship: Piece, zone: SpaceId) -> list[tuple[Stack, PieceId]] | None:
        """The warships that must stay in a zone or come there for a ship to be safe; None where they are too few."""
        chosen: list[tuple[Stack, PieceId]] = []
        pieces = self._bound_to(zone, ship)
        if self._risk(zone, pieces) <= SUNK:
            return chosen
        for stack, name in self._warships(zone):
            chosen.append((stack, name))
            pieces.append(self.hand.state.pieces[name])
            if self._risk(zone, pieces) <= SUNK:
                return chosen
        return None

    def _bound_to(self, zone: SpaceId, ship: Piece) -> list[Piece]:
        """Who is in a zone in any case, and a ship: no own warships that may still sail elsewhere."""
        state = self.hand.state
        there = [piece for piece in defenders(state, zone, self.hand.power) if piece.id != ship.id]
        return [ship, *(piece for piece in there if piece.id in self.sailing or not self._may_leave(piece))]

    def _may_leave(self, piece: Piece) -> bool:
        unit = self.hand.state.type_of(piece)
        is_warship = piece.power == self.hand.power and unit.domain == "sea" and unit.attack > 0 and unit.defense > 0
        return is_warship and not (piece.moved or piece.fought)

    def _warships(self, zone: SpaceId) -> Iterator[tuple[Stack, PieceId]]:
        """Those that have no task and are there or can come, who is there first, then the best defenders."""
        able = [each for each in stacks(self.hand.state, "sea") if each.unit.defense and each.unit.attack]
        able = [stack for stack in able if stack.space == zone or zone in stack.ends]
        for stack in sorted(
            able,
            key=lambda each: (each.space != zone, -each.unit.defense * each.unit.hits, each.space, each.unit.id),
        ):
            yield from ((stack, name) for name in stack.pieces if name not in self.sailing)

    def _risk(self, zone: SpaceId, pieces: Collection[Piece]) -> float:
        """How likely these are sunk in a zone."""
        return self.enemies.falls(zone, fighters_of(self.hand.state, pieces))


def _by_coast(cargo: Collection[Piece]) -> dict[SpaceId, list[PieceId]]:
    found: dict[SpaceId, list[PieceId]] = {}
    for piece in cargo:
        found.setdefault(piece.space, []).append(piece.id)
    return found


def _give(hand: Hand, action: dict[str, object], why: Why) -> bool:
    return ask.is_legal(hand.state, action) and hand.give(action, why)
