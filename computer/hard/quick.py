"""Plays turns that are only thought of: strikes at what it wins now, by ways that are guessed and then asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from computer.chances import Chances
from computer.ending import end_phase
from computer.greedy.attacking import Attacks, Force, Target, targets
from computer.greedy.buying import buy_all, place_all
from computer.greedy.landing import Route, carry_out, routes
from computer.greedy.player import GreedyPlayer
from computer.greedy.stacks import Stack, move
from computer.playing import Hand, Why
from computer.weights import EASY_PRIZES
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.state.pieces import PieceId

Path = tuple[SpaceId, ...]
FAR = 99
STRIKE = Why("what it could do")


class Prospect:
    """What the power on turn could strike, where that bars the way, and how far each place is from a landing place."""

    def __init__(self, state: GameState) -> None:
        self._board = state.edition.board
        found = list(targets(state, EASY_PRIZES))
        self.struck = {each.space for each in found}
        self.held = {each.space for each in found if each.defenders}
        closed = {space for space, owner in state.owners.items() if owner is None}
        self.barred = self.held | closed
        self._homes = [home for home in state.owners if ask.is_landing_territory(state, home, state.power)]
        self._to_land: dict[SpaceId, int] = {}

    def to_land(self, space: SpaceId) -> int:
        """How far it is from there to where aircraft can land."""
        if space not in self._to_land:
            far = self._board.flight_distances(space)
            self._to_land[space] = min((far.get(home, FAR) for home in self._homes), default=FAR)
        return self._to_land[space]


@dataclass(frozen=True)
class Glance(Stack):
    """A stack, and about where it could strike: whether it really may, is asked once it is sent there."""

    prospect: Prospect

    @cached_property
    def ends(self) -> dict[SpaceId, Path]:
        """Where it could strike, and the path."""
        board, prospect, most, domain = self.state.edition.board, self.prospect, self.unit.move, self.unit.domain
        found, seen, queue = dict[SpaceId, Path](), {self.space}, deque[Path]([(self.space,)])
        is_of_its_kind = board.is_land if domain == "land" else board.is_sea
        while queue:
            path = queue.popleft()
            for there in board.neighbours[path[-1]]:
                if there in seen or not (domain == "air" or is_of_its_kind(there)):
                    continue
                seen.add(there)
                if there in prospect.struck and (domain != "air" or prospect.to_land(there) <= most - len(path)):
                    found[there] = (*path, there)
                if len(path) < most and (domain == "air" or there not in prospect.barred):
                    queue.append((*path, there))
        return found


class QuickAttacks(Attacks):
    """Attacks by those who could strike."""

    prizes = EASY_PRIZES

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        prospect = Prospect(hand.state)
        self.stacks = tuple(Glance(each.state, each.space, each.unit, each.pieces, prospect) for each in self.stacks)
        self._landings = self._loaded(prospect)

    def _loaded(self, prospect: Prospect) -> dict[SpaceId, list[Route]]:
        """Where free transports could land, each with the best load for itself."""
        found: dict[SpaceId, list[Route]] = {}
        for ship in self.ships:
            for route in routes(self.hand.state, ship, prospect.struck, ()):
                found.setdefault(route.beach, []).append(route)
        return found

    def _by_sea(self, target: Target) -> Iterator[Route]:
        taken = set(self.taken)
        for route in self._landings.get(target.space, ()):
            if taken.isdisjoint((route.ship, *route.cargo)):
                taken.update(route.cargo)
                yield route

    def order(self, target: Target, force: Force, chances: Chances, gain: float) -> None:  # noqa: ARG002
        """Send a force on its way, as far as it may go."""
        for route in force.landing:
            if carry_out(self.hand, route, STRIKE):
                self.taken.update((route.ship, *route.cargo))
        ways: dict[Path, list[PieceId]] = {}
        for piece, path in force.marching:
            ways.setdefault(path, []).append(piece)
        for path, pieces in ways.items():
            if self.hand.give(move(pieces, path), STRIKE):
                self.taken.update(pieces)


class QuickPlayer(GreedyPlayer):
    """Buys, strikes and places; it moves nobody else, and declares no war."""

    def play(self, hand: Hand) -> None:
        """The orders of a phase."""
        match hand.phase:
            case "purchase":
                buy_all(hand)
            case "combat_move":
                QuickAttacks(hand).order_all()
            case "conduct_combat":
                if self.fight(hand):
                    return
            case "mobilize":
                place_all(hand)
        end_phase(hand)
