"""The review of a game: the chance to win by round, the biggest swings of the dice, and the costliest choices."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from computer.chances import price
from computer.judging import gained
from computer.review.attacks import Choice, choice_of
from computer.review.course import CombatMove, PlayedTurn, turns_of
from computer.review.fights import DiceSwing, swing_of
from computer.weights import JUDGE, PLACES, REVIEW
from engine import GameState, IllegalAction, ask
from engine.events import Event
from engine.facts.board import PowerId
from engine.facts.edition import Edition
from engine.facts.openings import Side

SIDE: Side = "axis"
"""Whose chance is told; the other side has the rest."""
MOST_SWINGS, MOST_CHOICES = 5, 3
PLANS, MOST_PLANS = 60, 1_000
"""So many plans are weighed for the attacks of a turn, and at most."""
MOST_WEIGHED = 6_000
"""Plans of a whole game: a longer one has fewer in each turn."""
FEWEST = 8
MOST_COMPARED = 120
"""Of more turns the attacks of those are weighed in which the side on turn fared worst."""


@dataclass(frozen=True)
class Standing:
    """How a game stood at the end of a round, or of a turn: `time` in rounds, 0 at the start, 2 the end of round 2.

    gained: what the side has gained since the start, as the judge counts. chance: how likely it is to win.
    """

    time: float
    gained: float
    chance: float


@dataclass(frozen=True)
class Review:
    """A game, or some powers' turns of it, looked back on.

    standings: of `side`. swings: of dice, choices: of attacks that cost something, both the weightiest first. finds:
    choices that were worth more than the best plan that was found. turns: how many were looked at; compared: those
    whose attacks were weighed; weighed: how many plans. scale: the gain in IPCs that makes the odds three to one.
    """

    side: Side
    scale: float
    standings: tuple[Standing, ...]
    swings: tuple[DiceSwing, ...]
    choices: tuple[Choice, ...]
    finds: tuple[Choice, ...]
    turns: int
    compared: int
    weighed: int


def review_of(
    start: GameState,
    events: Iterable[Event],
    *,
    powers: Collection[PowerId] | None = None,
    plans: int = PLANS,
) -> Review:
    """The review of what followed from the start of a game; of the turns of some powers alone where these are named.

    Raises IllegalAction (`form`) for a number of plans out of bounds.
    """
    if not 1 <= plans <= MOST_PLANS:
        raise IllegalAction("form", f"A turn can be weighed against 1 to {MOST_PLANS} plans, not {plans}.")
    course = _Course(start)
    for turn in turns_of(start, events):
        course.add(turn, is_wanted=powers is None or turn.power in powers)
    compared = len(course.moves)
    plans = min(plans, max(FEWEST, MOST_WEIGHED // max(1, compared)))
    choices = [choice_of(move, plans) for move in course.taken()]
    swings = [swing for each in course.swings.values() for swing in each]
    return Review(
        SIDE,
        course.scale,
        (Standing(0.0, 0.0, 0.5), *course.standings.values()),
        tuple(sorted(swings, key=lambda each: -abs(each.swing))[:MOST_SWINGS]),
        tuple(sorted((each for each in choices if each.is_costly), key=lambda each: each.edge)[:MOST_CHOICES]),
        tuple(sorted((each for each in choices if each.is_find), key=lambda each: -each.edge)[:MOST_CHOICES]),
        len(course.standings),
        compared,
        sum(each.weighed for each in choices),
    )


class _Course:
    """What is kept of the turns by when they ended: little of each, as a war may have hundreds."""

    def __init__(self, start: GameState) -> None:
        self._start, self.scale = start, scale_of(start)
        self.standings: dict[float, Standing] = {}
        self.swings: dict[float, list[DiceSwing]] = {}
        self.moves: dict[float, tuple[float, CombatMove]] = {}

    def add(self, turn: PlayedTurn, *, is_wanted: bool) -> None:
        """One turn more; a correction may have put the game back, and then what came after is gone."""
        time = time_of(self._start.edition, turn.round, turn.power)
        for kept in (self.standings, self.swings, self.moves):
            for gone in [each for each in kept if each >= time]:
                kept.pop(gone)
        if not is_wanted:
            return
        self.standings[time] = standing(time, turn.end, self._start, self.scale)
        self.swings[time] = [swing for fight in turn.fights if (swing := swing_of(fight))]
        if turn.combat_move:
            side = turn.start.edition.power[turn.power].side
            self.moves[time] = gained(turn.end, turn.start, side), turn.combat_move
            if len(self.moves) > MOST_COMPARED:
                self.moves.pop(max(self.moves, key=lambda each: (self.moves[each][0], each)))

    def taken(self) -> Iterator[CombatMove]:
        """The combat moves that are weighed, in their order; each is forgotten then."""
        for time in list(self.moves):
            yield self.moves.pop(time)[1]


def time_of(edition: Edition, round_number: int, power: PowerId) -> float:
    """When a turn ends, in rounds."""
    order = edition.turn_order
    return round_number - 1 + (order.index(power) + 1) / len(order)


def standing(time: float, state: GameState, start: GameState, scale: float) -> Standing:
    """How a game stands in a position."""
    lead = gained(state, start, SIDE)
    if state.winner is not None:
        return Standing(time, lead, float(state.winner == SIDE))
    return Standing(time, lead, chance_of(lead, scale))


def chance_of(lead: float, scale: float) -> float:
    """How likely a side wins that has gained so much: three of four times where it is the scale."""
    steps = max(-30.0, min(30.0, lead / scale))
    return round(1 / (1 + 3**-steps), 4)


def scale_of(start: GameState) -> float:
    """The gain in IPCs that makes the odds three to one: a share of all units and of the income to come."""
    accounts = [account for power in start.edition.powers for account in start.edition.accounts_of(power.id)]
    incomes = sum(ask.income_of(start, account) for account in accounts)
    return round(REVIEW.decisive * (price(start, start.pieces.values()) + JUDGE.income * incomes), PLACES)
