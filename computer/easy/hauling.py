"""Voyages of several turns: those who wait on a coast go aboard, and fleets of them gather within reach of the enemy."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from computer.easy.attacking import STRUCK
from computer.easy.loading import Loading, Path
from computer.easy.marching import give
from computer.easy.placing import FAR, ways
from computer.greedy.landing import free_transports
from computer.greedy.marching import WORTH_A_STEP, waiting_at
from computer.greedy.stacks import move
from computer.playing import Hand, Why
from computer.reaching import Threats, friends_at
from computer.weights import PLACES
from engine import GameState
from engine.facts.board import SpaceId
from engine.state.pieces import Piece, PieceId

LONGEST = 12
"""So many zones a voyage has at most."""
A_STEP_NEARER = 2.5
"""What a step nearer to the enemy is worth to a loaded transport, in IPCs."""


def haul_all(hand: Hand, threats: Threats, guards: Collection[PieceId]) -> set[PieceId]:
    """Transports that land nobody nearer to the enemy in this turn sail on with their cargo; gives these."""
    sailing: set[PieceId] = set()
    for ship in free_transports(hand.state):
        state = hand.state
        loading, far = Loading(state), ways(state, hand.power)
        cargo = loading.load(ship, ship.space, {*guards, *_who_can_march(state)})
        if not cargo:
            continue
        start = max(far.get(piece.space, FAR) for piece in cargo) - 2 * WORTH_A_STEP
        path = _voyage(hand, threats, (ship, *cargo), loading.voyages(ship.space, LONGEST), far)
        is_aboard = any(piece.aboard for piece in cargo)
        if (is_aboard or far.get(path[-1], FAR) < start) and _set_out(hand, ship, cargo, path):
            sailing.add(ship.id)
    return sailing


def _who_can_march(state: GameState) -> list[PieceId]:
    """Those ashore whose way to the enemy doesn't begin with a voyage."""
    ports = waiting_at(state)
    return [p.id for p in state.pieces.values() if p.power == state.power and not p.aboard and p.space not in ports]


def _voyage(
    hand: Hand, threats: Threats, together: Sequence[Piece], voyages: Sequence[Path], far: Mapping[SpaceId, float]
) -> Path:
    """The way to the zone from which it is least far to the enemy, what the ship risks there counted too."""
    state = hand.state
    worth = sum(state.type_of(piece).cost or 0 for piece in together)

    def cost(path: Path) -> float:
        escorts = [unit for unit in friends_at(state, path[-1], hand.power) if unit.attack]
        lost = threats.lost(path[-1], [*escorts, state.type_of(together[0])])
        return round(A_STEP_NEARER * far.get(path[-1], FAR) + STRUCK * lost * worth, PLACES)

    return min(voyages, key=lambda path: (cost(path), len(path), path))


def _set_out(hand: Hand, ship: Piece, cargo: Sequence[Piece], path: Path) -> bool:
    """Whether they have gone aboard; the ship sails where it has a way to go."""
    why = Why(f"on the way to {hand.state.edition.board.called(path[-1])}, with those who wait aboard")
    for piece in cargo:
        boarding = {"type": "move", "pick": [piece.id], "path": [piece.space, ship.space], "transport": ship.id}
        if not piece.aboard and not hand.offer(boarding, why):
            return False
    most = hand.state.type_of(ship).move
    return len(path) == 1 or give(hand, move((ship.id,), path[: most + 1]), why)
