"""What the fire of a side may do to the other, worked out once for all volleys that are alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Literal

from engine.combat.fire import covers_battles
from engine.combat.hits import SOURCES, Source
from engine.combat.losses.casualties import when_they_leave
from engine.events.combat.battle import AttackOrDefense
from engine.odds.force import Fire, Force, Left
from engine.odds.rolls import Shares, of_alike, of_strength, together
from engine.odds.setting import Setting, other
from engine.state.battles import Hits

MOST_WORK = 500_000
"""So many ways in which a step may go are looked at for one battle, which takes some two seconds."""

NEGLIGIBLE = 1e-14
"""What is less likely is left out of a round, and told."""

NO_HITS = 0
"""Their number."""

Who = Literal["opening", "others", "all"]
"""Of those of a side who can fire: submarines and the like before the main fire, those who did not, or everybody."""
Groups = Mapping[Source, Source | None]
"""For each class of hits the first that the same enemies can take; None where none can."""
Struck = dict[tuple[Left, bool], float]
"""What is left of those who are fired at, and whether who is lost leaves before the main fire."""


@dataclass(frozen=True, slots=True, eq=False)
class Volley:
    """What units score that fire together: hits, their number among those of the battle, and how likely they are."""

    scored: tuple[tuple[int, Hits, float], ...]


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
        self.destroyers, self.is_first = (False, False), False
        self.work, self.dropped = 0, 0.0
        self._struck: dict[tuple[object, ...], Struck] = {}
        self._volleys: dict[tuple[object, ...], Volley] = {}
        self._alike: dict[tuple[object, ...], Volley] = {}
        self._numbers = {Hits(): NO_HITS}
        self._lost: dict[tuple[object, ...], dict[int, Left]] = {}
        self._groups: dict[tuple[object, ...], Groups] = {}
        self._known_groups: dict[tuple[Source | None, ...], Groups] = {}
        self._leaving: dict[tuple[object, ...], str] = {}

    def struck(self, side: AttackOrDefense, present: Left, enemies: Left, who: Who, at: int) -> Struck:
        """What is left of the enemies that stand after the fire of a side in a step. who: of its units those fire."""
        volley = self._volley_of(side, present, self.groups(enemies, side), who)
        key = side, volley, enemies, at, self.destroyers
        found = self._struck.get(key)
        if found is None:
            found = self._struck[key] = self._strike(side, volley, enemies, at)
        return found

    def _strike(self, side: AttackOrDefense, volley: Volley, enemies: Left, at: int) -> Struck:
        enemy = self.defend if side == "attacker" else self.attack
        destroyer = self.destroyers[0 if side == "attacker" else 1]
        leave_now = self.leaving(other(side), at + 1, Hits(other=1)) == "struck"
        lost = self._lost.setdefault((side, enemies, destroyer), {})
        self.work += len(volley.scored)
        self.check_work()
        found: Struck = {}
        for number, hits, share in volley.scored:
            left = lost.get(number)
            if left is None:
                left = lost[number] = enemy.lose(enemies, hits, enemy_destroyer=destroyer)
            key = left, leave_now and number != NO_HITS
            found[key] = found.get(key, 0.0) + share
        return found

    def _volley_of(self, side: AttackOrDefense, present: Left, groups: Groups, who: Who) -> Volley:
        """The hits of those of a side that can hit somebody: one and the same for all who fire alike."""
        key = side, present, id(groups), who, self.is_first
        found = self._volleys.get(key)
        if found is None:
            shares = self.scores(side, present, groups, who)
            alike = tuple(shares.items())
            if alike not in self._alike:
                self._alike[alike] = Volley(tuple(self._all_hits(shares)))
            found = self._volleys[key] = self._alike[alike]
        return found

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

    def hits_on_line(self, side: AttackOrDefense, present: Left, enemies: Left) -> Shares:
        """How many hits a side scores in a round on land, on enemies who can all take the same."""
        force = self.attack if side == "attacker" else self.defend
        groups = self.groups(enemies, side)
        return self._shares([row for row in force.fires(present) if groups[row.source]])

    def _shares(self, rows: list[Fire]) -> Shares:
        low = [row for row in rows if row.best_of == 1] if self.is_low_luck else []
        found = of_strength(sum(row.value * row.dice * row.units for row in low)) if low else (1.0,)
        for row in rows:
            if not low or row.best_of > 1:
                throws = row.units if row.best_of > 1 else row.units * row.dice
                found = together(found, of_alike(throws, row.value, row.best_of))
        return found

    def groups(self, enemies: Left, side: AttackOrDefense) -> Groups:
        """The groups of classes of hits on these enemies."""
        destroyer = self.destroyers[0 if side == "attacker" else 1]
        key = side, enemies, destroyer
        found = self._groups.get(key)
        if found is None:
            enemy = self.defend if side == "attacker" else self.attack
            profiles = enemy.profiles(enemy_destroyer=destroyer)
            standing = [profile for profile, count in zip(profiles, enemies, strict=True) if count]
            taken = {source: tuple(source in profile for profile in standing) for source in SOURCES}
            groups = {
                source: next(each for each in SOURCES if taken[each] == taken[source]) if any(taken[source]) else None
                for source in SOURCES
            }
            found = self._groups[key] = self._known_groups.setdefault(tuple(groups.values()), groups)
        return found

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
