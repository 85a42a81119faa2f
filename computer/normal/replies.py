"""What the enemies could take or sink in their next turns, each with whom it has, each unit once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from computer.normal.course import Course, Fighter, Force, course_of, fighter_of, force_of, held_after
from computer.reaching import sorties
from computer.weights import PLACES
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.state.pieces import PieceId

ENOUGH, MOST_TARGETS = 0.8, 5
"""An enemy sends no more than wins about so often, against so many spaces."""
GETS, TEMPTS = 0.4, 0.4
"""So much of what the enemies could gain together they do gain; and so much of what each place alone tempts them with
counts beside it, as nobody knows which they choose.
"""

KILLED = 1.15
"""What an enemy kills counts more than its price: who strikes chooses where, and those who are left go on."""


@dataclass(frozen=True)
class Held:
    """A space of one's own as a plan leaves it: who is there, and what losing it costs beside them, in IPCs."""

    space: SpaceId
    garrison: Force
    prize: float
    is_land: bool = True


@dataclass(frozen=True)
class Striking:
    """A unit of an enemy: by its piece, from where, as it fights."""

    piece: PieceId
    start: SpaceId
    fighter: Fighter


Reaching = Mapping[SpaceId, tuple[Striking, ...]]
NOWHERE: Mapping[SpaceId, float] = {}


class Enemies:
    """All enemies at war with a power, in the order of their turns after its own, and whom each sends where."""

    def __init__(self, state: GameState, power: PowerId) -> None:
        order = list(state.edition.turn_order)
        at = order.index(power) if power in order else 0
        after = [*order[at + 1 :], *order[:at]]
        self._forces: dict[tuple[int, SpaceId, frozenset[SpaceId]], Force] = {}
        self._land = frozenset(state.edition.board.territory)
        self.by_enemy: dict[PowerId, Reaching] = {
            enemy: reaching_of(state, enemy) for enemy in after if ask.at_war(state, enemy, power)
        }

    def reached(self, space: SpaceId) -> bool:
        """Whether any enemy can strike a space."""
        return any(space in reaching for reaching in self.by_enemy.values())

    def falls(self, space: SpaceId, garrison: Force, gone: Collection[SpaceId] = (), first: int | None = None) -> float:
        """How likely a space is lost before the power moves again: all enemies that reach it strike in turn.

        first: so many of them alone, in their order.
        """
        rows = list(enumerate(self.by_enemy.values()))[:first]
        away = frozenset(gone)
        strikes = (self._whole(number, reaching, space, away) for number, reaching in rows if space in reaching)
        return lost_to(strikes, garrison, is_land=space in self._land)

    def take(
        self,
        held: Collection[Held],
        gone: Collection[SpaceId] = (),
        wins: Mapping[SpaceId, float] = NOWHERE,
    ) -> float:
        """What all enemies together gain by their best cheap strikes, in IPCs; who stood in `gone` is gone.

        wins: how likely each battle is won that is fought before.
        """
        total, open_now, away = 0.0, {each.space: each for each in held}, frozenset(gone)
        for number, reaching in enumerate(self.by_enemy.values()):
            total += self._strikes(number, reaching, open_now, away)
        total = GETS * total + TEMPTS * sum(self._tempts(each, away) for each in held)
        return round(total + self.decides(held, away, wins), PLACES)

    def decides(
        self,
        held: Collection[Held],  # noqa: ARG002
        gone: Collection[SpaceId] = (),  # noqa: ARG002
        wins: Mapping[SpaceId, float] = NOWHERE,  # noqa: ARG002
    ) -> float:
        """How much nearer the enemies come to winning the war, in IPCs; nothing where nobody looks at that."""
        return 0.0

    def won(self, wins: Mapping[SpaceId, float]) -> float:  # noqa: ARG002
        """How likely the war is won before any of them moves, with these battles won."""
        return 0.0

    def _tempts(self, held: Held, gone: frozenset[SpaceId]) -> float:
        """What a space alone is worth to the enemy who gains most there."""
        gains = [
            self.gain_of(held, self._whole(number, reaching, held.space, gone))[0]
            for number, reaching in enumerate(self.by_enemy.values())
            if held.space in reaching
        ]
        return max(0.0, *gains) if gains else 0.0

    def _strikes(
        self, number: int, reaching: Reaching, open_now: dict[SpaceId, Held], gone: frozenset[SpaceId]
    ) -> float:
        """The best strikes of one enemy, one after the other; what it takes is no target for the next."""
        rated = []
        for held in open_now.values():
            if held.space in reaching:
                gain, _ = self.gain_of(held, self._whole(number, reaching, held.space, gone))
                if gain > 0:
                    rated.append((-round(gain, PLACES), held.space))
        used: set[int] = set()
        total = 0.0
        for _, space in sorted(rated)[:MOST_TARGETS]:
            held = open_now[space]
            sent = _cheapest(held, _able(reaching[space], gone, used))
            gain, course = self.gain_of(held, force_of(each.fighter for each in sent))
            if gain <= 0:
                continue
            total += gain
            used.update(map(id, sent))
            if course.win > 1 / 2:
                del open_now[space]
            else:
                open_now[space] = self.left_of(held, force_of(each.fighter for each in sent))
        return total

    def gain_of(self, held: Held, force: Force) -> tuple[float, Course]:
        """What a strike brings an enemy on average, and how it goes."""
        if not force:
            return 0.0, Course(0.0, 0.0, 0.0)
        course = course_of(force, held.garrison)
        takes = not held.is_land or any(fighter.captures for fighter in force)
        prize = held.prize * course.win if takes else 0.0
        return prize + KILLED * course.defend_loss - course.attack_loss, course

    def left_of(self, held: Held, force: Force) -> Held:  # noqa: ARG002
        """A space that holds as the next enemy finds it."""
        return held

    def _whole(self, number: int, reaching: Reaching, space: SpaceId, gone: frozenset[SpaceId]) -> Force:
        """All whom an enemy could send to a space."""
        key = number, space, gone.intersection(each.start for each in reaching[space])
        if key not in self._forces:
            self._forces[key] = force_of(each.fighter for each in reaching[space] if each.start not in gone)
        return self._forces[key]


def lost_to(strikes: Iterable[Force], garrison: Force, *, is_land: bool) -> float:
    """How likely a garrison is lost to forces that strike one after the other."""
    stands = 1.0
    for force in strikes:
        if not force or (is_land and not any(fighter.captures for fighter in force)):
            continue
        win = course_of(force, garrison).win
        stands *= 1 - win
        if win < 1:
            garrison = held_after(force, garrison)
    return round(1 - stands, PLACES)


def reaching_of(state: GameState, enemy: PowerId) -> Reaching:
    """Whom a power can send where in its next turn."""
    found: dict[SpaceId, list[Striking]] = {}
    known: dict[int, Fighter] = {}
    for sortie in sorties(state, enemy):
        unit = sortie.striker.unit
        fighter = known.setdefault(id(unit), fighter_of(state, unit))
        striking = Striking(sortie.piece, sortie.striker.start, fighter)
        for space in sortie.spaces:
            found.setdefault(space, []).append(striking)
    return {space: tuple(sorted(rows, key=_order)) for space, rows in found.items()}


def _order(striking: Striking) -> tuple[bool, Fighter, PieceId]:
    """Those who take ground first, then the cheapest."""
    return not striking.fighter.captures, striking.fighter, striking.piece


def _able(rows: Collection[Striking], gone: Collection[SpaceId], used: Collection[int]) -> list[Striking]:
    return [each for each in rows if each.start not in gone and id(each) not in used]


def _cheapest(held: Held, able: list[Striking]) -> list[Striking]:
    """Those who win often enough, or all."""
    for count in range(1, len(able)):
        if course_of(force_of(each.fighter for each in able[:count]), held.garrison).win >= ENOUGH:
            return able[:count]
    return able
