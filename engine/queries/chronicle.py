"""A game in figures: what each power had at the end of every turn, and how lucky its dice were.

Made of what happened: events change the state, and no rule is applied anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from engine.combat.air.raids import effect
from engine.dice import hits_expected
from engine.economy.objectives import paid_into
from engine.events import Event, evolve
from engine.events.combat.battle import Fired
from engine.events.combat.kamikaze_strikes import KamikazesStruck
from engine.events.combat.raids import AntiAircraftFired, ProductionStruck
from engine.events.turn import TurnBegan
from engine.facilities.production import income_of
from engine.facts.board import PowerId
from engine.facts.edition import Edition
from engine.facts.openings import Account, AccountId
from engine.state.game_state import GameState

FACES = range(1, 7)
Scored = Fired | AntiAircraftFired | KamikazesStruck | ProductionStruck


@dataclass(frozen=True)
class Score:
    """What dice scored, hits or IPCs: how many dice, the score, what was to be expected of them, its variance."""

    dice: int = 0
    scored: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.dice + other.dice,
            self.scored + other.scored,
            self.expected + other.expected,
            self.variance + other.variance,
        )

    @property
    def luck(self) -> float:
        """What was scored above expectation."""
        return self.scored - self.expected

    @property
    def sigmas(self) -> float:
        """The luck in standard deviations; 0 while there was nothing to be lucky with."""
        return self.luck / self.variance**0.5 if self.variance else 0.0


@dataclass(frozen=True)
class Earnings:
    """What the territories of an account yield, and what national objectives would pay into it, in IPCs."""

    territories: int
    objectives: int

    @property
    def income(self) -> int:
        """What territories and objectives bring together; chance and convoys are left out."""
        return self.territories + self.objectives


@dataclass(frozen=True)
class PowerFigures:
    """A power at one moment: what each of its accounts earns, what its units on the board cost, its victory cities.

    Units are counted in IPCs; those that are not for sale are worth nothing, damaged ships their full price, and
    facilities are no units.
    """

    earnings: Mapping[AccountId, Earnings]
    unit_value: int
    victory_cities: int


@dataclass(frozen=True)
class Moment:
    """All powers at one moment, `time` in rounds: 0 is the start, 2 the end of round 2, turns lie between.

    round and power: whose turn it was; round 0 is the start. hits: the dice so far of battles and antiaircraft guns.
    raids: those of bombing raids and rockets, in IPCs, which is also what their damage costs to repair. Powers that
    have not rolled are not listed there.
    """

    time: float
    round: int
    power: PowerId
    standings: Mapping[PowerId, PowerFigures]
    hits: Mapping[PowerId, Score]
    raids: Mapping[PowerId, Score]

    @property
    def figures(self) -> tuple[Any, ...]:
        """All that is counted, without the time."""
        return self.standings, self.hits, self.raids


def chronicle(start: GameState, events: Iterable[Event], present: GameState) -> tuple[Moment, ...]:
    """The start, the end of each turn, and the present where something has changed since.

    start: the state before the first event. present: the board after the last one as far as it may be shown.
    """
    state = start
    scores: _Scores = ({}, {})
    moments = [_moment(start, 0.0, 0, scores)]
    for event in events:
        if isinstance(event, TurnBegan):
            _add(moments, _moment(state, _turn(state) + 1, state.round, scores))
        elif isinstance(event, Scored):
            _count(scores, state, event)
        state = evolve(state, event)
    now = _moment(present, _turn(present) + (1 if present.winner else 0.5), present.round, scores)
    if now.figures != moments[-1].figures:
        _add(moments, now)
    return tuple(moments)


def standing(state: GameState, power: PowerId) -> PowerFigures:
    """What a power has now."""
    prices = state.edition.unit
    worth = sum(prices[piece.unit].cost or 0 for piece in state.pieces.values() if piece.power == power)
    cities = sum(1 for territory in state.edition.victory_cities if state.owners[territory] == power)
    accounts = state.edition.accounts_of(power)
    return PowerFigures({account.id: _earned(state, account) for account in accounts}, worth, cities)


def _earned(state: GameState, account: Account) -> Earnings:
    return Earnings(income_of(state, account), sum(paid_into(state, account).values()))


def by_side(edition: Edition, scores: Mapping[PowerId, Score]) -> dict[str, Score]:
    """The scores of all powers of a side together."""
    found: dict[str, Score] = dict.fromkeys((power.side for power in edition.powers), Score())
    for power, score in scores.items():
        found[edition.power[power].side] += score
    return found


_Scores = tuple[dict[PowerId, Score], dict[PowerId, Score]]
"""Hits and raids by power."""


def _turn(state: GameState) -> int:
    """How many turns the game would have had before the present one if all powers took theirs in every round."""
    return (state.round - 1) * len(state.edition.turn_order) + state.edition.turn_rank[state.power]


def _moment(state: GameState, turns: float, round_number: int, scores: _Scores) -> Moment:
    powers = state.edition.turn_order
    standings = {power: standing(state, power) for power in powers}
    hits, raids = scores
    return Moment(turns / len(powers), round_number, state.power, standings, dict(hits), dict(raids))


def _add(moments: list[Moment], moment: Moment) -> None:
    """A correction may have put the game back: what was then is over and played anew."""
    while moments[-1].time >= moment.time:
        moments.pop()
    moments.append(moment)


def _count(scores: _Scores, state: GameState, event: Scored) -> None:
    hits, raids = scores
    for power, score in _SCORED[type(event)](state, event):
        sums = raids if isinstance(event, ProductionStruck) else hits
        sums[power] = sums.get(power, Score()) + score


def _fired(_: GameState, event: Fired) -> list[tuple[PowerId, Score]]:
    return [(shots.power, _shots(len(shots.dice), shots.hits, shots.value, shots.best_of)) for shots in event.shots]


def _anti_aircraft(_: GameState, event: AntiAircraftFired) -> list[tuple[PowerId, Score]]:
    hits = sum(shot.hit for shot in event.shots)
    return [(event.power, _shots(len(event.shots), hits, event.needed))]


def _kamikazes(_: GameState, event: KamikazesStruck) -> list[tuple[PowerId, Score]]:
    return [(event.power, _shots(len(each.dice), each.hits, event.needed)) for each in event.strikes]


def _struck(state: GameState, event: ProductionStruck) -> list[tuple[PowerId, Score]]:
    """Expected is what is left to be struck: where a complex takes damage, all strikes share what it can take."""
    found, room = [], event.limit
    for strike in event.strikes:
        striker = state.pieces.get(strike.piece)
        power = striker.power if striker else event.power
        unit = state.unit_of(power, strike.unit)
        losses = [min(room, effect(unit, dice)) for dice in product(FACES, repeat=len(strike.dice))]
        mean = sum(losses) / len(losses)
        variance = sum((loss - mean) ** 2 for loss in losses) / len(losses)
        found.append((power, Score(len(strike.dice), strike.loss, mean, variance)))
        room -= strike.loss if event.damage else 0
    return found


_SCORED: Mapping[type, Callable[[GameState, Any], list[tuple[PowerId, Score]]]] = {
    Fired: _fired,
    AntiAircraftFired: _anti_aircraft,
    KamikazesStruck: _kamikazes,
    ProductionStruck: _struck,
}


def _shots(dice: int, hits: int, needed: int, best_of: int = 1) -> Score:
    throws, chance = dice // best_of, float(hits_expected(best_of, needed, best_of))
    return Score(dice, hits, throws * chance, throws * chance * (1 - chance))
