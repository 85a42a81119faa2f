"""What the chances of a battle come to: who wins, who is left, what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from engine.facts.unit_types import UnitId
from engine.odds.force import Force, Left
from engine.odds.form import BattleForm, check_form
from engine.odds.named_units import setting_of
from engine.odds.outcomes.chain import ends_of
from engine.odds.outcomes.ends import Ends
from engine.odds.setting import Intents, Setting

STAY = Intents()
"""Both lose as printed, and the attackers press on to the end."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many units both sides have left, and how likely that is."""

    attacker: int
    defender: int
    share: float


@dataclass(frozen=True)
class SideOdds:
    """What a side has left and loses.

    left: units on average. at_least: how likely one, two and so on of a unit are left. loss_ipcs: what the lost units
    cost on average; loss_spread: the standard deviation of that.
    """

    left: Mapping[UnitId, float]
    at_least: Mapping[UnitId, tuple[float, ...]]
    loss_ipcs: float
    loss_spread: float


@dataclass(frozen=True)
class Odds:
    """Shares and averages. A side wins where it has a unit that can fight left in the battle, and the other has not.
    Submarines that have submerged are left, but no longer in the battle.

    dropped: what was left out as negligible. fights: how many were fought where the battle is too large to be worked
    out exactly, else 0. stderr: the largest standard error of the shares of wins and draws then.
    """

    attacker_win: float
    defender_win: float
    draw: float
    rounds: float
    attacker: SideOdds
    defender: SideOdds
    outcomes: tuple[Outcome, ...]
    dropped: float
    stderr: float = 0.0
    fights: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether nothing was sampled."""
        return not self.fights

    @property
    def margin(self) -> float:
        """How far a share may be off; where it is above 0, nothing is told as impossible or certain."""
        return max(self.stderr, self.dropped)


def odds_of(form: BattleForm) -> Odds:
    """The chances of a battle of named units; raises IllegalAction if it could not be fought."""
    return odds_in(setting_of(form, check_form(form)), form.intents)


def odds_in(setting: Setting, intents: Intents = STAY) -> Odds:
    """The chances of a battle in its position."""
    ends = ends_of(setting, intents)
    attack, defend = _remaining(ends.attack, ends, 0), _remaining(ends.defend, ends, 1)
    attacker, defender = ends.wins
    return Odds(
        attacker,
        defender,
        1 - attacker - defender,
        ends.rounds,
        _side(ends.attack, attack),
        _side(ends.defend, defend),
        _outcomes(ends, attack, defend),
        ends.dropped,
        ends.stderr,
        ends.fights,
    )


@dataclass(slots=True)
class _Remainder:
    """What may be left of a side, and how likely that is: of each unit, and of all."""

    units: Mapping[UnitId, int]
    count: int
    share: float = 0.0


_Remaining = Mapping[Left, _Remainder]


def _remaining(force: Force, ends: Ends, side: int) -> _Remaining:
    """All that may be left of a side: 0 is the attacker, 1 the defender."""
    found: dict[Left, _Remainder] = {}
    for pair, share in ends.shares.items():
        left = pair[side]
        if left not in found:
            units = _units(force, left)
            found[left] = _Remainder(units, sum(units.values()))
        found[left].share += share
    return found


def _units(force: Force, left: Left) -> dict[UnitId, int]:
    found: dict[UnitId, int] = {group.unit: 0 for group in force.groups}
    for unit, count in force.survivors(left):
        found[unit.id] += count
    return found


def _side(force: Force, remaining: _Remaining) -> SideOdds:
    table = force.state.edition.unit
    began = _units(force, force.full)
    exactly = {unit: [0.0] * (count + 1) for unit, count in began.items()}
    costs = {unit: table[unit].cost or 0 for unit in began}
    worth = sum(count * costs[unit] for unit, count in began.items())
    mean = square = 0.0
    for left in remaining.values():
        loss, share = worth, left.share
        for unit, count in left.units.items():
            loss -= count * costs[unit]
            exactly[unit][count] += share
        mean += share * loss
        square += share * loss * loss
    at_least = {unit: tuple(accumulate(reversed(row)))[::-1][1:] for unit, row in exactly.items()}
    average = {unit: sum(row) for unit, row in at_least.items()}
    return SideOdds(average, at_least, mean, max(square - mean * mean, 0.0) ** 0.5)


def _outcomes(ends: Ends, attack: _Remaining, defend: _Remaining) -> tuple[Outcome, ...]:
    found: dict[tuple[int, int], float] = {}
    for (left, foes), share in ends.shares.items():
        key = attack[left].count, defend[foes].count
        found[key] = found.get(key, 0.0) + share
    return tuple(Outcome(*key, share) for key, share in sorted(found.items()))
