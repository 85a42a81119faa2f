"""One side of a battle: in what order its units take hits, what is left after each, and how it fires then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from math import prod
from typing import NamedTuple

from engine.combat.hits import SOURCES, HitsToGive, Profile, Source, is_shot_at, profile_beside, source_of
from engine.combat.losses.assignments import HitTaking, Slot
from engine.combat.values import best_die_of, dice_of, values_in_battle
from engine.dice import FACES, counted_on
from engine.events.combat.battle import AttackOrDefense
from engine.facts.board import PowerId
from engine.facts.unit_types import Ability, UnitId, UnitType
from engine.odds.losing.order import is_fatal, slots_in_order_of
from engine.odds.setting import NO_LINES, Lines, LossOrder, Setting
from engine.state.battles import Hits
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.successors import with_values

Left = tuple[int, ...]
"""How many hits the groups of a force can still take, in their order of loss."""


Kind = tuple[PowerId, UnitId, int]
"""Whose unit it is, and the number it needs."""


class Group(NamedTuple):
    """Hits that are alike and taken one after the other: of one unit, all damage or all fatal.

    has_submerged: those of a group of submarines who have left the battle under water, and are left.
    """

    unit: UnitId
    is_fatal: bool
    pieces: tuple[Piece, ...]
    has_submerged: bool = False

    @property
    def fights(self) -> bool:
        """Whether whoever is left of it is in the battle."""
        return self.is_fatal and not self.has_submerged


class Fire(NamedTuple):
    """Units that fire alike: how many, with how many dice each, at what number."""

    source: Source
    opens: bool
    value: int
    dice: int
    best_of: int
    units: int


class Force:
    """A side from its first round to its end. lines: what it loses by where it names no order. submerges: whether its
    submarines submerge when they may.

    below: by groups of submarines that submerge the groups after all others that they make up once they have.
    """

    def __init__(
        self,
        setting: Setting,
        side: AttackOrDefense,
        order: LossOrder,
        lines: Lines = NO_LINES,
        *,
        keep_land_unit: bool,
        submerges: bool = False,
    ) -> None:
        self.state, self.battle, self.side = setting.state, setting.battle, side
        self.ids = self.battle.attackers if side == "attacker" else self.battle.defenders
        taking = HitTaking(self.state, replace(self.battle, hits=Hits(other=10_000, anti_aircraft=1)), side)
        fighting = _groups(self, slots_in_order_of(taking, order, lines, keep_land_unit=keep_land_unit))
        submarines = _submarines(self, fighting) if submerges else []
        self.below = {at: len(fighting) + number for number, at in enumerate(submarines)}
        self.groups = (*fighting, *(fighting[at]._replace(has_submerged=True) for at in submarines))
        self.most: Left = tuple(len(group.pieces) for group in self.groups)
        self.full: Left = tuple(0 if group.has_submerged else len(group.pieces) for group in self.groups)
        self.units = [self.state.type_of(group.pieces[0]) for group in self.groups]
        self._fatal = [at for at, group in enumerate(self.groups) if group.is_fatal]
        self._fighting = [at for at in self._fatal if not self.groups[at].has_submerged]
        self._defenseless = {at for at, unit in enumerate(self.units) if unit.can("defenseless")}
        self._fire: dict[tuple[Left, bool], tuple[Fire, ...]] = {}
        self._one: dict[Kind, Fire] = {}
        self._states: dict[bool, GameState] = {}
        self._known_kinds: dict[bool, list[list[Kind]]] = {}
        self._in_group: dict[tuple[int, int, bool], Mapping[Kind, int]] = {}
        self._paired: dict[tuple[Left, bool], Mapping[Kind, int]] = {}
        self._at_sea: dict[Left, tuple[bool, bool]] = {}
        self._falling: dict[tuple[Left, Source, bool], tuple[Left, ...]] = {}

    @property
    def rows(self) -> list[tuple[Group, UnitType]]:
        """The groups in their order of loss, with their units."""
        return list(zip(self.groups, self.units, strict=True))

    @property
    def positions(self) -> int:
        """How many this side can come to at most: one after each hit, or more where not all can take the same hits."""
        return sum(self.full) + 1 if self.is_line(SOURCES) else prod(count + 1 for count in self.full)

    def is_line(self, sources: Collection[Source]) -> bool:
        """Whether all can take the same of these hits, so that what is left depends on nothing but their number."""
        taken = [[profile.intersection(sources) for profile in row] for row in self._profiles.values()]
        return all(len(set(row)) == 1 for row in taken)

    @property
    def sources(self) -> frozenset[Source]:
        """The hits that units of this side can score in their rounds."""
        return frozenset(row.source for row in self.fires(self.full))

    @staticmethod
    def line_from(head: Left) -> tuple[Left, ...]:
        """What is left after losses in order, by how many more hits can be taken."""
        found = [head]
        for at, count in enumerate(head):
            found += [(*([0] * at), left, *head[at + 1 :]) for left in range(count - 1, -1, -1)]
        return tuple(reversed(found))

    def profiles(self, *, enemy_destroyer: bool) -> tuple[Profile, ...]:
        """The hits that each group can take."""
        return self._profiles[enemy_destroyer]

    @cached_property
    def _profiles(self) -> dict[bool, tuple[Profile, ...]]:
        return {flag: self._profiles_of(enemy_destroyer=flag) for flag in (False, True)}

    def _profiles_of(self, *, enemy_destroyer: bool) -> tuple[Profile, ...]:
        return tuple(
            frozenset()
            if group.has_submerged
            else profile_beside(self.state, group.pieces[0], enemy_has_destroyer=enemy_destroyer)
            for group in self.groups
        )

    def standing(self, left: Left) -> list[tuple[UnitType, int]]:
        """The units that are left, and how many."""
        return [(self.units[at], left[at]) for at in self._fighting if left[at]]

    def survivors(self, left: Left) -> list[tuple[UnitType, int]]:
        """The same with those that have submerged."""
        return [(self.units[at], left[at]) for at in self._fatal if left[at]]

    def size(self, left: Left) -> int:
        """How many hits those can take that are in the battle."""
        return sum(left[: len(left) - len(self.below)])

    def submerged(self, left: Left) -> Left:
        """What is left once all submarines have left the battle under water."""
        after = list(left)
        for at, below in self.below.items():
            after[at], after[below] = 0, left[below] + left[at]
        return tuple(after)

    def pieces(self, left: Left) -> list[Piece]:
        """The pieces that are left."""
        pairs = zip(self.groups, left, strict=True)
        return [piece for group, count in pairs if group.fights for piece in group.pieces[len(group.pieces) - count :]]

    def is_gone(self, left: Left) -> bool:
        """Whether nobody is left in the battle."""
        return not any(left[at] for at in self._fighting)

    def without_defenseless(self, left: Left) -> Left:
        """Those who are not defenceless."""
        if not self._defenseless:
            return left
        return tuple(0 if at in self._defenseless else count for at, count in enumerate(left))

    def can_fight(self, left: Left) -> bool:
        """Whether anybody who is not defenceless is left in the battle."""
        return not self.is_gone(self.without_defenseless(left))

    def exposed(self, left: Left) -> Left:
        """How many of each group antiaircraft guns fire at."""
        rows = zip(self.groups, self.units, left, strict=True)
        return tuple(
            count if group.is_fatal and is_shot_at(group.pieces[0], unit) else 0 for group, unit, count in rows
        )

    def hit_by_one_die(self, exposed: Left, needed: int) -> Iterator[tuple[Left, float]]:
        """Low luck: who falls to the one die that is counted on from each aircraft to the next, face by face."""
        order = sorted(range(len(exposed)), key=lambda at: self.state.edition.unit_rank[self.groups[at].unit])
        for face in range(1, FACES + 1):
            dice = iter(counted_on([needed] * sum(exposed), face))
            fallen = [0] * len(exposed)
            for at in order:
                fallen[at] = sum(next(dice) <= needed for _ in range(exposed[at]))
            yield tuple(fallen), 1 / FACES

    def at_sea(self, left: Left) -> tuple[bool, bool]:
        """Whether somebody is left who hunts submarines, and who opens fire as these do."""
        if left not in self._at_sea:
            units = [unit for unit, _ in self.standing(left)]
            abilities: tuple[Ability, ...] = ("anti_submarine", "surprise_strike")
            hunts, opens = (any(unit.can(ability) for unit in units) for ability in abilities)
            self._at_sea[left] = hunts, opens
        return self._at_sea[left]

    def fires(self, left: Left, *, is_first: bool = False) -> tuple[Fire, ...]:
        """How those that are left fire. is_first: in the first round of the battle."""
        key = left, is_first
        found = self._fire.get(key)
        if found is None:
            needed = self._needed(left, is_first=is_first).items()
            found = self._fire[key] = tuple([self._fire_of(kind, count) for kind, count in needed if kind[2] > 0])
        return found

    def _needed(self, left: Left, *, is_first: bool) -> Mapping[Kind, int]:
        """How many of each power and unit need what."""
        found: dict[Kind, int] = {}
        for at in self._alone:
            if count := left[at]:
                for kind, units in self._needed_in(at, count, is_first=is_first).items():
                    found[kind] = found.get(kind, 0) + units
        if self._in_pairs:
            paired = self._needed_in_pairs(tuple(left[at] for at in self._in_pairs), is_first=is_first)
            for kind, units in paired.items():
                found[kind] = found.get(kind, 0) + units
        return found

    @cached_property
    def _alone(self) -> list[int]:
        """The groups in which what somebody needs depends on nobody else."""
        return [at for at in self._fighting if at not in self._in_pairs]

    @cached_property
    def _in_pairs(self) -> dict[int, None]:
        """The groups in which what somebody needs depends on who fights beside them, and those of their partners."""
        pairings = {at: self.units[at].pairing for at in self._fighting} if self.side == "attacker" else {}
        here = {self.units[at].id for at in self._fighting}
        pairs = {at: here.intersection(pairing.partners) for at, pairing in pairings.items() if pairing}
        partners = {unit for found in pairs.values() for unit in found}
        return {at: None for at in self._fighting if pairs.get(at) or (partners and self.units[at].id in partners)}

    def _needed_in_pairs(self, left: Left, *, is_first: bool) -> Mapping[Kind, int]:
        """The same of those alone, of whom so many are left."""
        key = left, is_first
        if key not in self._paired:
            groups = zip(self._in_pairs, left, strict=True)
            rows = ((self.groups[at].pieces, count) for at, count in groups)
            pieces = [piece for group, count in rows for piece in group[len(group) - count :]]
            needed = values_in_battle(self._in_round(is_first=is_first), pieces, self.side)
            self._paired[key] = Counter((piece.power, piece.unit, needed[piece.id]) for piece in pieces)
        return self._paired[key]

    @cached_property
    def begins_otherwise(self) -> bool:
        """Whether somebody needs another number in the first round of the battle, which is still to come."""
        if self.battle.round or not self.state.advantages:
            return False
        return self._kinds(is_first=True) != self._kinds(is_first=False)

    def _in_round(self, *, is_first: bool) -> GameState:
        """The position in the first round of the battle, or in those after it, which matters to advantages."""
        if not self.state.advantages:
            return self.state
        if is_first not in self._states:
            battle = replace(self.battle, round=1 if is_first else 2)
            self._states[is_first] = with_values(self.state, battle=battle)
        return self._states[is_first]

    def _kinds(self, *, is_first: bool) -> list[list[Kind]]:
        """What tells the pieces of each group apart as they fire; one where they are all alike."""
        found = self._known_kinds.get(is_first)
        if found is None:
            alone = values_in_battle(self._in_round(is_first=is_first), self.pieces(self.full), self.side)
            kinds = [[(p.power, p.unit, alone[p.id]) for p in group.pieces] for group in self.groups]
            found = self._known_kinds[is_first] = [row[:1] if len(set(row)) == 1 else row for row in kinds]
        return found

    def _needed_in(self, at: int, count: int, *, is_first: bool) -> Mapping[Kind, int]:
        """The same of the last so many of a group."""
        kinds = self._kinds(is_first=is_first)[at]
        if len(kinds) == 1:
            return {kinds[0]: count}
        key = at, count, is_first
        if key not in self._in_group:
            self._in_group[key] = Counter(kinds[-count:])
        return self._in_group[key]

    def _fire_of(self, kind: Kind, count: int) -> Fire:
        one = self._one.get(kind)
        if one is None:
            one = self._one[kind] = self._fire_of_one(self.state.unit_of(kind[0], kind[1]), kind[2])
        source, opens, value, dice, best, _ = one
        return Fire(source, opens, value, dice, best, count)

    def _fire_of_one(self, unit: UnitType, value: int) -> Fire:
        dice, best = dice_of(unit, self.side, self.battle.part), best_die_of(unit, self.side, self.battle.part)
        return Fire(source_of(unit), unit.can("surprise_strike"), value, dice, best, 1)

    def falling(self, left: Left, source: Source, *, enemy_destroyer: bool) -> tuple[Left, ...]:
        """What is left after no hit, one, two and so on of one class, as many as it can take."""
        key = left, source, enemy_destroyer
        if key not in self._falling:
            found, after = [left], list(left)
            for at, profile in enumerate(self._profiles[enemy_destroyer]):
                for _ in range(left[at] if source in profile else 0):
                    after[at] -= 1
                    found.append(tuple(after))
            self._falling[key] = tuple(found)
        return self._falling[key]

    def lose(self, left: Left, hits: Hits, *, enemy_destroyer: bool) -> Left:
        """What is left after these hits, which fall as the order of loss says and the rules allow."""
        giving, after, rest = HitsToGive(hits), list(left), hits.total
        profiles = self._profiles[enemy_destroyer]
        for at, count in enumerate(left):
            if rest and count and profiles[at]:
                lost = giving.give(profiles[at], count)
                after[at] = count - lost
                rest -= lost
        return tuple(after)


def _submarines(force: Force, groups: Iterable[Group]) -> list[int]:
    """Which groups can submerge."""
    table = force.state.edition.unit
    return [at for at, group in enumerate(groups) if group.is_fatal and table[group.unit].can("submerge")]


def _groups(force: Force, slots: Iterable[Slot]) -> tuple[Group, ...]:
    def kind(slot: Slot) -> tuple[UnitId, bool]:
        return force.state.pieces[slot[0]].unit, is_fatal(force.state, slot)

    return tuple(
        Group(unit, is_fatal, tuple(force.state.pieces[piece] for piece, _ in run))
        for (unit, is_fatal), run in groupby(slots, key=kind)
    )
