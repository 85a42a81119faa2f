"""Of several ways to play a phase that after which the war goes best in thought."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from computer.easy.player import EasyPlayer
from computer.ending import end_phase
from computer.hard.playouts import round_from, thought_of
from computer.playing import Budget, Given, Hand, Seat, is_large
from computer.weights import PLACES
from engine import GameState, ask

Way = Callable[[Hand], None]
"""Gives the orders of a phase, all but its end."""
PAIRS = 3
"""So many pairs of rounds that mirror each other follow a way in thought, with the same dice for all ways."""
AHEAD = 8.0
"""A way must lead by so much on average, in IPCs, and in every pair, to be taken instead of the best before."""
PIECES, PIECES_WHERE_LARGE = 8, 24
"""A round in thought counts as many weighings as there are turns in it, times one for so many pieces on the board; more
pieces on a large board, so that several ways can be compared there, too.
"""


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
        pieces = PIECES_WHERE_LARGE if is_large(state) else PIECES
        self._cost = 2 * len(state.edition.turn_order) * (1 + len(state.pieces) // pieces)
        self._best: Tried | None = None
        self._known: set[tuple[object, ...]] = set()

    def consider(self, way: Way) -> bool:
        """Play a way in thought, and the war on from there; whether it is the best so far. The first one is."""
        budget = self.hand.budget
        if self._best is not None and (budget.cut_off.has_come or budget.left < self._share + 2 * self._cost):
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
        table, budget = thought_of(self.hand.state, self._seed), self.hand.budget
        own = Budget(min(self._share, budget.left), cut_off=budget.cut_off)
        hand = Hand(table, Seat(EasyPlayer(), "", self._seed, 0), own)
        way(hand)
        budget.left, budget.made = budget.left - own.made, budget.made + own.made
        orders = tuple(table.given)
        end_phase(hand)
        return Tried(orders, table.state, [])

    def _is_ahead(self, tried: Tried, other: Tried) -> bool:
        """Whether a way leads in each pair of rounds, and by enough; not where the budget doesn't tell."""
        leads = list[float]()
        for pair in range(PAIRS):
            ours, best = self._goes(tried, pair), self._goes(other, pair)
            if ours is None or best is None or ours <= best:
                return False
            leads.append(ours - best)
        return round(sum(leads) / PAIRS - AHEAD, PLACES) > 0

    def _goes(self, tried: Tried, pair: int) -> float | None:
        """What its side is ahead by on average after a pair of rounds; None where no more may be weighed."""
        if pair == len(tried.points):
            if not self.hand.budget.take(self._cost):
                return None
            rounds = (
                round_from(tried.after, self.hand.power, self._seed + pair, is_mirrored=each) for each in (False, True)
            )
            tried.points.append(round(sum(rounds) / 2, PLACES))
        return tried.points[pair]


def _standing(state: GameState) -> tuple[object, ...]:
    """Who stands where."""
    return tuple(sorted((piece.id, piece.space, piece.aboard or "") for piece in state.pieces.values()))
