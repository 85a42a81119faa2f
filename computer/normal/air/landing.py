"""Where aircraft land and stay: where they keep most from the enemies and are least likely lost, near the war."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from computer.greedy.ground import ways
from computer.greedy.stacks import Stack, move, stacks
from computer.normal.course import Fighter, fighter_of, fighters_of, force_of
from computer.normal.prizes import nearer_to_victory, prize_at
from computer.normal.replies import Enemies, Held
from computer.normal.weighing import defenders
from computer.playing import Action, Hand, Why
from computer.weights import PLACES
from engine import ask
from engine.facts.board import SpaceId
from engine.state.pieces import Piece, PieceId

FAR = 99.0
MOST_WAYS = 3
"""So many of the best landing places are tried."""
WORTH_A_FLIGHT = 1.6
"""Aircraft leave a place only for one that is better by so much, in IPCs."""


class Landings:
    """The aircraft of a power, and what each territory is worth to who takes it."""

    def __init__(self, hand: Hand, enemies: Enemies) -> None:
        self.hand, self.enemies = hand, enemies
        self.far, self.nearer = ways(hand.state, hand.power), nearer_to_victory(hand.state)

    def land_all(self) -> None:
        """Land all aircraft that are in the air, one after the other."""
        for piece in sorted(ask.all_unlanded(self.hand.state), key=self.hand.state.rank):
            state = self.hand.state
            ways_home = [
                way
                for way in ask.destinations(state, piece.space, piece.unit, piece.power)
                if way.space in state.owners and ask.is_landing_territory(state, way.space, state.power)
            ]
            rated = sorted((self._burden(way.space, (piece,)), way.space, way.path) for way in ways_home)
            for burden, space, path in rated[:MOST_WAYS]:
                action = {"type": "move", "pick": [piece.id], "path": list(path), "owner": piece.power}
                if self._give(action, f"land in {state.edition.board.called(space)}", space, (piece,), -burden):
                    break

    def rebase_all(self) -> None:
        """Let aircraft that have not flown go where they are worth more: whole stacks first, then each alone."""
        for stack in stacks(self.hand.state, "air"):
            if self.hand.state.edition.board.is_land(stack.space) and not self._rebase(stack, stack.pieces):
                for name in stack.pieces[1:]:
                    self._rebase(stack, (name,))

    def _rebase(self, stack: Stack, names: Sequence[PieceId]) -> bool:
        state, board = self.hand.state, self.hand.state.edition.board
        pieces = tuple(state.select(names))
        here = self._burden(stack.space, pieces)
        ends = (end for end in stack.ends if board.is_land(end) and ask.is_landing_territory(state, end, state.power))
        rated = sorted((self._burden(end, pieces), end) for end in ends)
        if not rated or rated[0][0] >= here - WORTH_A_FLIGHT * len(names):
            return False
        burden, end = rated[0]
        action = move(list(names), stack.ends[end])
        return self._give(action, f"fly to {board.called(end)}", end, pieces, here - burden)

    def _give(
        self, action: Action, aim: str, space: SpaceId, coming: Collection[Piece], gain: float
    ) -> bool:
        """Order a flight, if it is legal."""
        if not ask.is_legal(self.hand.state, action):
            return False
        garrison = force_of((*self._there(space, coming), *self._as_fighters(coming)))
        falls = round(self.enemies.falls(space, garrison), 4)
        return self.hand.give(action, Why(aim, gain=round(gain, 2) + 0.0, falls=falls))

    def _burden(self, space: SpaceId, aircraft: Collection[Piece]) -> float:
        """What speaks against a place, in IPCs: what the enemies gain more there with these, and the way to the war."""
        far = len(aircraft) * self.far.get(space, FAR)
        if not self.enemies.reached(space):
            return round(far, PLACES)
        there, prize = self._there(space, aircraft), prize_at(self.hand.state, space, self.nearer)
        garrisons = (force_of(there), force_of((*there, *self._as_fighters(aircraft))))
        without, beside = (self.enemies.take([Held(space, garrison, prize)]) for garrison in garrisons)
        return round(beside - without + far, PLACES)

    def _there(self, space: SpaceId, others: Collection[Piece]) -> tuple[Fighter, ...]:
        """Who defends a territory beside these."""
        state, names = self.hand.state, {piece.id for piece in others}
        return fighters_of(state, (p for p in defenders(state, space, self.hand.power) if p.id not in names))

    def _as_fighters(self, pieces: Collection[Piece]) -> list[Fighter]:
        return [fighter_of(self.hand.state, self.hand.state.type_of(piece), piece.hits_taken) for piece in pieces]
