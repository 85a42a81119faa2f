"""A round of a battle, step by step as the edition has them, with all that the dice may do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import product
from typing import Literal, NamedTuple

from engine.combat.air.anti_aircraft import number_needed
from engine.combat.hits import SOURCES, Source, can_hit_any
from engine.combat.losses.casualties import when_they_leave
from engine.combat.values import values
from engine.errors import IllegalAction
from engine.events.combat.battle import AttackOrDefense
from engine.odds.force import Fire, Force, Left
from engine.odds.rolls import Shares, of_alike, of_strength, together
from engine.odds.setting import Setting, other
from engine.state.battles import Hits

MOST_WORK = 2_500_000
"""So many ways in which a step may go are looked at for one battle, which takes some ten seconds."""

TOO_LARGE = "That battle is too large to be worked out exactly. Name fewer units."
MOST_POSITIONS = 1_000_000_000
"""Most of these are never come to, but a battle that has more takes too much work in any case."""

PLAIN = (
    *("attackers_fire", "defender_chooses", "defenders_fire", "attacker_chooses"),
    *("remove_casualties", "end_or_go_on"),
)
"""The steps with which a round on land ends, before the attacker is asked; what comes before them is of the first."""

NEGLIGIBLE = 1e-14
"""What is less likely is left out of a round, and told."""


class Moment(NamedTuple):
    """Where a round stands.

    attack, defend: who can fire, casualties that still may among them; attack_left, defend_left: without them.
    attack_struck, defend_struck: whether these leave before the main fire. opened: who fired before it. hits: to be
    taken next.
    """

    attack: Left
    defend: Left
    attack_left: Left
    defend_left: Left
    attack_struck: bool = False
    defend_struck: bool = False
    attack_opened: bool = False
    defend_opened: bool = False
    hits: Hits | None = None
    is_over: bool = False


Who = Literal["opening", "others", "all"]
"""Of those of a side who can fire: submarines and the like before the main fire, those who did not, or everybody."""
Moments = dict[Moment, float]
Step = Callable[["Rounds", Moment, int], Iterable[tuple[Moment, float]]]


class Rounds:
    """The rounds of one battle. `dropped` is the probability of all that was left out as negligible."""

    def __init__(self, setting: Setting, attack: Force, defend: Force) -> None:
        self.setting, self.state, self.battle = setting, setting.state, setting.battle
        self.attack, self.defend = attack, defend
        self.rules = setting.state.edition.parameters
        self.steps = self.rules.combat.steps_of(setting.battle.part)
        self.is_low_luck = self.rules.combat.low_luck != "off"
        self.leave_at_once = self.rules.combat.attackers_leave == "at_once"
        self.number, self.share = 0, 1.0
        self.is_plain = setting.battle.part == "land" and self.steps[-len(PLAIN) - 1 : -1] == PLAIN
        self.destroyers = False, False
        self.dropped = 0.0
        self.work = 0
        self._leaving: dict[tuple[object, ...], str] = {}
        self._can_hit: dict[tuple[AttackOrDefense, Left, Left], bool] = {}
        self._struck: dict[tuple[object, ...], dict[tuple[Left, bool], float]] = {}
        self._ends: dict[tuple[Left, Left], tuple[Left, Left] | None] = {}

    def before(self) -> Moment:
        """Where the battle stands before its first round; raises IllegalAction if it is too large."""
        if self.attack.positions * self.defend.positions > MOST_POSITIONS:
            raise IllegalAction("form", TOO_LARGE)
        start = Moment(self.attack.full, self.defend.full, self.attack.full, self.defend.full)
        return self.ended(start)

    def fought(self, attack: Left, defend: Left, number: int, share: float) -> Mapping[tuple[Left, Left, bool], float]:
        """What a round leaves, with whether the battle is over then. share: how likely the battle comes to this round;
        what is negligible by that is left out.
        """
        self.number, self.share = number, share
        self.destroyers = self.attack.can(attack, "anti_submarine"), self.defend.can(defend, "anti_submarine")
        if self.is_plain and number > 1:
            return self._both_fired(attack, defend)
        moments: Moments = {Moment(attack, defend, attack, defend): 1.0}
        for at, name in enumerate(self.steps):
            if step := STEPS.get(name):
                moments = self._after(step, moments, at)
            if not moments:
                break
        found: dict[tuple[Left, Left, bool], float] = {}
        for moment, chance in moments.items():
            key = moment.attack_left, moment.defend_left, moment.is_over
            found[key] = found.get(key, 0.0) + chance
        return found

    def _both_fired(self, attack: Left, defend: Left) -> Mapping[tuple[Left, Left, bool], float]:
        """A round in which each side fires once at all who stood at its beginning: so neither depends on the other."""
        self._check_work()
        first, then = (self.steps.index(name) for name in (PLAIN[0], PLAIN[2]))
        attacked = self.struck("defender", defend, attack, "all", then).items()
        defended = self.struck("attacker", attack, defend, "all", first).items()
        self.work += len(attacked) * len(defended)
        found: dict[tuple[Left, Left, bool], float] = {}
        for (defend_left, _), share in defended:
            for (attack_left, _), chance in attacked:
                if self.share * share * chance < NEGLIGIBLE:
                    self.dropped += self.share * share * chance
                    continue
                end = self._outcome(attack_left, defend_left)
                key = (attack_left, defend_left, False) if end is None else (*end, True)
                found[key] = found.get(key, 0.0) + share * chance
        return found

    def _after(self, step: Step, moments: Moments, at: int) -> Moments:
        found: Moments = {}
        self._check_work()
        for moment, share in moments.items():
            if moment.is_over:
                found[moment] = found.get(moment, 0.0) + share
                continue
            for after, chance in step(self, moment, at):
                self.work += 1
                if self.share * share * chance < NEGLIGIBLE:
                    self.dropped += self.share * share * chance
                else:
                    found[after] = found.get(after, 0.0) + share * chance
        return found

    def struck(
        self, side: AttackOrDefense, present: Left, enemies: Left, who: Who, at: int
    ) -> Mapping[tuple[Left, bool], float]:
        """What is left of the enemies that stand after the fire of a side, and whether who is lost leaves before the
        main fire. who: of the side's units those fire that open fire, the others, or all.
        """
        key = side, present, enemies, who, at, self.destroyers
        if key not in self._struck:
            found: dict[tuple[Left, bool], float] = {}
            enemy = self.defend if side == "attacker" else self.attack
            destroyer = self.destroyers[0 if side == "attacker" else 1]
            for hits, share in self._scored(side, present, enemies, who):
                self.work += 1
                self._check_work()
                left, is_struck = enemies, False
                if hits.total:
                    left = enemy.lose(enemies, hits, enemy_destroyer=destroyer)
                    is_struck = self.leaving(other(side), at + 1, hits) == "struck"
                found[left, is_struck] = found.get((left, is_struck), 0.0) + share
            self._struck[key] = found
        return self._struck[key]

    def _check_work(self) -> None:
        if self.work > MOST_WORK:
            raise IllegalAction("form", TOO_LARGE)

    def _scored(self, side: AttackOrDefense, present: Left, enemies: Left, who: Who) -> Iterable[tuple[Hits, float]]:
        """The hits of those of a side that can hit somebody."""
        force = self.attack if side == "attacker" else self.defend
        rows = [row for row in force.fires(present) if who == "all" or row.opens == (who == "opening")]
        groups = self._groups(enemies, side)
        shares: dict[Source, Shares] = {}
        for source in dict.fromkeys(groups[row.source] for row in rows if groups[row.source]):
            if source:
                shares[source] = self._shares([row for row in rows if groups[row.source] == source])
        for scored in product(*(enumerate(each) for each in shares.values())):
            chance = 1.0
            for _, share in scored:
                chance *= share
            if chance < NEGLIGIBLE**2:
                self.dropped += chance
            else:
                yield Hits(**{source: hits for source, (hits, _) in zip(shares, scored, strict=True)}), chance

    def _shares(self, rows: list[Fire]) -> Shares:
        low = [row for row in rows if self.is_low_luck and row.best_of == 1]
        found = of_strength(sum(row.value * row.dice * row.units for row in low)) if low else (1.0,)
        for row in rows:
            if row not in low:
                throws = row.units if row.best_of > 1 else row.units * row.dice
                found = together(found, of_alike(throws, row.value, row.best_of))
        return found

    def _groups(self, enemies: Left, side: AttackOrDefense) -> dict[Source, Source | None]:
        """For each class of hits the first that the same enemies can take; None where none can."""
        enemy = self.defend if side == "attacker" else self.attack
        profiles = enemy.profiles(enemy_destroyer=self.destroyers[0 if side == "attacker" else 1])
        standing = [profile for profile, count in zip(profiles, enemies, strict=True) if count]
        taken = {source: tuple(source in profile for profile in standing) for source in SOURCES}
        return {
            source: next(each for each in SOURCES if taken[each] == taken[source]) if any(taken[source]) else None
            for source in SOURCES
        }

    def leaving(self, side: AttackOrDefense, at: int, hits: Hits) -> str:
        """When casualties of a side leave that take these hits in a step."""
        key = side, at, self.destroyers, bool(hits.bombardment)
        if key not in self._leaving:
            attacker, defender = self.destroyers
            battle = replace(self.battle, step=at, hits=hits, attacker_destroyer=attacker, defender_destroyer=defender)
            self._leaving[key] = when_they_leave(self.state, battle, side)
        return self._leaving[key]

    def can_hit(self, side: AttackOrDefense, attack: Left, defend: Left) -> bool:
        """Whether anybody of a side can hit anybody of the other."""
        key = side, attack, defend
        if key not in self._can_hit:
            own, enemies = self.attack.pieces(attack), self.defend.pieces(defend)
            if side == "defender":
                own, enemies = enemies, own
            self._can_hit[key] = can_hit_any(self.state, own, enemies, side)
        return self._can_hit[key]

    def ended(self, moment: Moment) -> Moment:
        """The moment, over where the battle ends now; who only remained to fire is gone then (CMB-10, CMB-21)."""
        now = self._outcome(moment.attack, moment.defend)
        if now is None:
            return moment
        after = self._outcome(moment.attack_left, moment.defend_left) or now
        if (moment.attack, moment.defend) == (moment.attack_left, moment.defend_left):
            after = now
        return Moment(*after, *after, is_over=True)

    def _outcome(self, attack: Left, defend: Left) -> tuple[Left, Left] | None:
        """Who is left where the battle ends now, None while it goes on (CMB-29..34)."""
        if (attack, defend) not in self._ends:
            self._ends[attack, defend] = self._end_of(attack, defend)
        return self._ends[attack, defend]

    def _end_of(self, attack: Left, defend: Left) -> tuple[Left, Left] | None:
        if self.attack.is_gone(attack) or self.defend.is_gone(defend):
            return attack, defend
        hits, is_hit = self.can_hit("attacker", attack, defend), self.can_hit("defender", attack, defend)
        fighting = self.defend.without_defenseless(defend)
        if fighting != defend and hits and not self._can_fight_on(attack, fighting):
            return attack, fighting
        if not hits and not is_hit:
            return attack, defend
        if is_hit and self.attack.is_gone(self.attack.without_defenseless(attack)):
            return self.attack.without_defenseless(attack), defend
        return None

    def _can_fight_on(self, attack: Left, defend: Left) -> bool:
        if self.defend.is_gone(defend):
            return False
        return self.can_hit("attacker", attack, defend) or self.can_hit("defender", attack, defend)


def _fires(side: AttackOrDefense, *, opening: bool, beside_destroyers: bool = True) -> Step:
    """A step in which a side fires, and that in which the enemy chooses casualties after it.

    beside_destroyers: also where the enemy has a destroyer.
    """

    def step(rounds: Rounds, moment: Moment, at: int) -> Iterable[tuple[Moment, float]]:
        if rounds.destroyers[1 if side == "attacker" else 0] and not beside_destroyers:
            yield moment, 1.0
            return
        if side == "attacker":
            who: Who = "opening" if opening else "others" if moment.attack_opened else "all"
            opened = moment._replace(attack_opened=True) if opening else moment
            for (left, is_struck), share in rounds.struck(side, moment.attack, moment.defend_left, who, at).items():
                yield opened._replace(defend_left=left, defend_struck=moment.defend_struck or is_struck), share
            return
        who = "opening" if opening else "others" if moment.defend_opened else "all"
        opened = moment._replace(defend_opened=True) if opening else moment
        for (left, is_struck), share in rounds.struck(side, moment.defend, moment.attack_left, who, at).items():
            after = opened._replace(attack_left=left, attack_struck=moment.attack_struck or is_struck)
            yield after._replace(attack=left) if rounds.leave_at_once else after, share

    return step


def _attackers_choose(rounds: Rounds, moment: Moment, at: int) -> Iterable[tuple[Moment, float]]:
    if moment.hits is not None:
        left = rounds.attack.lose(moment.attack_left, moment.hits, enemy_destroyer=rounds.destroyers[1])
        is_struck = moment.attack_struck or rounds.leaving("attacker", at, moment.hits) == "struck"
        moment = moment._replace(attack_left=left, hits=None, attack_struck=is_struck)
        if rounds.leave_at_once:
            moment = moment._replace(attack=left)
    yield moment, 1.0


def _defenders_choose(rounds: Rounds, moment: Moment, at: int) -> Iterable[tuple[Moment, float]]:
    if moment.hits is not None:
        left = rounds.defend.lose(moment.defend_left, moment.hits, enemy_destroyer=rounds.destroyers[0])
        when = rounds.leaving("defender", at, moment.hits)
        moment = moment._replace(defend_left=left, hits=None, defend_struck=moment.defend_struck or when == "struck")
    yield moment, 1.0


def _remove_struck(_: Rounds, moment: Moment, _at: int) -> Iterable[tuple[Moment, float]]:
    attack = moment.attack_left if moment.attack_struck else moment.attack
    defend = moment.defend_left if moment.defend_struck else moment.defend
    yield moment._replace(attack=attack, defend=defend, attack_struck=False, defend_struck=False), 1.0


def _remove_casualties(_: Rounds, moment: Moment, _at: int) -> Iterable[tuple[Moment, float]]:
    yield moment._replace(attack=moment.attack_left, defend=moment.defend_left), 1.0


def _end_or_go_on(rounds: Rounds, moment: Moment, _at: int) -> Iterable[tuple[Moment, float]]:
    yield rounds.ended(moment), 1.0


def _anti_aircraft(rounds: Rounds, moment: Moment, _at: int) -> Iterable[tuple[Moment, float]]:
    """Guns fire before the first round: together at all aircraft, or one die at each (SPC-60, SPC-62)."""
    rules = rounds.rules.air.anti_aircraft
    enemies = rounds.state.select(rounds.battle.defenders)
    guns = [piece for piece in enemies if rounds.state.type_of(piece).can("anti_aircraft")]
    exposed = rounds.attack.exposed(moment.attack)
    if rounds.number > 1 or rules is None or not guns or not sum(exposed):
        return [(moment, 1.0)]
    needed = max(number_needed(rounds.state, gun) for gun in guns)
    is_low = rounds.rules.combat.low_luck == "all"
    if rules.shots_per_gun is None:
        return _aimed(rounds, moment, exposed, needed, is_low=is_low)
    shots = min(rules.shots_per_gun * len(guns), sum(exposed))
    shares = of_strength(shots * needed) if is_low else of_alike(shots, needed)
    return [(moment._replace(hits=Hits(anti_aircraft=hits)), share) for hits, share in enumerate(shares) if share]


def _aimed(
    rounds: Rounds, moment: Moment, exposed: Left, needed: int, *, is_low: bool
) -> Iterable[tuple[Moment, float]]:
    """Each aircraft has a die of its own, so what falls are so many of each kind."""
    if is_low:
        for hit, share in rounds.attack.hit_by_one_die(exposed, needed):
            left = tuple(count - lost for count, lost in zip(moment.attack, hit, strict=True))
            yield moment._replace(attack=left, attack_left=left), share
        return
    for fallen in product(*(enumerate(of_alike(count, needed)) for count in exposed)):
        left = tuple(count - lost for count, (lost, _) in zip(moment.attack, fallen, strict=True))
        chance = 1.0
        for _, share in fallen:
            chance *= share
        yield moment._replace(attack=left, attack_left=left), chance


def _ships_bombard(rounds: Rounds, moment: Moment, _at: int) -> Iterable[tuple[Moment, float]]:
    """Ships support a landing once (SPC-17..24)."""
    rules = rounds.rules.assaults.bombardment
    targets = rounds.defend.standing(moment.defend)
    has_targets = any(unit.domain == "land" or not (rules and rules.needs_land_units) for unit, _ in targets)
    if rounds.number > 1 or rules is None or not rounds.setting.bombarding or not has_targets:
        return [(moment, 1.0)]
    needed = values(rounds.state, rounds.setting.bombarding, "attacker")
    firing = list(needed.values())
    shares: Shares = of_strength(sum(firing)) if rounds.is_low_luck else (1.0,)
    for value in () if rounds.is_low_luck else firing:
        shares = together(shares, of_alike(1, value))
    return [(moment._replace(hits=Hits(bombardment=hits)), share) for hits, share in enumerate(shares) if share]


STEPS: Mapping[str, Step] = {
    "anti_aircraft_fires": _anti_aircraft,
    "ships_bombard": _ships_bombard,
    "attackers_strike": _fires("attacker", opening=True, beside_destroyers=False),
    "defenders_strike": _fires("defender", opening=True, beside_destroyers=False),
    "attackers_open_fire": _fires("attacker", opening=True),
    "defenders_open_fire": _fires("defender", opening=True),
    "remove_struck": _remove_struck,
    "attackers_fire": _fires("attacker", opening=False),
    "defender_chooses": _defenders_choose,
    "defenders_fire": _fires("defender", opening=False),
    "attacker_chooses": _attackers_choose,
    "remove_casualties": _remove_casualties,
    "end_or_go_on": _end_or_go_on,
}
"""Those that change anything where nobody is asked: submarines stay and fight, and attackers press on."""
