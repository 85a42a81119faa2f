"""Takes over what comes over without a fight: friendly neutrals with their armies, and what wards of a power hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from computer.greedy.landing import Route, carry_out, free_transports, routes
from computer.greedy.stacks import Stack, move, stacks
from computer.normal.offers import Bargain, Errand, Offer, offers
from computer.normal.replies import Enemies
from computer.normal.sea.approaching import voyages_towards, zones_from
from computer.playing import Hand, Why
from computer.weights import PLACES, TAKEOVERS
from engine import ask
from engine.facts.board import PowerId, SpaceId
from engine.state.pieces import PieceId
from engine.state.words import place

MOST = 12
"""No more territories are taken over in a turn."""


class Way(NamedTuple):
    """Who enters a territory, by land or from the sea, and what that is worth in IPCs."""

    gain: float
    falls: float
    offer: Offer
    names: tuple[PieceId, ...]
    path: tuple[SpaceId, ...] = ()
    route: Route | None = None

    @property
    def rank(self) -> tuple[float, SpaceId, tuple[PieceId, ...]]:
        """The best first."""
        return -round(self.gain, PLACES), self.offer.space, self.names


@dataclass
class Takeovers:
    """Who takes what over, and who is on the way. kept: who stays where they are."""

    hand: Hand
    enemies: Enemies
    kept: Collection[PieceId]

    def order_all(self) -> None:
        """Take over what is worth it, the best first, and then send somebody towards what is left."""
        for _ in range(MOST):
            bargain, open_now = self._bargain(), self._offers()
            ways = [way for offer in open_now for way in self._ways(offer, bargain) if round(way.gain, PLACES) > 0]
            if not any(self._enter(way) for way in sorted(ways, key=lambda way: way.rank)):
                break
        left = [offer for offer in self._offers() if not self._is_near(offer)]
        bargain = self._bargain()
        errands = [errand for offer in left for errand in self._errands(offer, bargain)]
        served: set[SpaceId] = set()
        for errand in sorted(errands, key=lambda errand: errand.rank):
            if errand.space not in served and self._send(errand):
                served.add(errand.space)

    def _offers(self) -> list[Offer]:
        return offers(self.hand.state, self.hand.power) if self.hand.is_open else []

    def _bargain(self) -> Bargain:
        return Bargain(self.hand.state, self.hand.power, self.enemies)

    def _ways(self, offer: Offer, bargain: Bargain) -> Iterator[Way]:
        """One unit of each stack that can march there, and what transports could land there."""
        state, steps = self.hand.state, self._steps(offer)
        for stack, names in self._able(offer):
            near = steps(stack.space)
            if near is not None and near <= stack.unit.move and offer.space in stack.ends and self.hand.budget.take():
                comers = state.select(names[:1])
                gain = bargain.won(offer, comers) - bargain.given_up(offer, comers)
                yield Way(gain, bargain.falls(offer, comers), offer, names[:1], stack.ends[offer.space])
        for ship in free_transports(state):
            for route in routes(state, ship, (offer.space,), self.kept):
                if self.hand.budget.take():
                    comers = state.select(route.cargo)
                    gain = bargain.won(offer, comers) - bargain.given_up(offer, comers)
                    gain -= bargain.ship_risk(ship, route.to_land[-1])
                    yield Way(gain, bargain.falls(offer, comers), offer, route.cargo, route=route)

    def _able(self, offer: Offer) -> Iterator[tuple[Stack, tuple[PieceId, ...]]]:
        for stack in stacks(self.hand.state, "land"):
            names = tuple(name for name in stack.pieces if name not in self.kept)
            if names and stack.unit.can("captures") and stack.space != offer.space:
                yield stack, names

    def _steps(self, offer: Offer) -> Callable[[SpaceId], int | None]:
        """How many marches it is from each space to a territory, through what friends hold."""
        state, board = self.hand.state, self.hand.state.edition.board
        shut = frozenset(
            territory
            for territory, owner in state.owners.items()
            if owner is None or not ask.are_on_one_side(state, owner, self.hand.power)
        )
        steps = board.steps_to(offer.space, by_land=True, by_sea=False, around=shut)
        return lambda start: steps[board.number_of[start]]

    def _enter(self, way: Way) -> bool:
        """Order it; False where the rules refuse it."""
        hand = self.hand
        why = Why(way.offer.aim(hand.state), gain=round(way.gain, 2), falls=round(way.falls, 4))
        if way.route is not None:
            return carry_out(hand, way.route, why)
        action = move(way.names, way.path)
        return ask.is_legal(hand.state, action) and hand.give(action, why)

    def _errands(self, offer: Offer, bargain: Bargain) -> Iterator[Errand]:
        """Who could march towards a territory, or be brought near it."""
        state, steps = self.hand.state, self._steps(offer)
        for stack, names in self._able(offer):
            here = steps(stack.space)
            turns = -(-here // stack.unit.move) if here is not None else TAKEOVERS.marches + 1
            if here is None or not 1 <= turns <= TAKEOVERS.marches or not self.hand.budget.take():
                continue
            comers = state.select(names[:1])
            gain = TAKEOVERS.later ** (turns - 1) * bargain.won(offer, comers) - bargain.given_up(offer, comers)
            ends = [(far, end) for end in stack.ends if (far := steps(end)) is not None and 0 < far < here]
            if ends and gain > 0:
                yield Errand(gain, offer.space, (move(names[:1], stack.ends[min(ends)[1]]),))
        yield from voyages_towards(self.hand, bargain, offer, self.kept)

    def _send(self, errand: Errand) -> bool:
        """Order all of an errand; False where the first of it can't be ordered any more."""
        why = Why(f"on to {place(self.hand.state, errand.space)}, to take it over", gain=round(errand.gain, 2))
        given = 0
        for order in errand.orders:
            if not (ask.is_legal(self.hand.state, order) and self.hand.give(order, why)):
                break
            given += 1
        return given > 0

    def _is_near(self, offer: Offer) -> bool:
        """Whether somebody else can enter it in the next turn: who has moved already, or a friend."""
        state, steps = self.hand.state, self._steps(offer)
        for piece in state.pieces.values():
            unit = state.type_of(piece)
            is_own = piece.power == self.hand.power
            if not unit.can("captures") or (is_own and not piece.moved) or not self._may_enter(offer, piece.power):
                continue
            ship = state.pieces.get(piece.aboard or "")
            far = zones_from(state, offer, ship).get(piece.space) if ship else steps(piece.space)
            most = state.type_of(ship).move if ship else unit.move
            if far is not None and far <= most:
                return True
        return False

    def _may_enter(self, offer: Offer, power: PowerId) -> bool:
        """Whether a power could take a territory over that is offered to this one."""
        state = self.hand.state
        return ask.can_be_won(state, offer.space, power) or ask.may_take_over(state, offer.space, power)
