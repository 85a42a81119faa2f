"""Moves of land units that attack nobody: each by what the enemies could take then, and how near the war it comes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from computer.easy.guarding import coming
from computer.greedy.stacks import Stack, move, stacks
from computer.normal.course import NOBODY, Fighter, Force, fighter_of, force_of, price_of
from computer.normal.ground import camps_of, safe_ways
from computer.normal.prizes import prizes_of
from computer.normal.replies import Enemies, Held
from computer.normal.weighing import NEVER, SAFE, garrisons
from computer.playing import Hand, Why
from computer.weights import PLACES
from engine import ask
from engine.facts.board import SpaceId
from engine.state.pieces import PieceId

A_STEP = 0.08
"""What a step nearer to the war is worth to a unit, as a part of its price."""
A_CAMP = 2.0
"""Troops overseas from all enemies leave a coast where they stand for another only if that is so many steps nearer."""
FAR = 99.0
CALLED = 2.0
"""So much each must be worth, in IPCs, who is called to a city that could decide the war."""
ROUNDS = 2
"""So often all moves are looked at: one may make room for another."""


class March(NamedTuple):
    """Some pieces of a stack on their way."""

    stack: Stack
    names: tuple[PieceId, ...]
    end: SpaceId


class Marches:
    """Who stands where, and what that is worth. kept: who stays."""

    def __init__(self, hand: Hand, enemies: Enemies, kept: Collection[PieceId]) -> None:
        self.hand, self.enemies, self.kept, state = hand, enemies, kept, hand.state
        self.far = safe_ways(state, hand.power, enemies)
        self.camps = camps_of(state, hand.power)
        self.stacks = stacks(state, "land")
        self.prizes = prizes_of(state, hand.power)
        self.forces: dict[SpaceId, list[Fighter]] = {
            space: [fighter_of(state, state.type_of(p), p.hits_taken) for p in pieces if state.type_of(p).hits]
            for space, pieces in garrisons(state, hand.power).items()
            if space in state.owners
        }
        for account in state.edition.accounts_of(hand.power):
            if account.capital in self.forces:
                self.forces[account.capital] += [fighter_of(state, unit) for unit in coming(state, account)]
        self.capitals = [
            account.capital
            for account in state.edition.accounts_of(hand.power)
            if account.capital and state.owners[account.capital] == hand.power
        ]
        self._held: dict[SpaceId, Held] = {}
        for space in self.forces:
            self._hold(space)

    def order_all(self) -> None:
        """Keep the cities that decide the war; then try all moves again and again: columns, stacks, single units."""
        for city in self._cities():
            self._call_to(city)
        for _ in range(ROUNDS):
            moved = [self._try(column) for column in self._columns()]
            moved += [self._try([march]) for stack in self._unmoved() for march in self._marches(stack)]
            if not any(moved):
                return

    def _cities(self) -> list[SpaceId]:
        """The territories by which the war could be lost if nobody held them, the weightiest first."""
        feared = {space: self.enemies.decides([Held(space, NOBODY, 0.0)]) for space in self._held}
        return sorted((space for space, fear in feared.items() if fear > 0), key=lambda space: (-feared[space], space))

    def _call_to(self, city: SpaceId) -> None:
        """Call as few as can be to a city, again and again, as long as they are worth more there than on their way."""
        calls = [
            March(stack, (name,), city) for stack in self._unmoved() if city in stack.ends for name in stack.pieces
        ]
        calls = sorted((each for each in calls if self._free(each).names), key=_as_guard)
        while any(self._try(calls[:number], CALLED * number) for number in range(1, len(calls) + 1)):
            calls = [each for each in calls if self._free(each).names]

    def _unmoved(self) -> Iterator[Stack]:
        for stack in stacks(self.hand.state, "land"):
            if self.hand.is_open:
                yield stack

    def _columns(self) -> list[list[March]]:
        """All who can go to a territory nearer to the war, together, the nearest first."""
        columns: dict[SpaceId, list[March]] = {}
        for stack in self.stacks:
            for end in self._ends(stack):
                columns.setdefault(end, []).append(March(stack, stack.pieces, end))
        found = sorted(columns, key=lambda end: (self.far.get(end, FAR), end))
        return [column for end in found for column in (columns[end], _all_but_one(columns[end]))]

    def _ends(self, stack: Stack) -> list[SpaceId]:
        here, board = self._start(stack), self.hand.state.edition.board
        return [end for end in stack.ends if board.is_land(end) and self.far.get(end, FAR) < here]

    def _start(self, stack: Stack) -> float:
        """How far the war is from a stack; where ships will fetch it, it counts as nearer."""
        return self.far.get(stack.space, FAR) - (A_CAMP if stack.space in self.camps else 0.0)

    def _marches(self, stack: Stack) -> Iterator[March]:
        """A stack's moves: whole or one unit, anywhere it can go."""
        board = self.hand.state.edition.board
        for end in sorted(stack.ends, key=lambda end: (self.far.get(end, FAR), end)):
            if board.is_land(end) and end != stack.space:
                yield March(stack, stack.pieces, end)
                if len(stack.pieces) > 1:
                    yield March(stack, stack.pieces[1:], end)
                    yield March(stack, stack.pieces[:1], end)

    def _try(self, column: Sequence[March], least: float = 0.0) -> bool:
        """Order these moves if they are worth more than so much together."""
        able = [self._free(each) for each in column]
        able = [each for each in able if each.names]
        if not able or not self.hand.budget.take():
            return False
        spaces = sorted({space for m in able for space in (m.stack.space, m.end)})
        before, peril = self.worth(), self.peril()
        kept = {space: list(self.forces.get(space, ())) for space in spaces}
        for each in able:
            self._carry(each)
        gain = self.worth() + sum(self._progress(each) for each in able) - before
        if round(gain - NEVER * (self.peril() - peril), PLACES) > least and self._give(able, gain):
            return True
        for space in spaces:
            self.forces[space] = kept[space]
            self._hold(space)
        return False

    def _free(self, march: March) -> March:
        """A march without those who stay or have moved."""
        pieces = self.hand.state.pieces
        names = (name for name in march.names if name not in self.kept and name in pieces and not pieces[name].moved)
        return march._replace(names=tuple(names))

    def _carry(self, march: March) -> None:
        fighters = self._fighters(march)
        for fighter in fighters:
            if fighter in self.forces[march.stack.space]:
                self.forces[march.stack.space].remove(fighter)
        self.forces.setdefault(march.end, []).extend(fighters)
        self._hold(march.stack.space)
        self._hold(march.end)

    def _fighters(self, march: March) -> Force:
        state = self.hand.state
        pieces = (state.pieces[name] for name in march.names)
        return tuple(fighter_of(state, march.stack.unit, piece.hits_taken) for piece in pieces if march.stack.unit.hits)

    def _hold(self, space: SpaceId) -> None:
        if self.enemies.reached(space):
            self._held[space] = Held(space, force_of(self.forces[space]), self.prizes.get(space, 0.0))

    def _progress(self, march: March) -> float:
        """What coming nearer to the war is worth."""
        step = self._start(march.stack) - self.far.get(march.end, FAR)
        return A_STEP * step * price_of(self._fighters(march))

    def worth(self) -> float:
        """What the enemies leave, in IPCs, capitals apart."""
        return -self.enemies.take(list(self._held.values()))

    def peril(self) -> float:
        """How much likelier the capitals fall than they should."""
        return sum(max(0.0, self.falls(capital) - SAFE) for capital in self.capitals)

    def falls(self, space: SpaceId) -> float:
        """How likely a territory is lost before the power moves again."""
        return self.enemies.falls(space, force_of(self.forces.get(space, ())))

    def _give(self, column: Sequence[March], gain: float) -> bool:
        """Order all moves of a column; False where none of them can be."""
        hand, given = self.hand, False
        for each in column:
            action = move(each.names, each.stack.ends[each.end])
            name = hand.state.edition.board.called(each.end)
            why = Why(f"on to {name}", gain=round(gain, 2), falls=round(self.falls(each.end), 4))
            given |= ask.is_legal(hand.state, action) and hand.give(action, why)
        return given


def _all_but_one(column: Sequence[March]) -> list[March]:
    """A column that leaves one unit of each stack behind."""
    return [March(stack, names[1:], end) for stack, names, end in column]


def _as_guard(march: March) -> tuple[float, SpaceId, PieceId]:
    """Those first who defend most for their price."""
    unit = march.stack.unit
    return -unit.defense / (unit.cost or 1), march.stack.space, march.names[0]
