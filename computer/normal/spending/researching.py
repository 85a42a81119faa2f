"""Research dice that `normal` buys: where what developments make of its units is worth more than the dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from computer.playing import Action, Hand, Why
from computer.weights import BUILDING, PLACES, RESEARCH
from engine import GameState, ask
from engine.dice import FACES
from engine.facts.board import PowerId
from engine.facts.edition import Technology
from engine.facts.unit_types import UnitType
from engine.state.words import number

MEAN = (FACES + 1) / 2


class Dice(NamedTuple):
    """Dice for a goal, those kept from before among them: how likely one of them finds something, and its worth."""

    bought: int
    goal: Action
    name: str
    odds: float
    worth: float
    gain: float

    @property
    def rank(self) -> tuple[float, int, str]:
        """The best first."""
        return -self.gain, self.bought, self.name


def research_all(hand: Hand) -> None:
    """Roll the dice that gain most, if any gain something."""
    state = hand.state
    best = min(_ways(state, hand.power), key=lambda dice: dice.rank, default=None)
    if best is None or best.gain <= 0:
        return
    cost = best.bought * ask.research_price(state)
    shares = next(iter(ask.ways_to_pay(state, cost)), {})
    payers = {"from": shares} if len(shares) > 1 else {"from": next(iter(shares))} if shares else {}
    order = {"type": "research", "dice": best.bought, **best.goal, **payers}
    aim = f"{number(best.bought, 'new research die', 'new research dice')} for {best.name}, worth {best.worth:g} IPCs"
    if ask.is_legal(state, order):
        hand.give(order, Why(aim, round(best.odds, 4), round(best.gain, 2), float(cost)))


def _ways(state: GameState, power: PowerId) -> Iterator[Dice]:
    """So many dice for each goal as may be bought."""
    if state.edition.parameters.research.price is None:
        return
    price, kept = ask.research_price(state), state.research_tokens.get(power, 0)
    funds = sum(ask.treasury(state, account) for account in ask.open_accounts(state, power))
    for goal, name, worth in _goals(state, power):
        for bought in range(int(RESEARCH.share * funds) // price + 1):
            if bought + kept:
                now, later = (found_by(rolls * (bought + kept)) for rolls in (1, _rolls(state)))
                before = found_by(_rolls(state) * kept) if bought else 0.0
                gain = round((later - before) * worth - bought * price, PLACES)
                yield Dice(bought, goal, name, now, round(worth, 2), gain)


def _rolls(state: GameState) -> int:
    """How often a die is rolled in the rounds that count."""
    return RESEARCH.rolls if state.edition.parameters.research.tokens_kept else 1


def found_by(dice: int) -> float:
    """How likely one of so many dice finds something."""
    return 1.0 - (1 - 1 / FACES) ** dice


def _goals(state: GameState, power: PowerId) -> Iterator[tuple[Action, str, float]]:
    """What dice can be rolled for, and what finding it is worth on average."""
    missing = ask.missing_technologies(state, power)
    if state.edition.parameters.research.goal == "technology":
        for technology in missing:
            yield {"technology": technology.id}, technology.name, worth_of(state, power, technology)
        return
    for chart in ask.open_charts(state, power):
        row = [worth_of(state, power, each) for each in missing if each.chart == chart]
        yield {"chart": chart}, f"chart {chart}", sum(row) / len(row)


def worth_of(state: GameState, power: PowerId, technology: Technology) -> float:
    """What a development is worth to a power, in IPCs: what it makes of the units that it has and of what it buys."""
    known = state.technologies.get(power, ())
    after = replace(state, technologies={**state.technologies, power: (*known, technology.id)})
    own = [piece for piece in state.pieces.values() if piece.power == power]
    price = sum(state.type_of(piece).cost or 0 for piece in own) or 1
    spent = RESEARCH.rounds * sum(ask.income_of(state, account) for account in state.edition.accounts_of(power))
    worth = RESEARCH.rounds * MEAN * technology.income_dice
    for change in technology.changes:
        was, will = state.unit_of(power, change.unit), after.unit_of(power, change.unit)
        value = sum(was.cost or 0 for piece in own if piece.unit == change.unit)
        if was.cost and will.cost:
            worth += spent * value / price * (1 - will.cost / was.cost)
        if strength(was):
            worth += value * (strength(will) / strength(was) - 1)
        sites = sum(change.unit == ask.complex_in(state, site) for site in ask.usable_complexes(state, power))
        worth += RESEARCH.rounds * BUILDING.a_place * sites * (will.extra_production - was.extra_production)
    return round(worth, PLACES)


def strength(unit: UnitType) -> float:
    """What a unit is good for: how it attacks alone and what it makes of partners, how it defends, how far it goes."""
    if not (unit.attack or unit.defense):
        return 0.0
    hit = unit.attack / FACES
    attack = FACES * (1 - (1 - hit) ** unit.attack_dice if unit.best_die_counts else hit * unit.attack_dice)
    return attack + unit.defense + RESEARCH.a_partner * unit.supported_units + RESEARCH.a_step * unit.move
