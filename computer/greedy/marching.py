"""Moves that attack nobody: marches towards the enemy, ferries, landings of aircraft, and ships to their ports."""

from __future__ import annotations

from collections.abc import Mapping

from computer.greedy.ground import ways
from computer.greedy.landing import carry_out, free_transports, routes
from computer.greedy.stacks import Stack, move, stacks
from computer.playing import Hand, Why
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.state.pieces import Piece

WORTH_A_STEP = 0.5
MARCH = Why("on the way to the enemy")
FERRY = Why("across the sea to the front")
LAND = Why("aircraft land where others guard them")
PORT = Why("ships go where units wait for them")
MOST_GUARDS = 6


def march_all(hand: Hand) -> None:
    """Land units go as near to the enemy as they can."""
    far = ways(hand.state, hand.power)
    for stack in stacks(hand.state, "land"):
        here = far.get(stack.space, 99.0)
        ends = sorted((far.get(end, 99.0), end) for end in stack.ends if hand.state.edition.board.is_land(end))
        if ends and ends[0][0] < here - WORTH_A_STEP:
            _give(hand, move(stack.pieces, stack.ends[ends[0][1]]), MARCH)


def ferry_all(hand: Hand) -> None:
    """Free transports take units to the friendly coast that is nearest to the enemy."""
    far = ways(hand.state, hand.power)
    for ship in free_transports(hand.state):
        state = hand.state
        found = routes(state, ship, _friendly_coasts(state), ())
        found = [r for r in found if far.get(r.beach, 99.0) < _start(state, far, r.cargo) - 2 * WORTH_A_STEP]
        for route in sorted(found, key=lambda route: (far[route.beach], route.beach))[:2]:
            if carry_out(hand, route, FERRY):
                break


def _start(state: GameState, far: Mapping[SpaceId, float], cargo: tuple[str, ...]) -> float:
    return max(far.get(state.pieces[name].space, 99.0) for name in cargo)


def _friendly_coasts(state: GameState) -> list[SpaceId]:
    return [t for t in state.owners if ask.is_landing_territory(state, t, state.power)]


def land_all(hand: Hand) -> None:
    """Aircraft that are in the air go where most land units guard them."""
    for piece in sorted(ask.all_unlanded(hand.state), key=hand.state.rank):
        state = hand.state
        able = [
            way
            for way in ask.destinations(state, piece.space, piece.unit, piece.power)
            if way.space in state.owners and ask.is_landing_territory(state, way.space, state.power)
        ]
        for way in sorted(able, key=lambda way: (-guards_at(state, way.space), way.space))[:3]:
            if _give(hand, {"type": "move", "pick": [piece.id], "path": list(way.path), "owner": piece.power}, LAND):
                break


def guards_at(state: GameState, space: SpaceId) -> int:
    """Friendly land units in a territory, as far as they matter."""
    friends = (p for p in state.at(space) if ask.are_on_one_side(state, p.power, state.power))
    return min(MOST_GUARDS, sum(state.type_of(p).domain == "land" for p in friends))


def sail_all(hand: Hand) -> None:
    """Ships without anything to do sail towards the coast where most units wait."""
    ports = waiting_at(hand.state)
    if not ports:
        return
    board = hand.state.edition.board
    for stack in stacks(hand.state, "sea"):
        zones = sorted((_from_ports(hand.state, ports, end), end) for end in stack.ends if board.is_sea(end))
        if zones and zones[0][0] < _from_ports(hand.state, ports, stack.space):
            _give(hand, move(_empty(hand.state, stack), stack.ends[zones[0][1]]), PORT)


def _empty(state: GameState, stack: Stack) -> tuple[str, ...]:
    return tuple(name for name in stack.pieces if name in state.pieces and not state.pieces[name].moved)


def waiting_at(state: GameState) -> dict[SpaceId, int]:
    """Coasts from which the way to the enemy leads over the sea, with how many own land units wait there."""
    far, board, found = ways(state, state.power), state.edition.board, dict[SpaceId, int]()
    for territory in board.territory:
        waiting = [p for p in state.at(territory) if _waits(state, p)]
        near = [n for n in board.neighbours[territory] if n in far]
        if waiting and near and board.is_sea(min(near, key=lambda n: (far[n], n))):
            found[territory] = len(waiting)
    return found


def _waits(state: GameState, piece: Piece) -> bool:
    unit = state.type_of(piece)
    return piece.power == state.power and unit.domain == "land" and unit.can("captures")


def _from_ports(state: GameState, ports: Mapping[SpaceId, int], zone: SpaceId) -> float:
    """How far a zone is from the ports, those where many wait counting as nearer."""
    far = state.edition.board.flight_distances(zone)
    return min(far.get(port, 99) - 0.2 * min(count, 10) for port, count in ports.items())


def _give(hand: Hand, action: dict[str, object], why: Why) -> bool:
    return bool(action["pick"]) and ask.is_legal(hand.state, action) and hand.give(action, why)
