"""Landings with transports that have nothing else to do: aboard, across and ashore within one turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from computer.playing import Hand, Why
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.facts.unit_types import fits
from engine.state.pieces import Piece, PieceId

UNDO = {"type": "undo"}


@dataclass(frozen=True)
class Route:
    """A transport with what it takes aboard, and its way: to the coast where it loads, then to where it lands."""

    ship: PieceId
    cargo: tuple[PieceId, ...]
    to_load: tuple[SpaceId, ...]
    to_land: tuple[SpaceId, ...]
    beach: SpaceId


def free_transports(state: GameState) -> tuple[Piece, ...]:
    """Own transports that have neither moved nor landed anything."""
    own = (piece for piece in state.pieces.values() if piece.power == state.power and not piece.moved)
    able = (p for p in own if state.carries(p, "land") and not p.offloaded and not p.fought)
    return tuple(sorted(able, key=lambda ship: (ship.space, *state.rank(ship))))


def routes(state: GameState, ship: Piece, beaches: Collection[SpaceId], taken: Collection[PieceId]) -> list[Route]:
    """The best load of a transport for each of these beaches that it reaches."""
    board, most = state.edition.board, state.type_of(ship).move
    best: dict[SpaceId, tuple[float, int, Route]] = {}
    for to_load in _voyages(state, ship.space, most):
        cargo = _cargo(state, ship, to_load[-1], taken)
        if not cargo:
            continue
        weight = float(sum(state.type_of(p).attack + 0.1 * (state.type_of(p).cost or 0) for p in cargo))
        for to_land in _voyages(state, to_load[-1], most - len(to_load) + 1):
            length = len(to_load) + len(to_land)
            for beach in board.coasts_of(to_land[-1]):
                if beach not in beaches or beach in {p.space for p in cargo}:
                    continue
                found = best.get(beach)
                if found is None or (weight, -length) > (found[0], -found[1]):
                    names = tuple(p.id for p in cargo)
                    best[beach] = weight, length, Route(ship.id, names, to_load, to_land, beach)
    return [route for _, _, route in best.values()]


def _voyages(state: GameState, start: SpaceId, most: int) -> Iterator[tuple[SpaceId, ...]]:
    """Shortest ways through zones that are not hostile, staying where it is first."""
    seen, queue = {start}, deque[tuple[SpaceId, ...]]([(start,)])
    if ask.is_hostile_zone(state, start, state.power):
        return
    while queue:
        path = queue.popleft()
        yield path
        if len(path) > most:
            continue
        for there in state.edition.board.neighbours[path[-1]]:
            is_new = there not in seen and state.edition.board.is_sea(there)
            if is_new and not ask.is_hostile_zone(state, there, state.power):
                seen.add(there)
                queue.append((*path, there))


def _cargo(state: GameState, ship: Piece, zone: SpaceId, taken: Collection[PieceId]) -> tuple[Piece, ...]:
    """What lies aboard, and of what stands on the coast the strongest that fits beside it."""
    aboard = list(state.cargo(ship.id))
    if any(state.type_of(piece).domain != "land" or piece.power != state.power for piece in aboard):
        return ()
    able = [p for coast in state.edition.board.coasts_of(zone) for p in state.at(coast) if _may_board(state, p, taken)]
    able.sort(key=lambda piece: (-state.type_of(piece).attack, state.rank(piece)))
    slots, chosen = state.type_of(ship).carry, aboard
    for piece in able:
        if fits(slots, [p.unit for p in (*chosen, piece)]):
            chosen = [*chosen, piece]
    return tuple(chosen)


def _may_board(state: GameState, piece: Piece, taken: Collection[PieceId]) -> bool:
    unit = state.type_of(piece)
    own = piece.power == state.power and unit.domain == "land" and unit.can("captures")
    return own and not piece.moved and not piece.aboard and piece.id not in taken


def carry_out(hand: Hand, route: Route, why: Why) -> bool:
    """Order a landing; what was ordered of it is taken back where a part of it can't be."""
    before = len(hand.state.undo)
    for action in _orders(hand.state, route):
        if not (ask.is_legal(hand.state, action) and hand.give(action, why)):
            while len(hand.state.undo) > before and hand.give(UNDO, why):
                pass
            return False
    return True


def _orders(state: GameState, route: Route) -> Iterator[dict[str, object]]:
    if len(route.to_load) > 1:
        yield {"type": "move", "pick": [route.ship], "path": list(route.to_load)}
    zone = route.to_load[-1]
    ashore: dict[SpaceId, list[PieceId]] = {}
    for name in route.cargo:
        if not state.pieces[name].aboard:
            ashore.setdefault(state.pieces[name].space, []).append(name)
    for coast, names in ashore.items():
        yield {"type": "move", "pick": names, "path": [coast, zone], "transport": route.ship}
    if len(route.to_land) > 1:
        yield {"type": "move", "pick": [route.ship], "path": list(route.to_land)}
    yield {"type": "move", "pick": list(route.cargo), "path": [route.to_land[-1], route.beach]}
