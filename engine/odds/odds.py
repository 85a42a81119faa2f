"""What the chances of a battle come to: who wins, who is left, what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.facts.unit_types import UnitId
from engine.odds.chain import Ends, ends_of
from engine.odds.force import Force, Left
from engine.odds.form import BattleForm


@dataclass(frozen=True)
class Odds:
    """Shares and averages. A side wins where it has a unit that can fight left, and the other has not.

    attacker_left, defender_left: units on average. loss_ipcs: what they cost. dropped: what was left out as negligible.
    """

    attacker_win: float
    defender_win: float
    draw: float
    rounds: float
    attacker_left: Mapping[UnitId, float]
    defender_left: Mapping[UnitId, float]
    attacker_loss_ipcs: float
    defender_loss_ipcs: float
    dropped: float


def odds_of(form: BattleForm) -> Odds:
    """The exact chances of a battle; raises IllegalAction if it could not be fought."""
    ends = ends_of(form)
    attacker, defender = _wins(ends)
    attacker_left, defender_left = _left(ends.attack, ends, 0), _left(ends.defend, ends, 1)
    return Odds(
        attacker,
        defender,
        1 - attacker - defender,
        ends.rounds,
        attacker_left,
        defender_left,
        _loss(ends.attack, attacker_left),
        _loss(ends.defend, defender_left),
        ends.dropped,
    )


def _wins(ends: Ends) -> tuple[float, float]:
    attacker = defender = 0.0
    for (attack, defend), share in ends.shares.items():
        attacks, defends = _can_fight(ends.attack, attack), _can_fight(ends.defend, defend)
        attacker += share * (attacks and not defends)
        defender += share * (defends and not attacks)
    return attacker, defender


def _can_fight(force: Force, left: Left) -> bool:
    return not force.is_gone(force.without_defenseless(left))


def _left(force: Force, ends: Ends, side: int) -> dict[UnitId, float]:
    found: dict[UnitId, float] = {group.unit: 0.0 for group in force.groups}
    for pair, share in ends.shares.items():
        for unit, count in force.standing(pair[side]):
            found[unit.id] += share * count
    return found


def _loss(force: Force, left: Mapping[UnitId, float]) -> float:
    began = dict.fromkeys(left, 0)
    for unit, count in force.standing(force.full):
        began[unit.id] += count
    table = force.state.edition.unit
    return sum((count - left[unit]) * (table[unit].cost or 0) for unit, count in began.items())
