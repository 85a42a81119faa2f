"""Attacks that are won often enough and gain more than they cost: by land, by air, by sea, and from the sea."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from computer.chances import Chances, attack_chances, price, rough_win
from computer.greedy.ground import prize_of
from computer.greedy.landing import Route, carry_out, free_transports, routes
from computer.greedy.stacks import Stack, move, stacks
from computer.playing import Hand, Why
from computer.weights import PLACES, PRIZES, Prizes
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitType
from engine.state.pieces import Piece, PieceId

WANTED, ENOUGH = 0.85, 0.6
"""A force grows until it wins about so often, and attacks where it wins exactly so often at least."""
_Step = tuple[PieceId, tuple[SpaceId, ...]]
"""A piece and its path."""


@dataclass
class Force:
    """What goes to a target: pieces by the way they take, and landings."""

    marching: list[_Step] = field(default_factory=list)
    landing: list[Route] = field(default_factory=list)

    @property
    def landed(self) -> list[PieceId]:
        """Those who come from the sea."""
        return [name for route in self.landing for name in route.cargo]

    @property
    def pieces(self) -> list[PieceId]:
        """All who fight."""
        return [name for name, _ in self.marching] + self.landed


@dataclass(frozen=True)
class Target:
    """A space to attack, those who defend it, and what taking it is worth beside them, in IPCs."""

    space: SpaceId
    defenders: tuple[Piece, ...]
    prize: float


class Attacks:
    """The attacks of a combat move: who is free, what can be reached, what is worth it."""

    prizes = PRIZES

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.taken: set[PieceId] = set()
        self.stacks = stacks(hand.state, "land", "air", "sea")
        self.ships = free_transports(hand.state)

    def order_all(self) -> None:
        """Order one attack after the other, the most valuable first."""
        for target in self.most_valuable_first():
            if self.hand.is_open and self.hand.budget.take():
                self.attack(target)

    def most_valuable_first(self) -> list[Target]:
        """The targets that can be reached, by what would be won there."""
        rated = []
        for target in targets(self.hand.state, self.prizes):
            force = self.force_for(target)
            if force.pieces:
                state = self.hand.state
                win = self.rough(state, target, force)
                worth = win * (target.prize + price(state, target.defenders))
                rated.append((-round(worth, PLACES), target.space, target))
        return [target for _, _, target in sorted(rated, key=lambda row: row[:2])]

    def rough(self, state: GameState, target: Target, force: Force) -> float:
        """About how likely a force wins."""
        return rough_win(_lines(state, force.pieces), [state.type_of(piece) for piece in target.defenders])

    def attack(self, target: Target) -> None:
        """Attack a target if that is worth it."""
        force = self.force_for(target)
        if not force.pieces:
            return
        chances = self.chances_of(target, force)
        gain = self.gain_of(target, force, chances)
        if chances.win >= ENOUGH and round(gain, PLACES) > 0:
            self.order(target, force, chances, gain)

    def chances_of(self, target: Target, force: Force) -> Chances:
        """How the battle would end."""
        state = self.hand.state
        return attack_chances(state, target.space, state.power, force.pieces, force.landed)

    def gain_of(self, target: Target, force: Force, chances: Chances) -> float:  # noqa: ARG002
        """What an attack brings on average, in IPCs."""
        return chances.win * target.prize + chances.enemy_loss - chances.own_loss

    def order(self, target: Target, force: Force, chances: Chances, gain: float) -> None:
        """Send a force on its way."""
        name = self.hand.state.edition.board.called(target.space)
        aim = f"take {name}" if target.space in self.hand.state.owners else f"clear {name}"
        why = Why(aim, round(chances.win, 4), round(gain, 2), round(chances.own_loss, 2))
        ways: dict[tuple[SpaceId, ...], list[PieceId]] = {}
        for piece, path in force.marching:
            ways.setdefault(path, []).append(piece)
        for route in force.landing:
            if carry_out(self.hand, route, why):
                self.taken.update((route.ship, *route.cargo))
        for path, pieces in ways.items():
            action = move(pieces, path)
            if ask.is_legal(self.hand.state, action) and self.hand.give(action, why):
                self.taken.update(pieces)

    def force_for(self, target: Target, wanted: float = WANTED) -> Force:
        """Those who are free, the cheapest first, until they win about as often as wanted."""
        state, force = self.hand.state, Force()
        able: list[_Step | Route] = []
        if target.space in state.owners:
            able = [*self._by_land(target), *self._by_sea(target)]
            if not able:
                return force
        for item in (*able, *self._beside(target)):
            if isinstance(item, Route):
                force.landing.append(item)
            else:
                force.marching.append(item)
            if self.rough(state, target, force) >= wanted:
                break
        return force

    def _by_land(self, target: Target) -> list[_Step]:
        able = [s for s in self.stacks if s.unit.domain == "land" and s.unit.attack and target.space in s.ends]
        able.sort(key=lambda stack: (stack.unit.cost or 0, stack.space))
        return list(self._each(able, target.space))

    def _by_sea(self, target: Target) -> Iterator[Route]:
        taken = set(self.taken)
        for ship in self.ships:
            if ship.id not in taken:
                for route in routes(self.hand.state, ship, (target.space,), taken):
                    taken.update(route.cargo)
                    yield route

    def _beside(self, target: Target) -> Iterator[_Step]:
        """Aircraft, and ships where it is fought at sea."""
        if not target.defenders:
            return iter(())
        domains = ("air",) if target.space in self.hand.state.owners else ("sea", "air")
        able = [s for s in self.stacks if s.unit.domain in domains and s.unit.attack and target.space in s.ends]
        able.sort(key=lambda stack: (domains.index(stack.unit.domain), -stack.unit.attack, stack.space))
        return self._each(able, target.space)

    def _each(self, able: list[Stack], space: SpaceId) -> Iterator[_Step]:
        for stack in able:
            yield from ((piece, stack.ends[space]) for piece in stack.pieces if piece not in self.taken)


def targets(state: GameState, prizes: Prizes = PRIZES) -> Iterator[Target]:
    """Territories of enemies, and zones with their ships."""
    for territory in state.edition.board.territory:
        if ask.is_hostile_territory(state, territory, state.power):
            defenders = tuple(p for p in ask.defenders_at(state, territory, state.power) if state.type_of(p).hits)
            yield Target(territory, defenders, prize_of(state, territory, prizes))
    for zone in state.edition.board.sea_zone:
        if zone in state.by_space and (defenders := ask.defenders_at(state, zone, state.power)):
            yield Target(zone, defenders, 0.0)


def _lines(state: GameState, pieces: list[PieceId]) -> list[UnitType]:
    return [state.type_of(state.pieces[name]) for name in pieces]
