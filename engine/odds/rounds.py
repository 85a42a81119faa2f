"""A round of a battle, step by step as the edition has them, with all that the dice may do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import NamedTuple

from engine.combat.hits import can_hit_any
from engine.events.combat.battle import AttackOrDefense
from engine.odds.force import Force, Left
from engine.odds.leaving.submerging import Submerging
from engine.odds.setting import Setting
from engine.odds.volleys import NEGLIGIBLE, Struck, Volleys, some, who_fires
from engine.state.battles import Hits
from engine.state.pieces import Piece

MOST_POSITIONS = 1_000_000_000
"""Most of these are never come to, but a battle that has more takes too much work in any case."""

MOST_OUT_OF_LINE = 400_000
"""The same where what a hit takes depends on who scores it: nearly always the work is too much."""

PLACES_OF_A_GRID = 300
"""Nearly all of these are come to, so fewer are too many."""

MAIN_FIRE = (
    *("attackers_fire", "defender_chooses", "defenders_fire", "attacker_chooses"),
    *("remove_casualties", "end_or_go_on"),
)
"""The main fire, in which each side fires once at all who stood at its beginning: neither depends on the other."""

AT_REST = "remove_struck", "end_or_go_on"
"""The steps in which nothing happens before anybody has fired."""

ONCE = "anti_aircraft_fires", "ships_bombard"
"""The steps that leave hits to be taken in a later one, in the first round alone."""

CHOOSING = "attacker_chooses", "defender_chooses"
"""The steps in which nothing happens where no hits wait."""


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


Moments = list[tuple[Moment, float]]
Step = Callable[["Rounds", Moment, int], Iterable[tuple[Moment, float]]]
StepsIn = Callable[["Rounds"], Mapping[str, Step]]
"""By name the steps in which anything may happen in a round that begins as the rounds say."""


@dataclass(slots=True, eq=False)
class Ending:
    """Who is left after a round, and whether the battle is over then: in the rounds of a battle there is one of each.

    size: how many hits both sides can still take in the battle. It is never changed; frozen ones take longer to make.
    """

    attack: Left
    defend: Left
    is_over: bool
    size: int


class Course(NamedTuple):
    """The steps of a round before its main fire and from there on, and whether each side fires once in these.

    has_waiting: whether hits may wait to be taken before that.
    """

    before: list[tuple[int, str, Step]]
    rest: list[tuple[int, str, Step]]
    is_main_fire: bool
    has_waiting: bool


class Rounds(Volleys):
    """The rounds of one battle. not_begun: how likely nobody fought one, as submarines had submerged before it."""

    def __init__(self, setting: Setting, attack: Force, defend: Force, steps_in: StepsIn) -> None:
        super().__init__(setting, attack, defend)
        self.setting, self._steps_in = setting, steps_in
        self.rules = setting.state.edition.parameters
        self.steps = self.rules.combat.steps_of(setting.battle.part)
        self.leave_at_once = self.rules.combat.attackers_leave == "at_once"
        self.number, self.share = 0, 1.0
        self.submerging, self.not_begun = Submerging(attack, defend, self.steps), 0.0
        self._is_plain = setting.battle.part == "land" and self.steps[-len(MAIN_FIRE) - 1 : -1] == MAIN_FIRE
        self._can_hit: dict[tuple[AttackOrDefense, Left, Left], bool] = {}
        self._ends: dict[tuple[Left, Left], tuple[bool, bool] | None] = {}
        self._courses: dict[tuple[tuple[bool, bool], bool], Course] = {}
        self._endings: dict[tuple[Left, Left, bool], Ending] = {}
        self._after_fire: defaultdict[Left, dict[Left, Ending]] = defaultdict(dict)

    def before(self) -> Moment:
        """Where the battle stands before its next round; not over before guns have fired, even if they are alone."""
        start = Moment(self.attack.full, self.defend.full, self.attack.full, self.defend.full)
        return self.ended(start) if self.battle.round or not self.guns() else start

    def ending(self, attack: Left, defend: Left, *, is_over: bool = False) -> Ending:
        """The ending with these left."""
        key = attack, defend, is_over
        if key not in self._endings:
            self._endings[key] = Ending(*key, self.attack.size(attack) + self.defend.size(defend))
        return self._endings[key]

    def fought(self, attack: Left, defend: Left, number: int, share: float) -> Mapping[Ending, float]:
        """What a round leaves; raises TooLarge. share: how likely the battle comes to this round; what is negligible by
        that is left out.
        """
        self.share = share
        if self.submerging.are_any and number > 1:
            begun = self._pressed_on(attack, defend)
            if begun.is_over:
                self.not_begun += share
                return {begun: 1.0}
            attack, defend = begun.attack, begun.defend
        self.begin(attack, defend, number)
        key = self.destroyers, number == 1
        if key not in self._courses:
            self._courses[key] = self._course()
        before, rest, is_main_fire, has_waiting = self._courses[key]
        start = Moment(attack, defend, attack, defend)
        moments: Moments = [(start, 1.0)]
        for at, name, step in before:
            is_idle = name in AT_REST and all(moment is start for moment, _ in moments[:1])
            if is_idle or (name in CHOOSING and not (has_waiting and _do_wait(moments))):
                continue
            moments = self._sure(step, moments, at) if name in AT_REST else self._after(step, moments, at)
        if is_main_fire and not (has_waiting and _do_wait(moments)):
            return self._main_fire(moments)
        for at, _, step in rest:
            moments = self._after(step, moments, at)
        found: defaultdict[Ending, float] = defaultdict(float)
        for moment, chance in moments:
            left = moment.attack_left, moment.defend_left
            ending = self.ending(*left, is_over=True) if moment.is_over else self._ended(*left)
            found[ending] += chance
        return found

    def _pressed_on(self, attack: Left, defend: Left) -> Ending:
        """How the next round begins: after the fire the defender's submarines submerge once the attackers press on."""
        if not self.submerging.after_fire:
            return self.ending(attack, defend)
        start = self._ended(attack, defend)
        if start.is_over:
            return start
        attack, defend = self.submerging.left("defender", start.attack, start.defend)
        end = self._outcome(attack, defend)
        return self.ending(attack, defend) if end is None else self.ending(*end, is_over=True)

    def _course(self) -> Course:
        """How a round that begins so goes on."""
        known = self._steps_in(self)
        steps = ((at, name) for at, name in enumerate(self.steps) if name in known)
        taken = [(at, name, known[name]) for at, name in steps if self.number == 1 or name not in ONCE]
        names = tuple(name for _, name, _ in taken)
        main = names.index(MAIN_FIRE[0]) if MAIN_FIRE[0] in names else len(names)
        is_main_fire = names[main:] in {MAIN_FIRE, (*MAIN_FIRE, MAIN_FIRE[-1])}
        return Course(taken[:main], taken[main:], is_main_fire, not set(ONCE).isdisjoint(names))

    def begin(self, attack: Left, defend: Left, number: int) -> None:
        """A round begins."""
        self.begin_with((self.attack.can(attack, "anti_submarine"), self.defend.can(defend, "anti_submarine")), number)

    def begin_with(self, destroyers: tuple[bool, bool], number: int) -> None:
        """The same for all in which both sides have these destroyers."""
        self.number, self.destroyers = number, destroyers
        self.is_first = number == 1 and self._begins_otherwise

    def is_plain(self, number: int) -> bool:
        """Whether in this round and all after it each side fires once at all who stood at its beginning."""
        is_usual = number > 1 or not (self.setting.bombarding or self.guns() or self._begins_otherwise)
        return self._is_plain and is_usual

    @cached_property
    def _begins_otherwise(self) -> bool:
        return self.attack.begins_otherwise or self.defend.begins_otherwise

    @cached_property
    def falls_in_lines(self) -> bool:
        """Whether what a hit takes in the rounds to come depends on nothing but how many were taken before."""
        attack, defend = self.attack, self.defend
        return self.is_plain(2) and attack.is_line(defend.sources) and defend.is_line(attack.sources)

    @property
    def is_large(self) -> bool:
        """Whether the battle has too many positions, as far as can be seen beforehand."""
        if not self.falls_in_lines:
            return self.attack.positions * self.defend.positions > MOST_OUT_OF_LINE
        return self._places() > MOST_POSITIONS

    def _places(self) -> int:
        """How many places of grids there are at most that a battle comes to."""
        grid = (sum(self.attack.full) + 1) * (sum(self.defend.full) + 1)
        lost_to_guns = prod(count + 1 for count in self.attack.exposed(self.attack.full)) if self.guns() else 1
        return grid * lost_to_guns * (len(self.setting.bombarding) + 1) * PLACES_OF_A_GRID

    def guns(self) -> list[Piece]:
        """The guns that fire at the attackers' aircraft, if there are any."""
        if not sum(self.attack.exposed(self.attack.full)):
            return []
        enemies = self.state.select(self.battle.defenders)
        return [piece for piece in enemies if self.state.type_of(piece).can("anti_aircraft")]

    def is_over(self, attack: Left, defend: Left) -> bool:
        """Whether nobody fights on, which depends on who is left at all."""
        return self._end_of_kind(some(attack), some(defend)) is not None

    def over_on_lines(self, attack: Sequence[Left], defend: Sequence[Left]) -> list[list[bool]]:
        """The same for each two of these."""
        foes = [some(foe) for foe in defend]
        rows = {kind: [self.is_over(kind, foe) for foe in foes] for kind in {some(left) for left in attack}}
        return [rows[some(left)] for left in attack]

    def end_of(self, attack: Left, defend: Left) -> tuple[Left, Left]:
        """Who is left where a battle is over."""
        return self._outcome(attack, defend) or (attack, defend)

    def _main_fire(self, moments: Moments) -> Mapping[Ending, float]:
        """How a round ends in which all are to fire who stand."""
        self.check_work()
        first, then = (self.steps.index(name) for name in (MAIN_FIRE[0], MAIN_FIRE[2]))
        found: defaultdict[Ending, float] = defaultdict(float)
        for moment, chance in moments:
            if moment.is_over:
                found[self.ending(moment.attack_left, moment.defend_left, is_over=True)] += chance
                continue
            attack, defend, attack_left, defend_left, *_ = moment
            who = who_fires(opening=False, opened=moment.attack_opened)
            foe = who_fires(opening=False, opened=moment.defend_opened)
            defended = self.struck("attacker", attack, defend_left, who, first)
            attacked = self.struck("defender", defend, attack_left, foe, then)
            self._both(attacked, defended, chance, found)
        return found

    def _both(self, attacked: Struck, defended: Struck, chance: float, found: defaultdict[Ending, float]) -> None:
        """Both after they fired at each other, added to what was found."""
        self.work += len(attacked) * len(defended)
        likely = NEGLIGIBLE / self.share
        lost = 0.0
        rows = [(attack, each) for (attack, _), each in attacked.items()]
        for (defend, _), share in defended.items():
            so_far, endings = chance * share, self._after_fire[defend]
            for attack, each in rows:
                both = so_far * each
                if both < likely:
                    lost += both
                elif attack in endings:
                    found[endings[attack]] += both
                else:
                    ending = endings[attack] = self._ended(attack, defend)
                    found[ending] += both
        self.dropped += lost * self.share

    def _ended(self, attack: Left, defend: Left) -> Ending:
        """The ending where the battle stands so after all fire, before the attackers leave or press on."""
        end = self._outcome(attack, defend)
        if end is None and self.submerging.are_any and self.submerging.after_fire:
            attack, defend = self.submerging.left("attacker", attack, defend)
            end = self._outcome(attack, defend)
        return self.ending(attack, defend) if end is None else self.ending(*end, is_over=True)

    def _sure(self, step: Step, moments: Moments, at: int) -> Moments:
        """What a step leads to in which no die falls."""
        sure = ((next(iter(step(self, moment, at)))[0] if not moment.is_over else moment, s) for moment, s in moments)
        return list(sure)

    def _after(self, step: Step, moments: Moments, at: int) -> Moments:
        self.check_work()
        found: defaultdict[Moment, float] = defaultdict(float)
        likely = NEGLIGIBLE / self.share
        for moment, share in moments:
            if moment.is_over:
                found[moment] += share
                continue
            for after, chance in step(self, moment, at):
                self.work += 1
                if share * chance < likely:
                    self.dropped += self.share * share * chance
                else:
                    found[after] += share * chance
        return list(found.items())

    def can_hit(self, side: AttackOrDefense, attack: Left, defend: Left) -> bool:
        """Whether anybody of a side can hit anybody of the other, which depends on who is there at all."""
        own, enemies = some(attack), some(defend)
        key = side, own, enemies
        if key not in self._can_hit:
            ours, theirs = self.attack.pieces(own), self.defend.pieces(enemies)
            if side == "defender":
                ours, theirs = theirs, ours
            self._can_hit[key] = can_hit_any(self.state, ours, theirs, side)
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
        end = self._end_of_kind(some(attack), some(defend))
        if end is None:
            return None
        attackers_leave, defenders_leave = end
        return (
            self.attack.without_defenseless(attack) if attackers_leave else attack,
            self.defend.without_defenseless(defend) if defenders_leave else defend,
        )

    def _end_of_kind(self, attack: Left, defend: Left) -> tuple[bool, bool] | None:
        """Whether who is defenceless is gone on each side where the battle ends, which depends on who is left at all;
        None while it goes on.
        """
        key = attack, defend
        if key not in self._ends:
            end = self._end_of(attack, defend)
            self._ends[key] = None if end is None else (end[0] != attack, end[1] != defend)
        return self._ends[key]

    def _end_of(self, attack: Left, defend: Left) -> tuple[Left, Left] | None:
        if self.attack.is_gone(attack) or self.defend.is_gone(defend):
            return attack, defend
        hits, is_hit = self.can_hit("attacker", attack, defend), self.can_hit("defender", attack, defend)
        fighting = self.defend.without_defenseless(defend)
        if fighting != defend and hits and not self._can_fight_on(attack, fighting):
            return attack, fighting
        if not hits and not is_hit:
            return attack, defend
        # Where they could leave, they are asked after the round, and fired at in the next where they press on (CMB-33).
        if is_hit and not self.setting.has_way_out and self.attack.is_gone(self.attack.without_defenseless(attack)):
            return self.attack.without_defenseless(attack), defend
        return None

    def _can_fight_on(self, attack: Left, defend: Left) -> bool:
        if self.defend.is_gone(defend):
            return False
        return self.can_hit("attacker", attack, defend) or self.can_hit("defender", attack, defend)


def _do_wait(moments: Moments) -> bool:
    """Whether any hits are to be taken."""
    return any(moment.hits is not None for moment, _ in moments)
