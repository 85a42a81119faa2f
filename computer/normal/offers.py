"""What comes over without a fight to whoever enters it, and what that is worth: friendly neutrals and wards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from computer.chances import price
from computer.greedy.ground import prize_of
from computer.normal.course import Force, fighter_of, fighters_of, force_of
from computer.normal.ground import safe_ways
from computer.normal.marching import A_STEP, FAR
from computer.normal.prizes import prizes_of
from computer.normal.replies import Enemies, Held
from computer.normal.weighing import LATE, defenders
from computer.playing import Action
from computer.weights import NORMAL_PRIZES, PLACES
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.pieces import Piece
from engine.state.words import counted, place


class Offer(NamedTuple):
    """A territory that comes over to whoever enters it: what it is worth, and the army that comes with it.

    joined: units that stand there already and come with it.
    """

    space: SpaceId
    prize: float
    army: dict[UnitId, int]
    joined: tuple[Piece, ...] = ()

    def aim(self, state: GameState) -> str:
        """In words."""
        units = dict(self.army)
        for piece in self.joined:
            units[piece.unit] = units.get(piece.unit, 0) + 1
        name = place(state, self.space)
        return f"{name} comes over with {counted(state, units)}" if units else f"take {name} over"


class Errand(NamedTuple):
    """Orders by which somebody comes nearer to such a territory, and what that is worth in the end."""

    gain: float
    space: SpaceId
    orders: tuple[Action, ...]

    @property
    def rank(self) -> tuple[float, SpaceId, str]:
        """The best first."""
        return -round(self.gain, PLACES), self.space, str(self.orders)


def offers(state: GameState, power: PowerId) -> list[Offer]:
    """All territories that land units of a power may take over now by coming, those that yield most first."""
    found = []
    for territory in state.edition.board.territory:
        prize = prize_of(state, territory, NORMAL_PRIZES)
        if ask.can_be_won(state, territory, power):
            others = (piece for piece in state.at(territory) if piece.power != power)
            joined = tuple(piece for piece in others if ask.are_on_one_side(state, piece.power, power))
            found.append(Offer(territory, prize, ask.neutral_army(state, territory), joined))
        elif ask.may_take_over(state, territory, power):
            found.append(Offer(territory, prize, {}))
    return sorted(found, key=lambda offer: (-offer.prize - army_price(state, offer), offer.space))


def army_price(state: GameState, offer: Offer) -> int:
    """What the units cost that come with a territory."""
    table = state.edition.unit
    return sum((table[unit].cost or 0) * count for unit, count in offer.army.items()) + price(state, offer.joined)


class Bargain:
    """What it is worth that units of a power enter such a territory, in a position, and what they give up for it."""

    def __init__(self, state: GameState, power: PowerId, enemies: Enemies) -> None:
        self._state, self._power, self._enemies = state, power, enemies

    @cached_property
    def _far(self) -> dict[SpaceId, float]:
        return safe_ways(self._state, self._power, self._enemies)

    @cached_property
    def _prizes(self) -> dict[SpaceId, float]:
        return prizes_of(self._state, self._power)

    def won(self, offer: Offer, comers: Sequence[Piece]) -> float:
        """What a territory brings with its army, less what the enemies can take of it."""
        held = Held(offer.space, self._garrison(offer, comers), offer.prize)
        return offer.prize + army_price(self._state, offer) - self._enemies.take([held])

    def falls(self, offer: Offer, comers: Sequence[Piece]) -> float:
        """How likely it is lost again before the power moves."""
        return self._enemies.falls(offer.space, self._garrison(offer, comers))

    def _garrison(self, offer: Offer, comers: Sequence[Piece]) -> Force:
        state, table = self._state, self._state.edition.unit
        army = [fighter_of(state, table[unit]) for unit, count in offer.army.items() for _ in range(count)]
        there = offer.joined or tuple(defenders(state, offer.space, self._power))
        return force_of((*army, *fighters_of(state, there), *fighters_of(state, comers)))

    def given_up(self, offer: Offer, comers: Sequence[Piece]) -> float:
        """What the enemies can take more where those who come stood, and that these are farther from the war then.

        That somebody leaves a place that is lost speaks for leaving, but not for going there.
        """
        starts = sorted({piece.space for piece in comers if not piece.aboard})
        left = (self._left(space, [piece for piece in comers if piece.space == space]) for space in starts)
        return max(0.0, sum(left)) + self._off_the_way(offer, comers)

    def _left(self, space: SpaceId, going: Sequence[Piece]) -> float:
        here, names = defenders(self._state, space, self._power), {piece.id for piece in going}
        staying = [piece for piece in here if piece.id not in names]
        prize = self._prizes.get(space, 0.0)
        before, after = (Held(space, fighters_of(self._state, pieces), prize) for pieces in (here, staying))
        return self._enemies.take([after]) - self._enemies.take([before])

    def _off_the_way(self, offer: Offer, comers: Sequence[Piece]) -> float:
        board = self._state.edition.board
        there = 1 + min((self._far.get(space, FAR) for space in board.neighbours[offer.space]), default=FAR)
        steps = (max(0.0, there - self._far.get(piece.space, FAR)) for piece in comers)
        costs = (self._state.type_of(piece).cost or 0 for piece in comers)
        return A_STEP * sum(step * cost for step, cost in zip(steps, costs, strict=True))

    def ship_risk(self, ship: Piece, zone: SpaceId, cargo: Sequence[Piece] = ()) -> float:
        """What the enemies can take more where a transport ends its voyage, with who is still aboard."""
        state = self._state
        there = [piece for piece in defenders(state, zone, self._power) if piece.id != ship.id]
        prize = LATE * (state.type_of(ship).cost or 0) + price(state, cargo)
        with_it = Held(zone, fighters_of(state, (*there, ship)), prize, is_land=False)
        without = Held(zone, fighters_of(state, there), 0.0, is_land=False)
        return self._enemies.take([with_it]) - self._enemies.take([without])
