"""Transports that bring somebody in some turns to what comes over without a fight."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from computer.greedy.landing import free_transports
from computer.greedy.stacks import move
from computer.normal.offers import Bargain, Offer
from computer.playing import Hand, Why
from computer.weights import PLACES, TAKEOVERS
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.facts.unit_types import fits
from engine.state.pieces import Piece, PieceId
from engine.state.words import place


class Errand(NamedTuple):
    """A transport, whom it brings, the way of its first turn, and what that is worth in the end."""

    gain: float
    ship: Piece
    cargo: tuple[Piece, ...]
    path: tuple[SpaceId, ...]

    @property
    def rank(self) -> tuple[float, PieceId]:
        """The best first."""
        return -round(self.gain, PLACES), self.ship.id


def send_ship(hand: Hand, bargain: Bargain, offer: Offer, kept: Collection[PieceId]) -> bool:
    """Send the transport on its way that brings most; False where none does."""
    best = min(_errands(hand, bargain, offer, kept), key=lambda errand: errand.rank, default=None)
    if best is None:
        return False
    why = Why(f"on to {place(hand.state, offer.space)}, to take it over", gain=round(best.gain, 2))
    for piece in best.cargo:
        path = [piece.space, best.ship.space]
        board: dict[str, object] = {"type": "move", "pick": [piece.id], "path": path, "transport": best.ship.id}
        if not piece.aboard and not (ask.is_legal(hand.state, board) and hand.give(board, why)):
            return False
    order = move([best.ship.id], best.path)
    return ask.is_legal(hand.state, order) and hand.give(order, why)


def _errands(hand: Hand, bargain: Bargain, offer: Offer, kept: Collection[PieceId]) -> Iterator[Errand]:
    state = hand.state
    far = _voyages(state, offer)
    for ship in free_transports(state):
        cargo = _cargo(state, ship, kept)
        here, most = far.get(ship.space), state.type_of(ship).move
        if here is None or here > TAKEOVERS.most_turns * most or not cargo or not hand.budget.take():
            continue
        ends = [(far[way.space], way.space, way.path) for way in ask.destinations(state, ship.space, ship.unit)
                if far.get(way.space, here) < here]  # fmt: skip
        if not ends:
            continue
        left, zone, path = min(ends)
        turns = 1 + max(1, -(-left // most))
        gain = TAKEOVERS.later ** (turns - 1) * bargain.won(offer, cargo) - bargain.given_up(offer, cargo)
        gain -= bargain.ship_risk(ship, zone, cargo)
        if turns <= TAKEOVERS.most_turns and gain > 0:
            yield Errand(gain, ship, tuple(cargo), tuple(path))


def _voyages(state: GameState, offer: Offer) -> dict[SpaceId, int]:
    """How many zones it is to the nearest from which one can land there."""
    board = state.edition.board
    sea = frozenset(zone.id for zone in board.sea_zones)
    found: dict[SpaceId, int] = {}
    for zone in board.zones_of(offer.space):
        for space, steps in board.flight_distances(zone, sea).items():
            found[space] = min(steps, found.get(space, steps))
    return found


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
