"""What each step of a round may lead to, as far as it changes anything where nobody is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from engine.combat.air.anti_aircraft import number_needed
from engine.combat.fire import covers_all_fire
from engine.combat.values import values
from engine.events.combat.battle import AttackOrDefense
from engine.odds.force import Left
from engine.odds.rolls import Shares, of_alike, of_strength, together
from engine.odds.rounds import Moment, Rounds, Step
from engine.odds.setting import other
from engine.odds.volleys import Who, who_fires
from engine.state.battles import Hits

A_HIT = Hits(other=1)


@dataclass(frozen=True)
class Fires:
    """A step in which a side fires, and that in which the enemy chooses casualties after it.

    beside_destroyers: also where the enemy has a destroyer.
    """

    side: AttackOrDefense
    opening: bool
    beside_destroyers: bool = True

    def __call__(self, rounds: Rounds, moment: Moment, at: int) -> Iterable[tuple[Moment, float]]:
        """What it may lead to."""
        if self.is_stopped(rounds):
            yield moment, 1.0
            return
        # Moments are made whole here: this is by far the most frequent place, and `_replace` is slower.
        attack, defend, attack_left, defend_left, attack_struck, defend_struck, attack_opened, defend_opened, *_ = (
            moment
        )
        leaves = self.opening and rounds.leaving(other(self.side), at + 1, A_HIT) == "struck"
        if self.side == "attacker":
            who, opened = self.who(opened=attack_opened), attack_opened or self.opening
            for left, share in rounds.struck("attacker", attack, defend_left, who, at).items():
                struck = defend_struck or (leaves and left != defend_left)
                yield Moment(attack, defend, attack_left, left, attack_struck, struck, opened, defend_opened), share
            return
        who, opened = self.who(opened=defend_opened), defend_opened or self.opening
        for left, share in rounds.struck("defender", defend, attack_left, who, at).items():
            struck, now = attack_struck or (leaves and left != attack_left), left if rounds.leave_at_once else attack
            yield Moment(now, defend, left, defend_left, struck, defend_struck, attack_opened, opened), share

    def is_stopped(self, rounds: Rounds) -> bool:
        """Whether an enemy destroyer keeps the side from it."""
        return rounds.destroyers[1 if self.side == "attacker" else 0] and not self.beside_destroyers

    def is_idle(self, rounds: Rounds) -> bool:
        """Whether nobody can fire in it."""
        opens = rounds.open_fire[0 if self.side == "attacker" else 1]
        return self.is_stopped(rounds) or (self.opening and not opens)

    def who(self, *, opened: bool) -> Who:
        """Who fires. opened: whether those who open fire did so in this round."""
        return who_fires(opening=self.opening, opened=opened)


@dataclass(frozen=True)
class Submerges:
    """A step in which the submarines of a side may leave the battle before any fire."""

    side: AttackOrDefense

    def __call__(self, rounds: Rounds, moment: Moment, _at: int) -> Iterable[tuple[Moment, float]]:
        """What it leads to."""
        attack, defend = rounds.submerging.left(self.side, moment.attack, moment.defend)
        yield moment._replace(attack=attack, defend=defend, attack_left=attack, defend_left=defend), 1.0

    def is_idle(self, rounds: Rounds) -> bool:
        """Whether nobody submerges in it, or only once the attackers have pressed on."""
        force = rounds.attack if self.side == "attacker" else rounds.defend
        return not force.below or rounds.submerging.after_fire


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
    if not (moment.attack_struck or moment.defend_struck):
        return ((moment, 1.0),)
    attack = moment.attack_left if moment.attack_struck else moment.attack
    defend = moment.defend_left if moment.defend_struck else moment.defend
    return ((Moment(attack, defend, moment.attack_left, moment.defend_left, False, False, *moment[6:]), 1.0),)


def _remove_casualties(_: Rounds, moment: Moment, _at: int) -> Iterable[tuple[Moment, float]]:
    attack, defend = moment.attack_left, moment.defend_left
    yield Moment(attack, defend, attack, defend, *moment[4:]), 1.0


def _end_or_go_on(rounds: Rounds, moment: Moment, _at: int) -> Iterable[tuple[Moment, float]]:
    return ((rounds.ended(moment), 1.0),)


def _anti_aircraft(rounds: Rounds, moment: Moment, _at: int) -> Iterable[tuple[Moment, float]]:
    """Guns fire before the first round: together at all aircraft, or one die at each (SPC-60, SPC-62)."""
    rules = rounds.rules.air.anti_aircraft
    guns, exposed = rounds.guns(), rounds.attack.exposed(moment.attack)
    if rounds.number > 1 or rules is None or not guns:
        return [(moment, 1.0)]
    needed = max(number_needed(rounds.state, gun) for gun in guns)
    is_low = covers_all_fire(rounds.state)
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
    "attacker_submerges": Submerges("attacker"),
    "defender_submerges": Submerges("defender"),
    "attackers_strike": Fires("attacker", opening=True, beside_destroyers=False),
    "defenders_strike": Fires("defender", opening=True, beside_destroyers=False),
    "attackers_open_fire": Fires("attacker", opening=True),
    "defenders_open_fire": Fires("defender", opening=True),
    "remove_struck": _remove_struck,
    "attackers_fire": Fires("attacker", opening=False),
    "defender_chooses": _defenders_choose,
    "defenders_fire": Fires("defender", opening=False),
    "attacker_chooses": _attackers_choose,
    "remove_casualties": _remove_casualties,
    "end_or_go_on": _end_or_go_on,
}
"""Those that change anything where all do as they mean to; attackers leave between two rounds."""


def steps_in(rounds: Rounds) -> Mapping[str, Step]:
    """Those of them in which anything may happen in a round that begins so."""
    return {n: step for n, step in STEPS.items() if not (isinstance(step, (Fires, Submerges)) and step.is_idle(rounds))}
