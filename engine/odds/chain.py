"""The chain of rounds from the first to the end: how likely each outcome is, exactly."""

from __future__ import annotations

from dataclasses import dataclass

from engine.odds.force import Force, Left
from engine.odds.form import BattleForm, check_form
from engine.odds.rounds import Rounds
from engine.odds.setting import setting_of

RARE = 1e-13
"""What a battle comes to less often is left out, and told."""


@dataclass(frozen=True)
class Ends:
    """How a battle may end. shares: who is left of both sides, and how likely that is. rounds: how many are fought on
    average. dropped: the probability of what was left out as negligible.
    """

    attack: Force
    defend: Force
    shares: dict[tuple[Left, Left], float]
    rounds: float
    dropped: float


def ends_of(form: BattleForm) -> Ends:
    """How a battle may end; raises IllegalAction if it could not be fought."""
    edition = check_form(form)
    setting = setting_of(form, edition)
    attack = Force(setting, "attacker", form.order_of_loss.attacker, keep_land_unit=form.keep_land_unit)
    defend = Force(setting, "defender", form.order_of_loss.defender, keep_land_unit=False)
    rounds = Rounds(setting, attack, defend)
    start = rounds.before()
    if start.is_over:
        return Ends(attack, defend, {(start.attack, start.defend): 1.0}, 0.0, 0.0)
    chain = _Chain(rounds)
    chain.begin(start.attack, start.defend, form.retreat_after)
    return Ends(attack, defend, chain.over, chain.rounds, chain.dropped + rounds.dropped)


class _Chain:
    """What is still being fought, and what is over."""

    def __init__(self, fought: Rounds) -> None:
        self.fought = fought
        self.over: dict[tuple[Left, Left], float] = {}
        self.rounds = self.dropped = 0.0

    def begin(self, attack: Left, defend: Left, retreat_after: int | None) -> None:
        """Fight all rounds, up to one after which the attackers leave if there is one."""
        going = self._round({(attack, defend): 1.0}, 1)
        if retreat_after is None:
            self._to_the_end(going)
            return
        for number in range(2, retreat_after + 1):
            going = self._round(going, number)
        for pair, share in going.items():
            self._end(pair, share)

    def _round(self, going: dict[tuple[Left, Left], float], number: int) -> dict[tuple[Left, Left], float]:
        after: dict[tuple[Left, Left], float] = {}
        for (attack, defend), share in going.items():
            self.rounds += share
            for (attack_left, defend_left, is_over), chance in self.fought.fought(
                attack, defend, number, share
            ).items():
                pair = attack_left, defend_left
                if is_over:
                    self._end(pair, share * chance)
                else:
                    after[pair] = after.get(pair, 0.0) + share * chance
        return after

    def _to_the_end(self, going: dict[tuple[Left, Left], float]) -> None:
        """Fight on, those with most left first: rounds without a hit only put off what comes after."""
        by_size: dict[int, dict[tuple[Left, Left], float]] = {}
        for pair, share in going.items():
            by_size.setdefault(_size(pair), {})[pair] = share
        while by_size:
            size = max(by_size)
            for pair, share in by_size.pop(size).items():
                if share < RARE:
                    self.dropped += share
                    continue
                after = self.fought.fought(*pair, 2, share)
                stays = after.get((*pair, False), 0.0)
                visits = share / (1 - stays)
                self.rounds += visits
                for (attack, defend, is_over), chance in after.items():
                    left = attack, defend
                    if is_over:
                        self._end(left, visits * chance)
                    elif left != pair:
                        row = by_size.setdefault(_size(left), {})
                        row[left] = row.get(left, 0.0) + visits * chance

    def _end(self, pair: tuple[Left, Left], share: float) -> None:
        self.over[pair] = self.over.get(pair, 0.0) + share


def _size(pair: tuple[Left, Left]) -> int:
    return sum(pair[0]) + sum(pair[1])
