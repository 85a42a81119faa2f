"""A combat move as one plan: which targets, in which order, how surely and how; and the pieces that follow from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import NamedTuple

from computer.chances import Chances
from computer.greedy.attacking import Attacks, Force, Target, targets
from computer.greedy.landing import Route
from computer.normal.air.scrambles import all_risers, met_chances
from computer.normal.clearing import cleared_of_enemies, routes_behind
from computer.normal.course import course_of, fighter_of, force_of
from computer.normal.prizes import nearer_to_victory
from computer.playing import Hand
from computer.weights import NORMAL_PRIZES
from engine import GameState
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

    @property
    def zones(self) -> set[SpaceId]:
        """From where it lands."""
        return {route.to_land[-1] for route in self.force.landing}


class Spoken(NamedTuple):
    """Who goes somewhere in a plan, and the zones that it clears, from which others then can land."""

    taken: frozenset[PieceId] = frozenset()
    cleared: frozenset[SpaceId] = frozenset()

    def beside(self, sent: Sent, zones: frozenset[SpaceId]) -> Spoken:
        """With an attack more. zones: those that can be cleared."""
        force = sent.force
        taken = self.taken.union(force.pieces, (route.ship for route in force.landing))
        return Spoken(taken, self.cleared | zones & {sent.target.space})


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
        self._forces: dict[tuple[Aim, Spoken], Force] = {}
        self._routes: dict[tuple[PieceId, SpaceId, Spoken], list[Route]] = {}
        found = list(targets(state, self.prizes))
        self.zones = frozenset(each.space for each in found if each.space in reached and each.space not in state.owners)
        self._cleared: dict[frozenset[SpaceId], GameState] = {frozenset(): state}
        beaches = self._beaches()
        nearer = nearer_to_victory(state)
        self.risers = all_risers(state, state.power)
        self.targets = [
            replace(
                each,
                prize=each.prize + nearer.get(each.space, 0.0),
                defenders=(*each.defenders, *self.risers.get(each.space, ())),
            )
            for each in found
            if each.space in reached | beaches
        ]
        self._land = [list(self._by_land(target)) for target in self.targets]
        self._air = [list(self._beside(target)) for target in self.targets]

    def _beaches(self) -> set[SpaceId]:
        """Where free transports can land somebody, once the zones that can be attacked are clear."""
        coasts = set(self.hand.state.owners)
        able = (self._routes_to(ship.id, coasts, Spoken(frozenset(self.taken), self.zones)) for ship in self.ships)
        return {route.beach for found in able for route in found}

    def chances_of(self, target: Target, force: Force) -> Chances:
        """How the battle would end; at sea as if all rose who may, where that is worse."""
        calm = super().chances_of(target, force)
        if target.space not in self.risers:
            return calm
        met = met_chances(self.hand.state, target.space, self.hand.power, force)
        return min(calm, met or calm, key=lambda chances: self.gain_of(target, force, chances))

    def sent_by(self, plan: Plan) -> list[Sent]:
        """The attacks of a plan; those for which nobody is left are left out."""
        spoken, found = Spoken(), []
        for aim in plan:
            sent = self.sent(aim, spoken)
            if sent.force.pieces:
                found.append(sent)
                spoken = spoken.beside(sent, self.zones)
        return found

    def spoken_for(self, plan: Plan) -> Spoken:
        """Who goes somewhere in a plan."""
        spoken = Spoken()
        for attack in self.sent_by(plan):
            spoken = spoken.beside(attack, self.zones)
        return spoken

    def sent(self, aim: Aim, spoken: Spoken) -> Sent:
        """Whom an aim sends of those who are free; nobody where they are too few."""
        key = aim, spoken
        if key not in self._forces:
            self._forces[key] = self._gathered(aim, spoken)
        return Sent(self.targets[aim.target], self._forces[key])

    def _gathered(self, aim: Aim, spoken: Spoken) -> Force:
        """Those who are free, in the order of the aim, until they win about as often as it wants; none if too few."""
        target, force = self.targets[aim.target], Force()
        defend = force_of(self.fighters[piece.id] for piece in target.defenders if piece.id in self.fighters)
        for item in self._in_order(aim, spoken):
            if isinstance(item, Route):
                force.landing.append(item)
            else:
                force.marching.append(item)
            attack = force_of(self.fighters[name] for name in force.pieces)
            if course_of(attack, defend).win >= aim.surely:
                return force
        return Force()

    def _in_order(self, aim: Aim, spoken: Spoken) -> Iterator[_Step | Route]:
        target = self.targets[aim.target]
        beside = [step for step in self._air[aim.target] if step[0] not in spoken.taken]
        if target.space not in self.hand.state.owners:
            yield from beside
            return
        count, land = 0, self._on_land(aim.target, spoken)
        for item in land:
            yield item
            count += len(item.cargo) if isinstance(item, Route) else 1
            if count >= aim.ground:
                break
        if count:
            yield from beside
            yield from land

    def _on_land(self, at: int, spoken: Spoken) -> Iterator[_Step | Route]:
        yield from (step for step in self._land[at] if step[0] not in spoken.taken)
        for ship in self.ships:
            if ship.id not in spoken.taken:
                for route in self._landing(ship.id, self.targets[at].space, spoken):
                    spoken = spoken._replace(taken=spoken.taken.union(route.cargo))
                    yield route

    def _landing(self, ship: PieceId, beach: SpaceId, spoken: Spoken) -> list[Route]:
        key = ship, beach, spoken
        if key not in self._routes:
            self._routes[key] = self._routes_to(ship, (beach,), spoken)
        return self._routes[key]

    def _routes_to(self, ship: PieceId, beaches: Collection[SpaceId], spoken: Spoken) -> list[Route]:
        state, taken, cleared = self.hand.state, *spoken
        if cleared not in self._cleared:
            self._cleared[cleared] = cleared_of_enemies(state, cleared)
        return routes_behind(state, self._cleared[cleared], ship, beaches, taken)
