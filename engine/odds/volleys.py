"""What the fire of a side may do to the other, worked out once for all volleys that are alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from engine.combat.fire import covers_battles
from engine.combat.hits import SOURCES, Source
from engine.combat.losses.casualties import when_they_leave
from engine.events.combat.battle import AttackOrDefense
from engine.odds.force import Fire, Force, Left
from engine.odds.rolls import Shares, of_alike, of_strength, together
from engine.odds.setting import Setting
from engine.state.battles import Hits

MOST_WORK = 500_000
"""So many ways in which a step may go are looked at for one battle, which takes some two seconds."""

NEGLIGIBLE = 1e-14
"""What is less likely is left out of a round, and told."""

Who = Literal["opening", "others", "all"]
"""Of those of a side who can fire: submarines and the like before the main fire, those who did not, or everybody."""
Groups = Mapping[Source, Source | None]
"""For each class of hits the first that the same enemies can take; None where none can."""
Struck = dict[Left, float]
"""What is left of those who are fired at, and how likely that is."""


@dataclass(frozen=True, slots=True, eq=False)
class Volley:
    """What units score that fire together in a step: hits of each class with their shares. scored: the same together
    where they are of several classes: the hits, their number among those of the battle, and how likely they are.
    struck: what it does, by who stands there.
    """

    shares: Mapping[Source, Shares]
    scored: tuple[tuple[int, Hits, float], ...]
    struck: dict[Left, Struck]


class Known(NamedTuple):
    """What is known of the fire of a side while both have these destroyers. groups: by the enemies that stand. volleys:
    by who fires in which step at which groups; alike: by what they score.
    """

    groups: dict[Left, Groups]
    volleys: dict[tuple[object, ...], Volley]
    alike: dict[tuple[object, ...], Volley]


class TooLarge(Exception):
    """A battle has too many positions to be worked out exactly."""


def who_fires(*, opening: bool, opened: bool) -> Who:
    """Who of a side fires. opened: whether those who open fire did so in this round."""
    return "opening" if opening else "others" if opened else "all"


class Volleys:
    """Those of one battle. destroyers: whether the attackers and the defenders have one as the round begins; is_first:
    whether it is one in which some need other numbers than later.

    work: the ways in which a step may go that were looked at. dropped: the probability of all that was left out.
    """

    def __init__(self, setting: Setting, attack: Force, defend: Force) -> None:
        self.state, self.battle = setting.state, setting.battle
        self.attack, self.defend = attack, defend
        self.is_low_luck = covers_battles(self.state)
        self.work, self.dropped = 0, 0.0
        self._known: dict[tuple[tuple[bool, bool], bool], dict[AttackOrDefense, Known]] = {}
        self._numbers: dict[Hits, int] = {}
        self._lost: dict[tuple[object, ...], dict[int, Left]] = {}
        self._known_groups: dict[tuple[Source | None, ...], Groups] = {}
        self.set_out((False, False), is_first=False)
        self._leaving: dict[tuple[object, ...], str] = {}

    def set_out(self, destroyers: tuple[bool, bool], *, is_first: bool) -> None:
        """A round begins so."""
        key = self.destroyers, self.is_first = destroyers, is_first
        if key not in self._known:
            self._known[key] = {"attacker": Known({}, {}, {}), "defender": Known({}, {}, {})}
        self._now = self._known[key]

    def struck(self, side: AttackOrDefense, present: Left, enemies: Left, who: Who, at: int) -> Struck:
        """What is left of the enemies that stand after the fire of a side in a step. who: of its units those fire."""
        known = self._now[side]
        groups = known.groups.get(enemies) or self.groups(enemies, side)
        volley = known.volleys.get((present, id(groups), who, at)) or self._volley_of(side, present, groups, who, at)
        found = volley.struck.get(enemies)
        if found is None:
            found = volley.struck[enemies] = self._strike(side, volley, enemies)
        return found

    def _strike(self, side: AttackOrDefense, volley: Volley, enemies: Left) -> Struck:
        enemy = self.defend if side == "attacker" else self.attack
        destroyer = self.destroyers[0 if side == "attacker" else 1]
        if not volley.scored:
            return self._strike_with_one(enemy, volley, enemies, enemy_destroyer=destroyer)
        self.work += len(volley.scored)
        self.check_work()
        found: Struck = {}
        lost = self._lost.setdefault((side, enemies, destroyer), {})
        for number, hits, share in volley.scored:
            known = lost.get(number)
            if known is None:
                known = lost[number] = enemy.lose(enemies, hits, enemy_destroyer=destroyer)
            found[known] = found.get(known, 0.0) + share
        return found

    def _strike_with_one(self, enemy: Force, volley: Volley, enemies: Left, *, enemy_destroyer: bool) -> Struck:
        """The same with hits of one class."""
        ((source, shares),) = volley.shares.items()
        self.work += len(shares)
        self.check_work()
        falling = enemy.falling(enemies, source, enemy_destroyer=enemy_destroyer)
        found, rest = {}, 0.0
        for hits, share in enumerate(shares):
            if share < NEGLIGIBLE**2:
                self.dropped += share
            elif hits < len(falling):
                found[falling[hits]] = share
            else:
                rest += share
        if rest:
            found[falling[-1]] = found.get(falling[-1], 0.0) + rest
        return found

    def _volley_of(self, side: AttackOrDefense, present: Left, groups: Groups, who: Who, at: int) -> Volley:
        """The hits of those of a side that can hit somebody: one and the same for all who fire alike."""
        known, shares = self._now[side], self.scores(side, present, groups, who)
        alike = at, *shares.items()
        if alike not in known.alike:
            several = len(shares) != 1
            known.alike[alike] = Volley(shares, tuple(self._all_hits(shares)) if several else (), {})
        known.volleys[present, id(groups), who, at] = known.alike[alike]
        return known.alike[alike]

    def _all_hits(self, shares: Mapping[Source, Shares]) -> Iterable[tuple[int, Hits, float]]:
        for scored in product(*(enumerate(each) for each in shares.values())):
            chance = 1.0
            for _, share in scored:
                chance *= share
            if chance < NEGLIGIBLE**2:
                self.dropped += chance
            else:
                hits = Hits(**{source: hits for source, (hits, _) in zip(shares, scored, strict=True)})
                yield self._numbers.setdefault(hits, len(self._numbers)), hits, chance

    def check_work(self) -> None:
        """Raises TooLarge."""
        if self.work > MOST_WORK:
            raise TooLarge

    def scores(self, side: AttackOrDefense, present: Left, groups: Groups, who: Who) -> dict[Source, Shares]:
        """How many hits those of a side score in each of these groups of classes."""
        force = self.attack if side == "attacker" else self.defend
        found: dict[Source, list[Fire]] = {}
        for row in force.fires(present, is_first=self.is_first):
            source = groups[row.source]
            if source and (who == "all" or row.opens == (who == "opening")):
                found.setdefault(source, []).append(row)
        return {source: self._shares(rows) for source, rows in found.items()}

    def hits_on_line(self, side: AttackOrDefense, line: Iterable[Left], enemies: Left) -> list[Shares]:
        """How many hits a side scores in a round on land, by who is left of it, on enemies who take all the same."""
        force = self.attack if side == "attacker" else self.defend
        groups = self.groups(enemies, side)
        return [self._shares([row for row in force.fires(left) if groups[row.source]]) for left in line]

    def _shares(self, rows: list[Fire]) -> Shares:
        low = [row for row in rows if row.best_of == 1] if self.is_low_luck else []
        found = of_strength(sum(row.value * row.dice * row.units for row in low)) if low else None
        for row in rows:
            if not low or row.best_of > 1:
                throws = row.units if row.best_of > 1 else row.units * row.dice
                shares = of_alike(throws, row.value, row.best_of)
                found = shares if found is None else together(found, shares)
        return (1.0,) if found is None else found

    def groups(self, enemies: Left, side: AttackOrDefense) -> Groups:
        """The groups of classes of hits on these enemies, which depend on who is there at all."""
        known = self._now[side].groups
        found = known.get(enemies)
        if found is None:
            kind = some(enemies)
            if kind not in known:
                known[kind] = self._groups_on(kind, side)
            found = known[enemies] = known[kind]
        return found

    def _groups_on(self, enemies: Left, side: AttackOrDefense) -> Groups:
        destroyer = self.destroyers[0 if side == "attacker" else 1]
        enemy = self.defend if side == "attacker" else self.attack
        profiles = enemy.profiles(enemy_destroyer=destroyer)
        standing = [profile for profile, count in zip(profiles, enemies, strict=True) if count]
        taken = {source: tuple(source in profile for profile in standing) for source in SOURCES}
        groups = {
            source: next(each for each in SOURCES if taken[each] == taken[source]) if any(taken[source]) else None
            for source in SOURCES
        }
        return self._known_groups.setdefault(tuple(groups.values()), groups)

    def leaving(self, side: AttackOrDefense, at: int, hits: Hits) -> str:
        """When casualties of a side leave that take these hits in a step."""
        key = side, at, self.destroyers, bool(hits.bombardment)
        if key not in self._leaving:
            attacker, defender = self.destroyers
            battle = replace(self.battle, step=at, hits=hits, attacker_destroyer=attacker, defender_destroyer=defender)
            self._leaving[key] = when_they_leave(self.state, battle, side)
        return self._leaving[key]


@lru_cache(maxsize=65_536)
def some(left: Left) -> Left:
    """One of each group of which anything is left."""
    return tuple([1 if count else 0 for count in left])
