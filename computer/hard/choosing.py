"""Of several ways to play a phase that after which the war goes best in thought."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from computer.easy.player import EasyPlayer
from computer.ending import end_phase
from computer.hard.playouts import round_from, thought_of
from computer.playing import Budget, Given, Hand, Seat
from computer.weights import PLACES
from engine import GameState, ask

Way = Callable[[Hand], None]
"""Gives the orders of a phase, all but its end."""
PAIRS = 3
"""So many pairs of rounds that mirror each other follow a way in thought, with the same dice for all ways."""
AHEAD = 8.0
"""A way must lead by so much on average, in IPCs, and in every pair, to be taken instead of the best before."""
PIECES = 8
"""A round in thought counts as many weighings as there are turns in it, times one for so many pieces on the board."""


class Tried(NamedTuple):
    """A way as it was played in thought: its orders, what they lead to, and what its side is ahead by a round later."""

    orders: tuple[Given, ...]
    after: GameState
    points: list[float]


class Trials:
    """Tries ways to play the open phase. share: what may be weighed within each."""

    def __init__(self, hand: Hand, share: int = 0) -> None:
        self.hand, self._share, self._seed = hand, share, hand.rng.getrandbits(32)
        state = hand.state
        self._cost = 2 * len(state.edition.turn_order) * (1 + len(state.pieces) // PIECES)
        self._best: Tried | None = None
        self._known: set[tuple[object, ...]] = set()

    def consider(self, way: Way) -> bool:
        """Play a way in thought, and the war on from there; whether it is the best so far. The first one is."""
        if self._best is not None and self.hand.budget.left < self._share + 2 * self._cost:
            return False
        tried = self._tried(way)
        standing = _standing(tried.after)
        if standing in self._known:
            return False
        self._known.add(standing)
        if self._best is not None and not self._is_ahead(tried, self._best):
            return False
        self._best = tried
        return True

    def order(self) -> None:
        """Order in earnest what was the best in thought."""
        for given in self._best.orders if self._best else ():
            if ask.is_legal(self.hand.state, given.action):
                self.hand.give(given.action, given.why)

    def _tried(self, way: Way) -> Tried:
        table = thought_of(self.hand.state, self._seed)
        hand = Hand(table, Seat(EasyPlayer(), "", self._seed, 0), Budget(min(self._share, self.hand.budget.left)))
        way(hand)
        self._spend(hand.budget.made)
        orders = tuple(table.given)
        end_phase(hand)
        return Tried(orders, table.state, [])

    def _is_ahead(self, tried: Tried, other: Tried) -> bool:
        """Whether a way leads in each pair of rounds, and by enough; not where the budget doesn't tell."""
        leads = list[float]()
        for pair in range(PAIRS):
            if self.hand.budget.left < 2 * self._cost:
                return False
            leads.append(self._goes(tried, pair) - self._goes(other, pair))
            if leads[-1] <= 0:
                return False
        return round(sum(leads) / PAIRS - AHEAD, PLACES) > 0

    def _goes(self, tried: Tried, pair: int) -> float:
        """What its side is ahead by on average after a pair of rounds."""
        if pair == len(tried.points):
            self._spend(self._cost)
            rounds = (
                round_from(tried.after, self.hand.power, self._seed + pair, is_mirrored=each) for each in (False, True)
            )
            tried.points.append(round(sum(rounds) / 2, PLACES))
        return tried.points[pair]

    def _spend(self, count: int) -> None:
        budget = self.hand.budget
        budget.left, budget.made = budget.left - count, budget.made + count


def _standing(state: GameState) -> tuple[object, ...]:
    """Who stands where."""
    return tuple(sorted((piece.id, piece.space, piece.aboard or "") for piece in state.pieces.values()))
