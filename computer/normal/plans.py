"""A combat move as one plan: which targets, in which order, how surely and how; and the pieces that follow from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from computer.greedy.attacking import Attacks, Force, Target, targets
from computer.greedy.landing import Route, routes
from computer.normal.course import course_of, fighter_of, force_of
from computer.normal.prizes import nearer_to_victory
from computer.playing import Hand
from computer.weights import NORMAL_PRIZES
from engine.facts.board import SpaceId
from engine.state.pieces import PieceId

SURETIES = (0.6, 0.8, 0.95)
"""So often a force wins, about: the cheapest of each are weighed."""
ALL = 99
GROUND = (1, 2, 3, ALL)
"""So many land units come before aircraft do."""
_Step = tuple[PieceId, tuple[SpaceId, ...]]


class Aim(NamedTuple):
    """A target, by its number, and how it is attacked: how surely, and with how many land units before aircraft."""

    target: int
    surely: float
    ground: int


Plan = tuple[Aim, ...]
"""In this order they choose from the pieces that are free."""


class Sent(NamedTuple):
    """An attack of a plan."""

    target: Target
    force: Force


class Muster(Attacks):
    """Who reaches which target, and whom a plan sends where."""

    prizes = NORMAL_PRIZES

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        state = hand.state
        self.fighters = {
            piece.id: fighter_of(state, state.type_of(piece), piece.hits_taken)
            for piece in state.pieces.values()
            if state.type_of(piece).hits
        }
        reached = {space for stack in self.stacks for space in stack.ends}
        self._forces: dict[tuple[Aim, frozenset[PieceId]], Force] = {}
        self._routes: dict[tuple[PieceId, SpaceId, frozenset[PieceId]], list[Route]] = {}
        beaches = self._beaches()
        nearer = nearer_to_victory(state)
        able = (target for target in targets(state, self.prizes) if target.space in reached | beaches)
        self.targets = [replace(each, prize=each.prize + nearer.get(each.space, 0.0)) for each in able]
        self._land = [list(self._by_land(target)) for target in self.targets]
        self._air = [list(self._beside(target)) for target in self.targets]

    def _beaches(self) -> set[SpaceId]:
        """Where free transports can land somebody."""
        coasts = set(self.hand.state.owners)
        return {route.beach for ship in self.ships for route in routes(self.hand.state, ship, coasts, self.taken)}

    def sent_by(self, plan: Plan) -> list[Sent]:
        """The attacks of a plan; those for which nobody is left are left out."""
        taken, found = frozenset[PieceId](), []
        for aim in plan:
            sent = self.sent(aim, taken)
            if sent.force.pieces:
                found.append(sent)
                taken = _with(taken, sent.force)
        return found

    def taken_by(self, plan: Plan) -> frozenset[PieceId]:
        """Who goes somewhere in a plan."""
        taken = frozenset[PieceId]()
        for attack in self.sent_by(plan):
            taken = _with(taken, attack.force)
        return taken

    def sent(self, aim: Aim, taken: frozenset[PieceId]) -> Sent:
        """Whom an aim sends of those who are free; nobody where they are too few."""
        return Sent(self.targets[aim.target], self._force(aim, taken))

    def _force(self, aim: Aim, taken: frozenset[PieceId]) -> Force:
        key = aim, taken
        if key not in self._forces:
            self._forces[key] = self._gathered(aim, taken)
        return self._forces[key]

    def _gathered(self, aim: Aim, taken: frozenset[PieceId]) -> Force:
        """Those who are free, in the order of the aim, until they win about as often as it wants; none if too few."""
        target, force = self.targets[aim.target], Force()
        defend = force_of(self.fighters[piece.id] for piece in target.defenders if piece.id in self.fighters)
        for item in self._in_order(aim, taken):
            if isinstance(item, Route):
                force.landing.append(item)
            else:
                force.marching.append(item)
            attack = force_of(self.fighters[name] for name in force.pieces)
            if course_of(attack, defend).win >= aim.surely:
                return force
        return Force()

    def _in_order(self, aim: Aim, taken: frozenset[PieceId]) -> Iterator[_Step | Route]:
        target = self.targets[aim.target]
        beside = [step for step in self._air[aim.target] if step[0] not in taken]
        if target.space not in self.hand.state.owners:
            yield from beside
            return
        count, land = 0, self._on_land(aim.target, taken)
        for item in land:
            yield item
            count += len(item.cargo) if isinstance(item, Route) else 1
            if count >= aim.ground:
                break
        if count:
            yield from beside
            yield from land

    def _on_land(self, at: int, taken: frozenset[PieceId]) -> Iterator[_Step | Route]:
        yield from (step for step in self._land[at] if step[0] not in taken)
        gone = taken
        for ship in self.ships:
            if ship.id not in gone:
                for route in self._landing(ship.id, self.targets[at].space, gone):
                    gone = gone.union(route.cargo)
                    yield route

    def _landing(self, ship: PieceId, beach: SpaceId, taken: frozenset[PieceId]) -> list[Route]:
        key = ship, beach, taken
        if key not in self._routes:
            state = self.hand.state
            self._routes[key] = routes(state, state.pieces[ship], (beach,), taken)
        return self._routes[key]


def _with(taken: frozenset[PieceId], force: Force) -> frozenset[PieceId]:
    return taken.union(force.pieces, (route.ship for route in force.landing))
