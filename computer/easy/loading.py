"""The routes of transports as `greedy` finds them, for all targets of a position together."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from computer.greedy.landing import Route
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.facts.unit_types import fits
from engine.state.pieces import Piece, PieceId

Path: TypeAlias = tuple[SpaceId, ...]


class Loading:
    """Where the transports of the power on turn load and land in one position."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self._voyages: dict[tuple[SpaceId, int], Sequence[Path]] = {}
        self._landings: dict[tuple[SpaceId, int], Mapping[SpaceId, Path]] = {}
        self._waiting: dict[SpaceId, Sequence[Piece]] = {}
        self._loads: dict[tuple[PieceId, SpaceId, frozenset[PieceId]], Sequence[Piece]] = {}

    def route(self, ship: Piece, beach: SpaceId, taken: Collection[PieceId]) -> Route | None:
        """The best load of a transport for a beach: the strongest, and of equals that with the shortest way."""
        most = self.state.type_of(ship).move
        best: tuple[float, int] | None = None
        found: Route | None = None
        for to_load in self.voyages(ship.space, most):
            to_land = self._landings_from(to_load[-1], most - len(to_load) + 1).get(beach)
            cargo = self.load(ship, to_load[-1], taken) if to_land else ()
            if not to_land or not cargo or any(piece.space == beach for piece in cargo):
                continue
            rank = self._weight(cargo), -len(to_load) - len(to_land)
            if best is None or rank > best:
                best, found = rank, Route(ship.id, tuple(piece.id for piece in cargo), to_load, to_land, beach)
        return found

    def _weight(self, cargo: Sequence[Piece]) -> float:
        units = (self.state.type_of(piece) for piece in cargo)
        return float(sum(unit.attack + 0.1 * (unit.cost or 0) for unit in units))

    def voyages(self, start: SpaceId, most: int) -> Sequence[Path]:
        """Shortest ways through zones that are not hostile, staying where it is first."""
        if (start, most) not in self._voyages:
            self._voyages[start, most] = self._voyages_from(start, most)
        return self._voyages[start, most]

    def _voyages_from(self, start: SpaceId, most: int) -> list[Path]:
        state, board = self.state, self.state.edition.board
        found: list[Path] = []
        if ask.is_hostile_zone(state, start, state.power):
            return found
        seen, queue = {start}, deque[Path]([(start,)])
        while queue:
            path = queue.popleft()
            found.append(path)
            for there in board.neighbours[path[-1]] if len(path) <= most else ():
                if there not in seen and board.is_sea(there) and not ask.is_hostile_zone(state, there, state.power):
                    seen.add(there)
                    queue.append((*path, there))
        return found

    def _landings_from(self, zone: SpaceId, most: int) -> Mapping[SpaceId, Path]:
        """The first of the shortest ways from a zone to each coast."""
        if (zone, most) not in self._landings:
            found: dict[SpaceId, Path] = {}
            for path in self.voyages(zone, most):
                for beach in self.state.edition.board.coasts_of(path[-1]):
                    found.setdefault(beach, path)
            self._landings[zone, most] = found
        return self._landings[zone, most]

    def load(self, ship: Piece, zone: SpaceId, taken: Collection[PieceId]) -> Sequence[Piece]:
        """Who a transport takes aboard in a zone, of those who are not taken."""
        waiting = self._waiting_at(zone)
        key = ship.id, zone, frozenset(piece.id for piece in waiting if piece.id in taken)
        if key not in self._loads:
            self._loads[key] = self._loaded(ship, [piece for piece in waiting if piece.id not in taken])
        return self._loads[key]

    def _loaded(self, ship: Piece, waiting: Sequence[Piece]) -> Sequence[Piece]:
        """What lies aboard, and of those who wait the first that fit beside it."""
        state, slots, chosen = self.state, self.state.type_of(ship).carry, [*self.state.cargo(ship.id)]
        if any(state.type_of(piece).domain != "land" or piece.power != state.power for piece in chosen):
            return ()
        most = sum(slot.count for slot in slots)
        for piece in waiting:
            if len(chosen) == most:
                break
            if fits(slots, [p.unit for p in (*chosen, piece)]):
                chosen.append(piece)
        return chosen

    def _waiting_at(self, zone: SpaceId) -> Sequence[Piece]:
        """The land units on the coast of a zone that may board, the strongest first."""
        if zone not in self._waiting:
            state = self.state
            here = (piece for coast in state.edition.board.coasts_of(zone) for piece in state.at(coast))
            able = (piece for piece in here if piece.power == state.power and not piece.moved and not piece.aboard)
            found = [p for p in able if state.type_of(p).domain == "land" and state.type_of(p).can("captures")]
            self._waiting[zone] = sorted(found, key=lambda p: (-state.type_of(p).attack, state.rank(p)))
        return self._waiting[zone]
