"""Fleets without a task: empty transports go where troops wait for them, warships where they keep others afloat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from computer.greedy.stacks import Stack, move, stacks
from computer.normal.course import fighters_of
from computer.normal.ground import safe_ways, who_waits
from computer.normal.replies import Enemies
from computer.normal.sea.shipping import carries_land
from computer.normal.weighing import cargo_price, defenders
from computer.playing import Hand, Why
from computer.weights import PLACES
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitType
from engine.state.pieces import Piece, PieceId

FAR = 30
A_STEP = 0.8
"""What a zone nearer to where it is needed is worth to a ship, in IPCs."""
MOST = 0.7
"""Warships are wanted where so much of the greatest number of troops is aboard, or waits on the coasts."""
A_LOAD = 2
"""So many who wait are served by a transport."""


@dataclass
class Fleets:
    """All ships that may still sail. busy: those that have a task. needs: how many wait on which coast for a ship.

    bought: transports that will be placed in one of the ports.
    """

    hand: Hand
    enemies: Enemies
    busy: Collection[PieceId]
    needs: dict[SpaceId, int] = field(default_factory=dict)
    bought: list[UnitType] = field(default_factory=list)
    ports: set[SpaceId] = field(default_factory=set)

    def order_all(self) -> None:
        """Whole fleets first, then warships alone, then the empty transports."""
        state = self.hand.state
        self.zones = frozenset(zone.id for zone in state.edition.board.sea_zones)
        self.needs = who_waits(state, self.hand.power, safe_ways(state, self.hand.power, self.enemies))
        self.bought = _bought_transports(state, self.hand.power)
        self.ports = {
            zone
            for site in ask.usable_complexes(state, self.hand.power)
            for zone in state.edition.board.zones_of(site)
            if self.bought
        }
        free = self._free(is_armed=True)
        for space in sorted({stack.space for stack in free}):
            self._send([stack for stack in free if stack.space == space])
        for stack in self._free(is_armed=True):
            self._send([stack])
        for stack in self._free(is_armed=False):
            for name in stack.pieces:
                self._call(stack, name)

    def _free(self, *, is_armed: bool) -> list[Stack]:
        able = [each for each in stacks(self.hand.state, "sea") if bool(each.unit.attack) == is_armed]
        left = [(stack, tuple(name for name in stack.pieces if name not in self.busy)) for stack in able]
        return [Stack(stack.state, stack.space, stack.unit, names) for stack, names in left if names]

    def _send(self, together: Sequence[Stack]) -> None:
        """Sail to where ships that stay together lose least and keep most afloat."""
        here = together[0].space
        common = [zone for zone in together[0].ends if zone in self.zones and all(zone in s.ends for s in together)]
        names = [name for stack in together for name in stack.pieces]
        ports = self._wanted_at()
        costs = {zone: self._cost(zone, names, ports) for zone in (here, *common)}
        best = min(costs, key=lambda zone: (costs[zone], zone))
        if costs[best] < costs[here] - A_STEP / 2:
            self._give(together, best)

    def _wanted_at(self) -> set[SpaceId]:
        """The zones where warships are wanted most: where most troops are aboard, or wait on the coasts."""
        state, wanted = self.hand.state, Counter[SpaceId]()
        for coast, need in self.needs.items():
            wanted.update(dict.fromkeys(state.edition.board.zones_of(coast), max(0, need)))
        for ship in state.pieces.values():
            if ship.power == self.hand.power and state.carries(ship, "land"):
                wanted[ship.space] += len(state.cargo(ship.id))
        most = max(wanted.values(), default=0)
        return {zone for zone, count in wanted.items() if count > MOST * most}

    def _call(self, stack: Stack, name: PieceId) -> None:
        """Sail towards the nearest coast where more wait than transports come for."""
        if name not in self.hand.state.pieces or self.hand.state.pieces[name].moved:
            return
        board = self.hand.state.edition.board
        far = board.flight_distances(stack.space, self.zones)
        lacking = [
            (far.get(zone, FAR) - A_LOAD * min(need, A_LOAD), -need, coast, zone)
            for coast, need in self.needs.items()
            for zone in board.zones_of(coast)
            if need > 0 and zone in far
        ]
        ports = []
        if lacking:
            _, _, coast, zone = min(lacking)
            self.needs[coast] -= A_LOAD
            ports = [zone]
        ends = [stack.space, *(zone for zone in stack.ends if zone in self.zones)]
        costs = {zone: self._cost(zone, [name], ports) for zone in ends}
        best = min(costs, key=lambda zone: (costs[zone], zone))
        if costs[best] < costs[stack.space] - A_STEP / 2:
            self._give([Stack(stack.state, stack.space, stack.unit, (name,))], best)

    def _cost(self, zone: SpaceId, names: Collection[PieceId], ports: Collection[SpaceId]) -> float:
        """What speaks against a zone, in IPCs: what is sunk there, less what would be sunk without these ships; and the
        way from there to where they are needed.
        """
        state, coming = self.hand.state, self._coming(names)
        others = self._others(zone, coming)
        own = [piece for piece in others if piece.power == self.hand.power]
        placed = sum(unit.cost or 0 for unit in self.bought) if zone in self.ports else 0
        charge = self._price(own) + placed
        alone = self._falls(zone, others) * charge if charge else 0.0
        sunk = self._falls(zone, [*others, *coming]) * (charge + self._price(coming))
        far = state.edition.board.flight_distances(zone, self.zones)
        way = min((far.get(port, FAR) for port in ports), default=0)
        return round(sunk - alone + A_STEP * way * len(names), PLACES)

    def _coming(self, names: Collection[PieceId]) -> list[Piece]:
        """Ships with the aircraft on their decks."""
        state = self.hand.state
        aboard = [piece for name in names for piece in state.cargo(name) if state.type_of(piece).domain == "air"]
        return [*(state.pieces[name] for name in names), *aboard]

    def _others(self, zone: SpaceId, coming: Collection[Piece]) -> list[Piece]:
        going = {piece.id for piece in coming}
        return [piece for piece in defenders(self.hand.state, zone, self.hand.power) if piece.id not in going]

    def _falls(self, zone: SpaceId, pieces: Sequence[Piece]) -> float:
        return self.enemies.falls(zone, fighters_of(self.hand.state, pieces)) if self.enemies.reached(zone) else 0.0

    def _price(self, ships: Sequence[Piece]) -> int:
        state = self.hand.state
        return sum(state.type_of(piece).cost or 0 for piece in ships) + cargo_price(state, ships)

    def _give(self, together: Sequence[Stack], zone: SpaceId) -> None:
        coming = self._coming([name for stack in together for name in stack.pieces])
        risk = round(self._falls(zone, [*self._others(zone, coming), *coming]), 4)
        why = Why(f"sail to {self.hand.state.edition.board.called(zone)}", falls=risk)
        for stack in together:
            action = move(list(stack.pieces), stack.ends[zone])
            if ask.is_legal(self.hand.state, action):
                self.hand.give(action, why)


def _bought_transports(state: GameState, power: PowerId) -> list[UnitType]:
    """Transports that will be placed."""
    found = []
    for account in state.edition.accounts_of(power):
        for name, count in state.purchased.get(account.id, {}).items():
            unit = state.unit_of(power, name)
            found += [unit] * count if carries_land(state, unit) else []
    return found
