"""The review of a game: the chance to win by round, the biggest swings of the dice, and the costliest choices."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from computer.chances import price
from computer.judging import gained
from computer.review.attacks import Choice, choice_of
from computer.review.course import PlayedTurn, turns_of
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
    choices that were worth more than the best plan that was found. turns: how many were looked at; weighed: how many
    plans. scale: the gain in IPCs that makes the odds three to one.
    """

    side: Side
    scale: float
    standings: tuple[Standing, ...]
    swings: tuple[DiceSwing, ...]
    choices: tuple[Choice, ...]
    finds: tuple[Choice, ...]
    turns: int
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
    turns = _turns(start, events, powers)
    fewer = max(FEWEST, MOST_WEIGHED // max(1, len(turns)))
    scale = scale_of(start)
    standings = [Standing(0.0, 0.0, 0.5)]
    swings, choices = list[DiceSwing](), list[Choice]()
    for time, turn in turns.items():
        standings.append(standing(time, turn.end, start, scale))
        swings += [swing for fight in turn.fights if (swing := swing_of(fight))]
        if choice := choice_of(turn, min(plans, fewer)):
            choices.append(choice)
    return Review(
        SIDE,
        scale,
        tuple(standings),
        tuple(sorted(swings, key=lambda each: -abs(each.swing))[:MOST_SWINGS]),
        tuple(sorted((each for each in choices if each.is_costly), key=lambda each: each.edge)[:MOST_CHOICES]),
        tuple(sorted((each for each in choices if each.is_find), key=lambda each: -each.edge)[:MOST_CHOICES]),
        len(turns),
        sum(each.weighed for each in choices),
    )


def _turns(start: GameState, events: Iterable[Event], powers: Collection[PowerId] | None) -> dict[float, PlayedTurn]:
    """The turns by when they ended; a correction may have put the game back, and then what came after is gone."""
    found = dict[float, PlayedTurn]()
    for turn in turns_of(start, events):
        time = time_of(start.edition, turn.round, turn.power)
        found = {before: other for before, other in found.items() if before < time}
        if powers is None or turn.power in powers:
            found[time] = turn
    return found


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
