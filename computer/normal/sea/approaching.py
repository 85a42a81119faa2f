"""Transports that bring somebody in two turns to what comes over without a fight."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from computer.greedy.landing import free_transports
from computer.greedy.stacks import move
from computer.normal.offers import Bargain, Errand, Offer
from computer.playing import Action, Hand
from computer.weights import TAKEOVERS
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.facts.unit_types import fits
from engine.state.pieces import Piece, PieceId


def voyages_towards(hand: Hand, bargain: Bargain, offer: Offer, kept: Collection[PieceId]) -> Iterator[Errand]:
    """The transports that can land somebody there in the next turn, with whom they take aboard for that now."""
    state = hand.state
    for ship in free_transports(state):
        far, cargo, most = zones_from(state, offer, ship), _cargo(state, ship, kept), state.type_of(ship).move
        here = far.get(ship.space)
        if here is None or here > TAKEOVERS.voyages * most or not cargo or not hand.budget.take():
            continue
        ends = [
            (far[way.space], way.space, tuple(way.path))
            for way in ask.destinations(state, ship.space, ship.unit)
            if far.get(way.space, here) < here
        ]
        left, zone, path = min(ends, default=(here, ship.space, ()))
        gain = TAKEOVERS.later * bargain.won(offer, cargo) - bargain.given_up(offer, cargo)
        gain -= bargain.ship_risk(ship, zone, cargo)
        if left <= most and path and gain > 0:
            yield Errand(gain, offer.space, (*_boarding(ship, cargo), move([ship.id], path)))


def zones_from(state: GameState, offer: Offer, ship: Piece) -> dict[SpaceId, int]:
    """How many zones it is from each to the nearest where a ship may end its move to land somebody there."""
    board = state.edition.board
    sea = frozenset(zone.id for zone in board.sea_zones)
    found: dict[SpaceId, int] = {}
    for zone in board.zones_of(offer.space):
        if zone != ship.space and ask.berth_limit(state, ship.power, ship.unit, zone):
            continue
        for space, steps in board.flight_distances(zone, sea).items():
            found[space] = min(steps, found.get(space, steps))
    return found


def _boarding(ship: Piece, cargo: Sequence[Piece]) -> Iterator[Action]:
    for piece in cargo:
        if not piece.aboard:
            yield {"type": "move", "pick": [piece.id], "path": [piece.space, ship.space], "transport": ship.id}


def _cargo(state: GameState, ship: Piece, kept: Collection[PieceId]) -> Sequence[Piece]:
    """Who is aboard, or the cheapest unit on a coast beside it."""
    if aboard := state.cargo(ship.id):
        able = all(piece.power == state.power and state.type_of(piece).can("captures") for piece in aboard)
        return aboard if able else ()
    if ask.is_hostile_zone(state, ship.space, state.power):
        return ()
    beside = [piece for coast in state.edition.board.coasts_of(ship.space) for piece in state.at(coast)]
    free = [
        piece
        for piece in beside
        if piece.power == state.power
        and not (piece.moved or piece.aboard or piece.id in kept)
        and state.type_of(piece).can("captures")
        and fits(state.type_of(ship).carry, [piece.unit])
    ]
    return sorted(free, key=lambda piece: (state.type_of(piece).cost or 0, piece.id))[:1]
