"""A game in figures: what each power had at the end of every turn, and how lucky its dice were.

Made from what happened: events change the state, and no rule is applied again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.battle_report.items import FacilityStrike, Item, scores_of
from engine.battle_report.reading import item_of
from engine.battle_report.scores import Score
from engine.economy.objectives import paid_into
from engine.events import Event, evolve
from engine.events.turn import TurnBegan
from engine.facilities.production import income_of
from engine.facts.board import PowerId
from engine.facts.edition import Edition
from engine.facts.openings import Account, AccountId
from engine.queries.luck import Luck, luck_of
from engine.queries.swings import Throws
from engine.state.game_state import GameState


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
    have not rolled are not listed there. swings: what all dice so far won or lost each power in its own turns, in IPCs.
    """

    time: float
    round: int
    power: PowerId
    standings: Mapping[PowerId, PowerFigures]
    hits: Mapping[PowerId, Score]
    raids: Mapping[PowerId, Score]
    swings: Mapping[PowerId, float]

    @property
    def figures(self) -> tuple[Any, ...]:
        """All that is counted, without the time."""
        return self.standings, self.hits, self.raids, self.swings


@dataclass(frozen=True)
class Chronicle:
    """A game from its start until now. luck: that of each power in its own turns, and of each side in all turns."""

    moments: tuple[Moment, ...]
    luck: Mapping[str, Luck]


def chronicle(start: GameState, events: Iterable[Event], present: GameState) -> Chronicle:
    """The start, the end of each turn, and the present where something has changed since.

    start: the state before the first event. present: the board after the last one as far as it may be shown.
    """
    state = start
    scores = _Scores()
    moments = [_moment(start, 0.0, 0, scores)]
    for event in events:
        if isinstance(event, TurnBegan):
            _add(moments, _moment(state, _turn(state) + 1, state.round, scores))
        elif item := item_of(state, event):
            _count(scores, state, item)
        state = evolve(state, event)
    now = _moment(present, _turn(present) + (1 if present.winner else 0.5), present.round, scores)
    if now.figures != moments[-1].figures:
        _add(moments, now)
    return Chronicle(tuple(moments), luck_of_war(present.edition, scores.throws))


def luck_of_war(edition: Edition, throws: Throws) -> dict[str, Luck]:
    """The luck of powers and sides that had any; each side gains what the others lose in their turns."""
    found = {power: luck_of(throws.all_of([power])) for power in edition.turn_order}
    one, *others = dict.fromkeys(power.side for power in edition.powers)
    own = [power.id for power in edition.powers if power.side == one]
    enemies = [power.id for power in edition.powers if power.side != one]
    lost = (replace(throw, worth=-throw.worth) for throw in throws.all_of(enemies))
    found[one] = luck_of([*throws.all_of(own), *lost])
    found |= {side: luck.of_the_enemy for side in others if (luck := found[one])}
    return {name: luck for name, luck in found.items() if luck}


def swings_by_side(edition: Edition, swings: Mapping[PowerId, float]) -> dict[str, float]:
    """What the dice of all turns won or lost each side."""
    sides = dict.fromkeys(power.side for power in edition.powers)
    return {
        side: sum(swing if edition.power[power].side == side else -swing for power, swing in swings.items())
        for side in sides
    }


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


@dataclass
class _Scores:
    """Hits and raids by power, and all dice by the power in whose turn they fell."""

    hits: dict[PowerId, Score] = field(default_factory=dict)
    raids: dict[PowerId, Score] = field(default_factory=dict)
    throws: Throws = field(default_factory=Throws)


def _turn(state: GameState) -> int:
    """How many turns the game would have had before the present one if all powers took theirs in every round."""
    return (state.round - 1) * len(state.edition.turn_order) + state.edition.turn_rank[state.power]


def _moment(state: GameState, turns: float, round_number: int, scores: _Scores) -> Moment:
    powers = state.edition.turn_order
    standings = {power: standing(state, power) for power in powers}
    hits, raids, swings = dict(scores.hits), dict(scores.raids), scores.throws.swings()
    return Moment(turns / len(powers), round_number, state.power, standings, hits, raids, swings)


def _add(moments: list[Moment], moment: Moment) -> None:
    """A correction may have put the game back: what came after that point is played again."""
    while moments[-1].time >= moment.time:
        moments.pop()
    moments.append(moment)


def _count(scores: _Scores, state: GameState, item: Item) -> None:
    scores.throws.add(state, item)
    for power, score in scores_of(item):
        sums = scores.raids if isinstance(item, FacilityStrike) else scores.hits
        sums[power] = sums.get(power, Score()) + score
