"""Moves that attack nobody, weighed with what the enemy could strike: columns, ferries, landings, fleets."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from computer.easy.aiming import aimed
from computer.easy.attacking import sea_risk
from computer.easy.placing import FAR, ways
from computer.easy.stances import BALANCED, Stance
from computer.greedy.landing import carry_out, free_transports, routes
from computer.greedy.marching import WORTH_A_STEP, waiting_at
from computer.greedy.stacks import Stack, move, stacks
from computer.playing import Hand, Why
from computer.reaching import Threats, friends_at
from computer.weights import PLACES
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.state.pieces import Piece, PieceId

A_STEP, A_CHARGE = 0.8, 1.5
"""What a step nearer to a port is worth to a ship, and a transport to guard beside it, in IPCs."""
MOST_CHARGES = 4


class Marches:
    """The moves of land units: in columns that hold where they arrive."""

    def __init__(self, hand: Hand, threats: Threats, guards: Collection[PieceId], stance: Stance = BALANCED) -> None:
        self.hand, self.threats, self.stance = hand, threats, stance
        self.far = ways(hand.state, hand.power)
        self.staying = {*guards, *self._sentries(guards)}

    def _sentries(self, guards: Collection[PieceId]) -> list[PieceId]:
        """One unit for each territory that is worth something, into which an enemy could walk."""
        state, found = self.hand.state, []
        for territory in state.edition.board.territories:
            own = [p for p in state.at(territory.id) if self._stands_guard(p)]
            if own and territory.ipc and not any(p.id in guards for p in own) and self.threats.strongest(territory.id):
                found.append(min(own, key=lambda piece: (state.type_of(piece).cost or 0, state.rank(piece))).id)
        return found

    def _stands_guard(self, piece: Piece) -> bool:
        unit = self.hand.state.type_of(piece)
        return piece.power == self.hand.power and unit.domain == "land" and unit.can("captures")

    def order_all(self) -> None:
        """Whole columns first, then each stack as far as it can go alone."""
        columns: dict[SpaceId, list[Stack]] = {}
        for each in stacks(self.hand.state, "land"):
            stack: Stack = aimed(each, self._nearer(each.space))
            if ends := self._ends(stack):
                columns.setdefault(ends[0], []).append(stack)
        for end in sorted(columns, key=lambda end: (self.far.get(end, FAR), end)):
            together = columns[end]
            if self._holds(end, [name for stack in together for name in self._going(stack)]):
                for stack in together:
                    self._go(stack, end)
                continue
            for stack in together:
                able = (near for near in self._ends(stack) if self._holds(near, self._going(stack)))
                if (nearest := next(able, None)) is not None:
                    self._go(stack, nearest)

    def _ends(self, stack: Stack) -> list[SpaceId]:
        """Territories nearer to the enemy, the nearest first."""
        return sorted(stack.ends, key=lambda end: (self.far[end], end))

    def _nearer(self, space: SpaceId) -> frozenset[SpaceId]:
        here, is_land = self.far.get(space, FAR), self.hand.state.edition.board.is_land
        return frozenset(end for end, far in self.far.items() if far < here - WORTH_A_STEP and is_land(end))

    def _going(self, stack: Stack) -> list[PieceId]:
        return [name for name in stack.pieces if name not in self.staying]

    def _holds(self, space: SpaceId, names: Collection[PieceId]) -> bool:
        return self._risk(space, names) <= self.stance.holds

    def _risk(self, space: SpaceId, names: Collection[PieceId]) -> float:
        """How likely those who are there and those who come are lost."""
        state = self.hand.state
        garrison = [*friends_at(state, space, self.hand.power), *(state.type_of(state.pieces[n]) for n in names)]
        return self.threats.lost(space, garrison)

    def _go(self, stack: Stack, end: SpaceId) -> None:
        names = self._going(stack)
        why = Why(
            f"on to {self.hand.state.edition.board.called(end)}, in force", falls=round(self._risk(end, names), 4)
        )
        give(self.hand, move(names, stack.ends[end]), why)


def ferry_all(
    hand: Hand, threats: Threats, guards: Collection[PieceId], feared: float = 1.0, *, is_onward: bool = False
) -> None:
    """Free transports take units to the friendly coast nearest to the enemy on which they hold.

    feared: so much of what the ships risk counts. is_onward: only to where the way goes on over land.
    """
    far = ways(hand.state, hand.power)
    for ship in free_transports(hand.state):
        state = hand.state
        coasts = [t for t in state.owners if ask.is_landing_territory(state, t, state.power)]
        if is_onward:
            coasts = [coast for coast in coasts if leads_on(state, far, coast)]
        found = [r for r in routes(state, ship, coasts, guards) if far.get(r.beach, FAR) < _start(state, far, r.cargo)]
        for route in sorted(found, key=lambda route: (far[route.beach], route.beach)):
            cargo = [state.type_of(state.pieces[name]) for name in route.cargo]
            garrison = [*friends_at(state, route.beach, hand.power), *cargo]
            risk = feared * sea_risk(hand, threats, route.to_land[-1], (ship.id,))
            most = BALANCED.holds * (state.type_of(ship).cost or 0)
            if threats.lost(route.beach, garrison) <= BALANCED.holds and risk <= most:
                why = Why(f"across to {state.edition.board.called(route.beach)}", risk=round(risk, 2))
                if carry_out(hand, route, why):
                    break


def leads_on(state: GameState, far: Mapping[SpaceId, float], territory: SpaceId) -> bool:
    """Whether the way from a territory to the enemy begins over land."""
    board = state.edition.board
    near = min((far.get(n, FAR), n) for n in board.neighbours[territory])
    return board.is_land(near[1])


def _start(state: GameState, far: Mapping[SpaceId, float], cargo: tuple[PieceId, ...]) -> float:
    return max(far.get(state.pieces[name].space, FAR) for name in cargo) - 2 * WORTH_A_STEP


def land_all(hand: Hand, threats: Threats) -> None:
    """Aircraft in the air land where they are least likely to be lost, nearest to the enemy among equals."""
    far = ways(hand.state, hand.power)
    for piece in sorted(ask.all_unlanded(hand.state), key=hand.state.rank):
        state, rated = hand.state, []
        lands = ask.landing_territories(state, state.power)
        for way in ask.destinations(state, piece.space, piece.unit, piece.power, among=lands):
            lost = round(threats.lost(way.space, friends_at(state, way.space, hand.power)), 2)
            rated.append((lost, far.get(way.space, FAR), way.space, way.path))
        for lost, _, space, path in sorted(rated)[:3]:
            why = Why(f"land in {state.edition.board.called(space)}", falls=lost)
            if give(hand, {"type": "move", "pick": [piece.id], "path": list(path), "owner": piece.power}, why):
                break


def rebase_all(hand: Hand, threats: Threats) -> None:
    """Aircraft that have not flown go where they are safe and reach the enemy."""
    far, board = ways(hand.state, hand.power), hand.state.edition.board
    open_to_them = frozenset(ask.landing_territories(hand.state, hand.power))
    for each in stacks(hand.state, "air"):
        if not board.is_land(each.space):
            continue
        stack = aimed(each, open_to_them)
        rated = []
        for end in (stack.space, *stack.ends):
            lost = threats.lost(end, friends_at(hand.state, end, hand.power))
            rated.append((round(lost * (stack.unit.cost or 0) + far.get(end, FAR), PLACES), end))
        worth, best = min(rated)
        if best != stack.space and worth < {end: w for w, end in rated}[stack.space] - WORTH_A_STEP:
            give(hand, move(stack.pieces, stack.ends[best]), Why(f"nearer to the enemy: {board.called(best)}"))


def sail_all(hand: Hand, threats: Threats, busy: Collection[PieceId] = ()) -> None:
    """Ships that are not busy go where they are needed and not sunk: warships first, so that transports find them."""
    ports = waiting_at(hand.state)
    ships = sorted(stacks(hand.state, "sea"), key=lambda stack: (not stack.unit.attack, stack.space, stack.unit.id))
    for stack in ships:
        names = tuple(n for n in stack.pieces if not hand.state.pieces[n].moved and n not in busy)
        if not names or hand.state.pieces[names[0]].space != stack.space:
            continue
        board = hand.state.edition.board
        zones = [stack.space, *(end for end in stack.ends if board.is_sea(end))]
        rated = sorted((round(_cost(hand, threats, ports, stack, names, zone), PLACES), zone) for zone in zones)
        here = next(cost for cost, zone in rated if zone == stack.space)
        if rated[0][0] < here - A_STEP / 2:
            aim = f"sail to {board.called(rated[0][1])}"
            risk = sea_risk(hand, threats, rated[0][1], names)
            give(hand, move(list(names), stack.ends[rated[0][1]]), Why(aim, risk=round(risk, 2)))


def _cost(
    hand: Hand,
    threats: Threats,
    ports: Mapping[SpaceId, int],
    stack: Stack,
    names: tuple[PieceId, ...],
    zone: SpaceId,
) -> float:
    """What speaks against a zone for ships, in IPCs: risk, and the way from there to where they are needed."""
    state = hand.state
    far = state.edition.board.flight_distances(zone)
    way = min((far.get(port, FAR) - 0.2 * min(count, 10) for port, count in ports.items()), default=0.0)
    charges = [p for p in state.at(zone) if p.power == hand.power and state.carries(p, "land")]
    guarded = A_CHARGE * min(MOST_CHARGES, len(charges)) if stack.unit.attack else 0.0
    return sea_risk(hand, threats, zone, names) + A_STEP * way * len(names) - guarded


def give(hand: Hand, action: dict[str, object], why: Why) -> bool:
    """Order a move of some pieces, if it is legal."""
    return bool(action["pick"]) and hand.offer(action, why)
