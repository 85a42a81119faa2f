"""A round of a battle, step by step as the edition has them, with all that the dice may do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import NamedTuple

from engine.odds.force import Force, Left
from engine.odds.leaving.over import Endings
from engine.odds.leaving.submerging import Submerging
from engine.odds.setting import Setting
from engine.odds.volleys import NEGLIGIBLE, Struck, Who
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
    """Who is left after a round, and whether the battle is over then. Never changed: frozen ones take longer."""

    attack: Left
    defend: Left
    is_over: bool


class After(NamedTuple):
    """A way in which a round may go: how likely it is, and what is left of each side then, whatever is left of the
    other, as they fired at each other at the same time.
    """

    attack: Struck
    defend: Struck
    share: float


class Course(NamedTuple):
    """The steps of a round before its main fire and from there on, and whether each side fires once in these.

    has_waiting: whether hits may wait to be taken before that.
    """

    before: list[tuple[int, str, Step]]
    rest: list[tuple[int, str, Step]]
    is_main_fire: bool
    has_waiting: bool


class Rounds(Endings):
    """The rounds of one battle. open_fire: whether the attackers and the defenders who begin a round have submarines or
    the like. not_begun: how likely nobody fought one, as submarines had submerged before it.
    """

    def __init__(self, setting: Setting, attack: Force, defend: Force, steps_in: StepsIn) -> None:
        super().__init__(setting, attack, defend)
        self._steps_in = steps_in
        self.rules = setting.state.edition.parameters
        self.steps = self.rules.combat.steps_of(setting.battle.part)
        self.leave_at_once = self.rules.combat.attackers_leave == "at_once"
        self.number, self.share, self.open_fire = 0, 1.0, (False, False)
        self.submerging, self.not_begun = Submerging(attack, defend, self.steps), 0.0
        self._fire, self._answer = (self.steps.index(name) for name in (MAIN_FIRE[0], MAIN_FIRE[2]))
        self._is_plain = setting.battle.part == "land" and self.steps[-len(MAIN_FIRE) - 1 : -1] == MAIN_FIRE
        self._courses: dict[tuple[object, ...], Course] = {}
        self._endings: defaultdict[Left, dict[Left, Ending]] = defaultdict(dict)

    def before(self) -> Moment:
        """Where the battle stands before its next round; not over before guns have fired, even if they are alone."""
        start = Moment(self.attack.full, self.defend.full, self.attack.full, self.defend.full)
        return self.ended(start) if self.battle.round or not self.guns() else start

    def size(self, pair: tuple[Left, Left]) -> int:
        """How many hits both sides can still take in the battle."""
        return self.attack.size(pair[0]) + self.defend.size(pair[1])

    def fought(self, attack: Left, defend: Left, number: int, share: float) -> list[After]:
        """What a round may leave; raises TooLarge. share: how likely the battle comes to this round; what is negligible
        by that is left out.
        """
        self.share = share
        if self.submerging.are_any and number > 1:
            begun = self._pressed_on(attack, defend)
            attack, defend = begun.attack, begun.defend
            if begun.is_over:
                self.not_begun += share
                return [After({attack: 1.0}, {defend: 1.0}, 1.0)]
        self.begin(attack, defend, number)
        key = self.destroyers, self.open_fire, number == 1
        if key not in self._courses:
            self._courses[key] = self._course()
        before, rest, is_main_fire, has_waiting = self._courses[key]
        start = Moment(attack, defend, attack, defend)
        moments: Moments = [(start, 1.0)]
        for at, name, step in before:
            if (name in AT_REST and moments[0][0] is start) or (name in CHOOSING and not _do_wait(moments)):
                continue
            moments = self._sure(step, moments, at) if name in AT_REST else self._after(step, moments, at)
            if not moments:
                return []
        if is_main_fire and not (has_waiting and _do_wait(moments)):
            return self._main_fire(moments)
        for at, _, step in rest:
            moments = self._after(step, moments, at)
        return [_as_it_stands(moment, chance) for moment, chance in moments]

    def endings(self, ways: Iterable[After], share: float) -> Mapping[Ending, float]:
        """How a round ends; what is negligible by the share of its beginning is left out."""
        found: defaultdict[Ending, float] = defaultdict(float)
        likely, lost = NEGLIGIBLE / share, 0.0
        for attacked, defended, chance in ways:
            rows = list(attacked.items())
            for defend, each in defended.items():
                so_far, known = chance * each, self._endings[defend]
                for attack, other_each in rows:
                    both = so_far * other_each
                    if both < likely:
                        lost += both
                        continue
                    if attack not in known:
                        known[attack] = self.ended_at(attack, defend)
                    found[known[attack]] += both
        self.dropped += lost * share
        return found

    def _pressed_on(self, attack: Left, defend: Left) -> Ending:
        """How the next round begins: after the fire the defender's submarines submerge once the attackers press on."""
        if not self.submerging.after_fire:
            return Ending(attack, defend, False)
        start = self.ended_at(attack, defend)
        if start.is_over:
            return start
        attack, defend = self.submerging.left("defender", start.attack, start.defend)
        end = self.outcome(attack, defend)
        return Ending(attack, defend, False) if end is None else Ending(*end, True)

    def _course(self) -> Course:
        """How a round that begins so goes on."""
        known = self._steps_in(self)
        steps = ((at, name) for at, name in enumerate(self.steps) if name in known)
        taken = [(at, name, known[name]) for at, name in steps if self.number == 1 or name not in ONCE]
        names = tuple(name for _, name, _ in taken)
        main = names.index(MAIN_FIRE[0]) if MAIN_FIRE[0] in names else len(names)
        is_main_fire = names[main:] in {MAIN_FIRE, (*MAIN_FIRE, MAIN_FIRE[-1])}
        has_waiting = not set(ONCE).isdisjoint(names)
        before = [row for row in taken[:main] if has_waiting or row[1] not in CHOOSING]
        at_rest = next((number for number, row in enumerate(before) if row[1] not in AT_REST), len(before))
        return Course(before[at_rest:], taken[main:], is_main_fire, has_waiting)

    def begin(self, attack: Left, defend: Left, number: int) -> None:
        """A round begins."""
        (own, opens), (foe, foe_opens) = self.attack.at_sea(attack), self.defend.at_sea(defend)
        self.open_fire = opens, foe_opens
        self.begin_with((own, foe), number)

    def begin_with(self, destroyers: tuple[bool, bool], number: int) -> None:
        """The same for all in which both sides have these destroyers."""
        self.number = number
        self.set_out(destroyers, is_first=number == 1 and self._begins_otherwise)

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

    def _main_fire(self, moments: Moments) -> list[After]:
        """How a round ends in which all are to fire who stand."""
        self.check_work()
        found: list[After] = []
        for moment, chance in moments:
            if moment.is_over:
                found.append(_as_it_stands(moment, chance))
                continue
            attack, defend, attack_left, defend_left, _, _, attack_opened, defend_opened, *_ = moment
            who: Who = "others" if attack_opened else "all"
            foe: Who = "others" if defend_opened else "all"
            defended = self.struck("attacker", attack, defend_left, who, self._fire)
            attacked = self.struck("defender", defend, attack_left, foe, self._answer)
            self.work += len(attacked) * len(defended)
            found.append(After(attacked, defended, chance))
        return found

    def ended_at(self, attack: Left, defend: Left) -> Ending:
        """The ending where the battle stands so after all fire, before the attackers leave or press on."""
        end = self.outcome(attack, defend)
        if end is None and self.submerging.are_any and self.submerging.after_fire:
            attack, defend = self.submerging.left("attacker", attack, defend)
            end = self.outcome(attack, defend)
        return Ending(attack, defend, False) if end is None else Ending(*end, True)

    def _sure(self, step: Step, moments: Moments, at: int) -> Moments:
        """What a step leads to in which no die falls."""
        found: Moments = []
        for moment, share in moments:
            if not moment.is_over:
                ((moment, _),) = step(self, moment, at)
            found.append((moment, share))
        return found

    def _after(self, step: Step, moments: Moments, at: int) -> Moments:
        self.check_work()
        likely = NEGLIGIBLE / self.share
        if len(moments) == 1 and not moments[0][0].is_over:
            # What one moment may lead to are moments that all differ.
            ((moment, share),) = moments
            ways = [(after, share * chance) for after, chance in step(self, moment, at)]
            self.work += len(ways)
            return ways if min(chance for _, chance in ways) >= likely else self._likely(ways, likely)
        found: defaultdict[Moment, float] = defaultdict(float)
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

    def _likely(self, ways: Moments, likely: float) -> Moments:
        """Those of some moments that are not negligible."""
        self.dropped += self.share * sum(chance for _, chance in ways if chance < likely)
        return [(moment, chance) for moment, chance in ways if chance >= likely]

    def ended(self, moment: Moment) -> Moment:
        """The moment, over where the battle ends now; who only remained to fire is gone then (CMB-10, CMB-21)."""
        now = self.outcome(moment.attack, moment.defend)
        if now is None:
            return moment
        after = self.outcome(moment.attack_left, moment.defend_left) or now
        if (moment.attack, moment.defend) == (moment.attack_left, moment.defend_left):
            after = now
        return Moment(*after, *after, is_over=True)


def _do_wait(moments: Moments) -> bool:
    """Whether any hits are to be taken."""
    return any(moment.hits is not None for moment, _ in moments)


def _as_it_stands(moment: Moment, share: float) -> After:
    """Where no die falls any more."""
    return After({moment.attack_left: 1.0}, {moment.defend_left: 1.0}, share)
