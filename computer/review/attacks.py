"""The attacks of a turn against the best plan of them that is found: both weighed by the same scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from computer.greedy.attacking import Force, targets
from computer.greedy.landing import Route
from computer.levels import seat_at
from computer.normal.attacking import carry_out
from computer.normal.plans import Muster, Sent
from computer.normal.searching import SHARE, Search
from computer.normal.victory.rivals import Rivals
from computer.normal.weighing import Scale, Worth
from computer.phase import UpToDice
from computer.playing import Action, Budget, Hand
from computer.review.course import CombatMove
from computer.seeding import SeededDice, Story
from computer.weights import PLACES, REVIEW
from engine import GameState
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.pieces import PieceId

LEVEL = "normal"
"""Whose judgement it is."""
SAME = 0.05
"""Plans that differ by less, in IPCs, are as good as each other."""


@dataclass(frozen=True)
class Attack:
    """An attack: where, with whom, how likely it is won, and what the plan is worth less without it, in IPCs."""

    space: SpaceId
    units: tuple[tuple[UnitId, int], ...]
    odds: float
    gain: float


@dataclass(frozen=True)
class Choice:
    """The attacks of a turn beside others. worth: in IPCs, less what the enemies' answer takes.

    better_worth: that of the best plan that was found. attacks, better: those that only one of both has, the weightiest
    first. peril: how much likelier a capital falls than it should. orders: those of the plan. weighed: how many were.
    """

    round: int
    power: str
    worth: float
    better_worth: float
    attacks: tuple[Attack, ...]
    better: tuple[Attack, ...]
    peril: float
    orders: tuple[Action, ...]
    weighed: int

    @property
    def edge(self) -> float:
        """What was ordered is worth so much more than the best plan that was found; below 0 where it cost something."""
        return round(self.worth - self.better_worth, PLACES)

    @property
    def is_costly(self) -> bool:
        """Whether a better plan was found."""
        return self.edge < -SAME

    @property
    def is_find(self) -> bool:
        """Whether no plan that was found is as good."""
        return self.edge > SAME


def choice_of(move: CombatMove, plans: int) -> Choice:
    """The attacks of a combat move weighed against so many plans."""
    state, ordered = move.before, move.ordered
    table = UpToDice(state, Story(state.setup, {"turn": f"{move.round}.{move.power}"}), SeededDice(move.round))
    muster = Muster(Hand(table, seat_at(LEVEL, 0), Budget(SHARE * plans)))
    scale = Scale(muster, Rivals(state, move.power))
    played = list(ordered_attacks(muster, state, ordered))
    carry_out(muster, scale, Search(scale).run())
    found = list(ordered_attacks(muster, state, table.state))
    worth, best = value(scale.worth_of(played)), value(scale.worth_of(found))
    return Choice(
        move.round,
        move.power,
        worth,
        best,
        _attacks(scale, played, found),
        _attacks(scale, found, played),
        scale.worth_of(played).peril,
        tuple(each.action for each in table.given),
        muster.hand.budget.made,
    )


def value(worth: Worth) -> float:
    """What attacks are worth in IPCs, an open capital included."""
    return round(worth.net - REVIEW.capital * worth.peril, PLACES)


def ordered_attacks(muster: Muster, before: GameState, after: GameState) -> Iterator[Sent]:
    """The attacks of a combat move, from the board before it and with all of them ordered; raids are left out."""
    forces = _forces(muster, before, after)
    known = {target.space: target for target in (*targets(before, muster.prizes), *muster.targets)}
    for space in sorted(known.keys() & (forces.keys() | _walked_into(before, after))):
        yield Sent(known[space], forces.get(space, Force()))


def _forces(muster: Muster, before: GameState, after: GameState) -> dict[SpaceId, Force]:
    """Who goes where, whether or not anybody is to be fought there."""
    ways = {name: stack.ends for stack in muster.stacks for name in stack.pieces}
    found: dict[SpaceId, Force] = {}
    landing: dict[tuple[SpaceId, PieceId, SpaceId], list[PieceId]] = {}
    for piece in sorted(after.pieces.values(), key=after.rank):
        was = before.pieces.get(piece.id)
        if was is None or piece.power != before.power or piece.raid:
            continue
        if piece.assault and piece.aboard and after.type_of(piece).domain == "land":
            landing.setdefault((piece.assault, piece.aboard, piece.space), []).append(piece.id)
        elif piece.space != was.space and not piece.aboard:
            path = ways.get(piece.id, {}).get(piece.space, (was.space, piece.space))
            found.setdefault(piece.space, Force()).marching.append((piece.id, path))
    for (beach, ship, zone), cargo in landing.items():
        start = before.pieces[ship].space if ship in before.pieces else zone
        found.setdefault(beach, Force()).landing.append(Route(ship, tuple(cargo), (start,), (zone,), beach))
    return found


def _walked_into(before: GameState, after: GameState) -> set[SpaceId]:
    """What was taken on the way."""
    return {space for space, owner in after.owners.items() if owner != before.owners[space]}


def _attacks(scale: Scale, sent: Sequence[Sent], others: Sequence[Sent]) -> tuple[Attack, ...]:
    """Those of some attacks that are not among others, the weightiest first."""
    known = {(each.target.space, frozenset(each.force.pieces)) for each in others}
    whole, found = value(scale.worth_of(sent)), []
    for at, each in enumerate(sent):
        if (each.target.space, frozenset(each.force.pieces)) not in known:
            gain = round(whole - value(scale.worth_of([*sent[:at], *sent[at + 1 :]])), PLACES)
            odds = round(scale.muster.chances_of(each.target, each.force).win, 4)
            found.append(Attack(each.target.space, _units(scale.state, each.force.pieces), odds, gain))
    return tuple(sorted(found, key=lambda attack: (-abs(attack.gain), attack.space)))


def _units(state: GameState, names: Sequence[PieceId]) -> tuple[tuple[UnitId, int], ...]:
    """How many of each unit, in the order of the rules."""
    counts: dict[UnitId, int] = {}
    for piece in sorted(state.select(names), key=lambda each: state.edition.unit_rank[each.unit]):
        counts[piece.unit] = counts.get(piece.unit, 0) + 1
    return tuple(counts.items())
