"""Battles too large to be worked out exactly: many fights at once, by the same rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from engine.combat.hits import Source
from engine.events.combat.battle import AttackOrDefense
from engine.odds.force import Force, Left
from engine.odds.leaving.leaving import who_stay
from engine.odds.outcomes.arrays import (
    SMALL,
    Numbers,
    Rows,
    Which,
    after_losses,
    codes_of,
    codes_of_standing,
    draw,
    kinds_of,
)
from engine.odds.outcomes.ends import Ends
from engine.odds.rolls import Shares
from engine.odds.rounds import Moment, Rounds
from engine.odds.setting import other
from engine.odds.steps import STEPS, Fires, Submerges
from engine.odds.volleys import Groups, Who
from engine.state.battles import Hits

PARTS = (28_000, 84_000)
"""So many fights, one part after the other, until the chances are known well enough; after all they always are."""
MOST_ERROR = 0.0015
"""The standard error with which the shares of wins and draws are known well enough."""


@dataclass
class _Side:
    """A side in each fight. now: who can fire; left: without casualties; struck: whether these leave at once."""

    force: Force
    now: Rows
    left: Rows
    struck: Which
    opened: bool = False

    def only(self, which: Which) -> _Side:
        """The same in some of the fights."""
        at = np.flatnonzero(which)
        left = self.left.take(at, axis=1)
        now = left if self.now is self.left else self.now.take(at, axis=1)
        return _Side(self.force, now, left, self.struck[at], self.opened)

    def remove(self) -> None:
        """Casualties leave."""
        self.now, self.struck = self.left, np.zeros_like(self.struck)

    def remove_struck(self) -> None:
        """Casualties that do not fire leave."""
        if self.now is not self.left and self.struck.any():
            self.now = np.where(self.struck, self.left, self.now)
        self.struck = np.zeros_like(self.struck)

    def has(self, is_meant: list[bool]) -> Which:
        """Whether any of these groups is left."""
        return np.asarray((self.left[is_meant] > 0).any(axis=0), np.bool_)


Sides = dict[AttackOrDefense, _Side]


class Sampling:
    """Fights of one battle. is_left: whether the attackers leave, by who is left of them."""

    def __init__(self, rounds: Rounds, seed: int, *, spares_aircraft: bool) -> None:
        self.rounds, self.spares_aircraft = rounds, spares_aircraft
        self.dice: Generator = np.random.default_rng(seed)
        self.ended: list[tuple[Rows, Rows, Rows, Rows]] = []
        self.ends = Counter[tuple[Left, Left]]()
        self.rounds_fought = 0
        self._scores: dict[tuple[object, ...], Mapping[Source, Shares]] = {}
        self._last: int | None = None

    def fight(self, start: Moment, retreat_after: int | None) -> Ends:
        """Fight until the chances are known well enough."""
        number = self.rounds.battle.round + 1
        self._last = None if retreat_after is None else number + retreat_after - 1
        for part in PARTS:
            self._fight(start, part, number)
            ends = self._so_far()
            if ends.stderr <= MOST_ERROR:
                break
        return ends

    def _so_far(self) -> Ends:
        self._count()
        fights = self.ends.total()
        shares = {pair: count / fights for pair, count in self.ends.items()}
        rounds = self.rounds_fought / fights
        return Ends(self.rounds.attack, self.rounds.defend, shares, rounds, dropped=0.0, fights=fights)

    def _fight(self, start: Moment, fights: int, number: int) -> None:
        going = self._begin(start, fights, number)
        if self.rounds.submerging.are_any and number > 1:
            going = self._press_on(going)
        while count := going["attacker"].now.shape[1]:
            self.rounds_fought += count
            going = self._round(going, number)
            number += 1

    def _begin(self, start: Moment, fights: int, number: int) -> Sides:
        """All fights where they begin, after what is fired only before the main fire of the first round."""
        moments = self._before_fire(start, fights, number)
        counts = list(moments.values())

        def side(force: Force, now: list[Left], left: list[Left], struck: list[bool]) -> _Side:
            who, rest = (np.repeat(np.array(each, SMALL).T, counts, axis=1) for each in (now, left))
            return _Side(force, who, rest, np.repeat(np.array(struck, np.bool_), counts))

        attack, defend, left, foe_left, struck, foe_struck, *_ = map(list, zip(*moments, strict=True))
        return {
            "attacker": side(self.rounds.attack, attack, left, struck),
            "defender": side(self.rounds.defend, defend, foe_left, foe_struck),
        }

    def _before_fire(self, start: Moment, fights: int, number: int) -> dict[Moment, int]:
        rounds = self.rounds
        rounds.begin(start.attack, start.defend, number)
        moments = {start: fights}
        for at, name in enumerate(rounds.steps):
            step = STEPS.get(name)
            if isinstance(step, Fires):
                break
            if step is None:
                continue
            after: dict[Moment, int] = {}
            for moment, count in moments.items():
                ways = [(moment, 1.0)] if moment.is_over else list(step(rounds, moment, at))
                chances = np.array([chance for _, chance in ways])
                for (way, _), drawn in zip(ways, self.dice.multinomial(count, chances / chances.sum()), strict=True):
                    if drawn:
                        after[way] = after.get(way, 0) + int(drawn)
            moments = after
        return moments

    def _round(self, going: Sides, number: int) -> Sides:
        """A round of all fights, apart by which sides have destroyers at its beginning (CMB-11)."""
        flags = [
            side.has([group.fights and unit.can("anti_submarine") for group, unit in side.force.rows])
            for side in going.values()
        ]
        parts = []
        for destroyers in ((False, False), (False, True), (True, False), (True, True)):
            which = (flags[0] == destroyers[0]) & (flags[1] == destroyers[1])
            if which.any():
                part = going if which.all() else {name: side.only(which) for name, side in going.items()}
                parts.append(self._part_of_round(part, destroyers, number))
        return {name: _joined([part[name] for part in parts]) for name in going}

    def _part_of_round(self, going: Sides, destroyers: tuple[bool, bool], number: int) -> Sides:
        self.rounds.begin_with(destroyers, number)
        seen = [] if number == self.rounds.battle.round + 1 else [side.now for side in going.values()]
        for at, name in enumerate(self.rounds.steps):
            step = STEPS.get(name)
            if isinstance(step, Fires):
                self._fire(going, step, at)
            elif isinstance(step, Submerges) and not self.rounds.submerging.after_fire:
                self._submerge(going, step.side)
            elif name in _LEAVING:
                for side in going.values():
                    _LEAVING[name](side)
            elif name == "end_or_go_on" and not _are_same(seen, [side.now for side in going.values()]):
                going = self._end(going)
                seen = [side.now for side in going.values()]
        for side in going.values():
            side.now, side.opened = side.left, False
        return self._leave_or_press_on(going, number)

    def _leave_or_press_on(self, going: Sides, number: int) -> Sides:
        """After the fire of a round."""
        submerges = self.rounds.submerging.are_any
        if submerges and self.rounds.submerging.after_fire:
            self._submerge(going, "attacker")
            going = self._end(going)
        if self.spares_aircraft:
            going = self._retreat(going)
        if self._last is not None and number >= self._last:
            going = self._leave(going)
        return self._press_on(going) if submerges else going

    def _leave(self, going: Sides) -> Sides:
        """The attackers leave wherever all who are left may."""
        attack = going["attacker"]
        if not attack.left.size:
            return going
        first, kind = kinds_of(codes_of(attack.left, attack.force.most))
        left = [attack.force.pieces(tuple(attack.left[:, at].tolist())) for at in first]
        may = np.array([not who_stay(self.rounds.setting, pieces) for pieces in left], np.bool_)
        return self._without(going, may[kind])

    def _press_on(self, going: Sides) -> Sides:
        """Who submerges after the fire does so once the attackers stay."""
        if not self.rounds.submerging.after_fire:
            return going
        for side in going:
            self._submerge(going, side)
            going = self._end(going)
        return going

    def _submerge(self, going: Sides, side: AttackOrDefense) -> None:
        """Let the submarines of a side leave the battle wherever they mean to and may."""
        attack, defend = going["attacker"], going["defender"]
        if not going[side].force.below or not attack.left.size:
            return
        first, kind = kinds_of(codes_of_standing(np.concatenate((attack.left, defend.left))))
        may = [
            self.rounds.submerging.may(side, *(tuple(each.left[:, at].tolist()) for each in (attack, defend)))
            for at in first
        ]
        which, after = np.array(may, np.bool_)[kind], going[side].left.copy()
        for at, below in going[side].force.below.items():
            after[below] += after[at] * which
            after[at] *= ~which
        going[side].now = going[side].left = after

    def _fire(self, going: Sides, step: Fires, at: int) -> None:
        if step.is_stopped(self.rounds):
            return
        firing, enemy = going[step.side], going[other(step.side)]
        who = step.who(opened=firing.opened)
        firing.opened = firing.opened or step.opening
        hits = self._hits(step.side, firing, enemy, who)
        if hits:
            own = self.rounds.destroyers[0 if step.side == "attacker" else 1]
            enemy.left = after_losses(enemy.left, hits, enemy.force.profiles(enemy_destroyer=own))
            if self.rounds.leaving(other(step.side), at + 1, Hits(other=1)) == "struck":
                enemy.struck = enemy.struck | (sum(hits.values()) > 0)
        if step.side == "defender" and self.rounds.leave_at_once:
            enemy.now = enemy.left

    def _hits(self, side: AttackOrDefense, firing: _Side, enemy: _Side, who: Who) -> dict[Source, Rows]:
        """How many hits each fight scores of each group of classes."""
        groups, which = self._groups(side, enemy)
        codes = codes_of(firing.now, firing.force.most).beside(which, len(groups))
        first, kind = kinds_of(codes)
        scores = [
            self._scored(side, position, groups[which[at]], who)
            for at, position in zip(first.tolist(), map(tuple, firing.now[:, first].T.tolist()), strict=True)
        ]
        sources = dict.fromkeys(source for each in scores for source in each)
        return {
            source: draw([each.get(source, (1.0,)) for each in scores], kind, self.dice.random(len(kind)))
            for source in sources
        }

    def _groups(self, side: AttackOrDefense, enemy: _Side) -> tuple[list[Groups], Numbers]:
        """The groups of classes that differ, and which of them there are in each fight."""
        first, kind = kinds_of(codes_of_standing(enemy.left))
        found = [self.rounds.groups(tuple(enemy.left[:, at].tolist()), side) for at in first]
        known: list[Groups] = []
        for each in found:
            if each not in known:
                known.append(each)
        return known, np.array([known.index(each) for each in found], np.int64)[kind]

    def _scored(self, side: AttackOrDefense, present: Left, groups: Groups, who: Who) -> Mapping[Source, Shares]:
        key = side, present, tuple(groups.values()), who, self.rounds.is_first
        if key not in self._scores:
            self._scores[key] = self.rounds.scores(side, present, groups, who)
        return self._scores[key]

    def _end(self, going: Sides) -> Sides:
        """Those that go on; the others are over."""
        attack, defend = going["attacker"].now, going["defender"].now
        first, kind = kinds_of(codes_of_standing(np.concatenate((attack, defend))))
        is_over = np.array(
            [self.rounds.is_over(tuple(attack[:, at].tolist()), tuple(defend[:, at].tolist())) for at in first], bool
        )
        return self._without(going, is_over[kind])

    def _retreat(self, going: Sides) -> Sides:
        attack = going["attacker"]
        stays = attack.has([group.fights and unit.domain != "air" for group, unit in attack.force.rows])
        return self._without(going, ~stays)

    def _without(self, going: Sides, which: Which) -> Sides:
        if not which.any():
            return going
        self._record({name: side.only(which) for name, side in going.items()})
        return {name: side.only(~which) for name, side in going.items()}

    def _record(self, going: Sides) -> None:
        attack, defend = going["attacker"], going["defender"]
        self.ended.append((attack.now, defend.now, attack.left, defend.left))

    def _count(self) -> None:
        """How often each end came."""
        now, foe, left, foe_left = (np.concatenate(each, axis=1) for each in zip(*self.ended, strict=True))
        self.ended.clear()
        most, foe_most = self.rounds.attack.most, self.rounds.defend.most
        rows = np.concatenate((now, foe, left, foe_left))
        first, kind = kinds_of(codes_of(rows, (*most, *foe_most, *most, *foe_most)))
        for at, count in zip(first, np.bincount(kind).tolist(), strict=True):
            attack, defend, attack_left, defend_left = (
                tuple(row[:, at].tolist()) for row in (now, foe, left, foe_left)
            )
            end = self.rounds.ended(Moment(attack, defend, attack_left, defend_left))
            self.ends[end.attack_left, end.defend_left] += count


_LEAVING: Mapping[str, Callable[[_Side], None]] = {
    "remove_struck": _Side.remove_struck,
    "remove_casualties": _Side.remove,
}


def _are_same(one: list[Rows], other_one: list[Rows]) -> bool:
    return len(one) == len(other_one) and all(a is b for a, b in zip(one, other_one, strict=True))


def _joined(sides: list[_Side]) -> _Side:
    if len(sides) == 1:
        return sides[0]
    left = np.concatenate([side.left for side in sides], axis=1)
    return _Side(sides[0].force, left, left, np.concatenate([side.struck for side in sides]))
