"""Attacks weighed with what comes back: what an enemy retakes, and the transports that it sinks."""

from __future__ import annotations

from collections.abc import Iterator

from computer.chances import Chances, price
from computer.easy.aiming import aimed
from computer.easy.loading import Loading
from computer.easy.stances import BALANCED, Stance
from computer.greedy.attacking import Attacks, Force, Target, targets
from computer.greedy.landing import Route
from computer.playing import Hand
from computer.reaching import Threats, friends_at
from computer.weights import EASY_PRIZES, PLACES
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitType
from engine.state.pieces import PieceId

LOST_PRIZE, LOST_CAPITAL_PRIZE = 0.2, 0.1
"""So much of a prize is gone again where it is retaken at once: what a treasury held stays."""
LOST_FORCE = 0.1
"""So much of its price a force that is struck back loses beyond what it takes along."""
ALL = 2.0
"""No force wins so often: all who are free go. Tried where a capital can't be taken with less."""
STRUCK = 0.4
"""So often an enemy who could sink transports that have landed has nothing better to do."""


class WeighedAttacks(Attacks):
    """Attacks by pieces that are not needed as guards."""

    prizes = EASY_PRIZES

    def __init__(self, hand: Hand, threats: Threats, guards: set[PieceId], stance: Stance = BALANCED) -> None:
        super().__init__(hand)
        wanted = frozenset(target.space for target in targets(hand.state, self.prizes))
        self.stacks = tuple(aimed(stack, wanted) for stack in self.stacks)
        self._loading = Loading(hand.state)
        self._capitals = {account.capital for account in hand.state.edition.accounts}
        self.threats, self.stance = threats, stance
        self.taken |= guards

    def attack(self, target: Target) -> None:
        """Attack with the force that gains most, if any gains something."""
        best: tuple[float, float, Force, Chances] | None = None
        for wanted in (self.stance.wanted, self.stance.surer, ALL):
            if wanted == ALL and (best or target.space not in self._capitals):
                break
            force = self.force_for(target, wanted)
            if not force.pieces or (best and len(force.pieces) == len(best[2].pieces)):
                continue
            chances = self.chances_of(target, force)
            gain = round(self.gain_of(target, force, chances), PLACES)
            if chances.win >= self.stance.enough and gain > 0 and (best is None or gain > best[0]):
                best = gain, wanted, force, chances
        if best is not None:
            gain, _, force, chances = best
            unfeared = (self.stance.fear - 1) * self._lost(target, force, chances)
            self.order(target, force, chances, gain + unfeared)

    def _by_sea(self, target: Target) -> Iterator[Route]:
        """As `greedy`, with what is found for one target kept for the others."""
        if self._loading.state is not self.hand.state:
            self._loading = Loading(self.hand.state)
        taken = set(self.taken)
        for ship in self.ships:
            if ship.id not in taken and (route := self._loading.route(ship, target.space, taken)):
                taken.update(route.cargo)
                yield route

    def gain_of(self, target: Target, force: Force, chances: Chances) -> float:
        """What an attack brings on average, less what the enemy's answer takes, as far as that is feared."""
        gain = super().gain_of(target, force, chances)
        return gain - self.stance.fear * self._lost(target, force, chances)

    def _lost(self, target: Target, force: Force, chances: Chances) -> float:
        """What the enemy's answer takes on average."""
        return chances.win * self._lost_again(target, force, chances) + self._lost_at_sea(force)

    def _lost_again(self, target: Target, force: Force, chances: Chances) -> float:
        """What is lost where the enemy strikes back at those who are left."""
        state, names = self.hand.state, force.pieces
        whole = price(state, state.select(names)) or 1
        left = self._left(names, 1 - chances.own_loss / whole)
        share = self.threats.lost(target.space, left, without=(target.space,))
        prize = target.prize * (LOST_CAPITAL_PRIZE if target.space in self._capitals else LOST_PRIZE)
        return share * (prize + LOST_FORCE * sum(unit.cost or 0 for unit in left))

    def _left(self, names: list[PieceId], share: float) -> list[UnitType]:
        """Who would stay there after the battle: aircraft fly home, and the cheapest are lost first."""
        state = self.hand.state
        units = [state.type_of(piece) for piece in state.select(names)]
        staying = sorted((u for u in units if u.domain != "air"), key=lambda unit: -(unit.cost or 0))
        return staying[: max(1, round(share * len(staying)))]

    def _lost_at_sea(self, force: Force) -> float:
        """What transports that have landed their cargo risk."""
        lost = 0.0
        for zone in sorted({route.to_land[-1] for route in force.landing}):
            ships = [self.hand.state.pieces[route.ship] for route in force.landing if route.to_land[-1] == zone]
            lost += STRUCK * sea_risk(self.hand, self.threats, zone, tuple(ship.id for ship in ships))
        return lost


def sea_risk(hand: Hand, threats: Threats, zone: SpaceId, ships: tuple[PieceId, ...]) -> float:
    """What ships risk, in IPCs, where they end their turn in a zone beside those who are there."""
    state = hand.state
    beside = [unit for unit in friends_at(state, zone, hand.power) if unit.attack]
    coming = [state.type_of(state.pieces[name]) for name in ships]
    return threats.lost(zone, [*beside, *coming]) * sum(unit.cost or 0 for unit in coming)
