"""Which places can be attacked, by which units from where, and the orders that bring those who are chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine import GameState, Refusal, apply
from engine.ask import (
    Movable,
    can_strike,
    defenders_at,
    destinations,
    is_hostile_territory,
    movable,
    raidable,
    shared_destinations,
)
from engine.dice import NoDice
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.words import counted, place
from gamemaster.orders.drafts import JsonAction

SEPARATOR = "~"
NO_WAY = "there is no way there any more."


@dataclass(frozen=True)
class Target:
    """What is attacked: a space, or the facility there that is raided."""

    space: SpaceId
    raid: UnitId | None = None

    @property
    def name(self) -> str:
        """By which it is chosen."""
        return f"{self.space}{SEPARATOR}{self.raid}" if self.raid else self.space

    @classmethod
    def named(cls, name: str) -> Target:
        """The target that was chosen."""
        space, _, raid = name.partition(SEPARATOR)
        return cls(space, raid or None)


@dataclass(frozen=True, order=True)
class Stack:
    """Own units of one kind in a space that can go to a target by themselves, or beside others from there.

    escorts: they protect those who raid.
    """

    origin: SpaceId
    unit: UnitId
    count: int
    escorts: bool = False

    @property
    def name(self) -> str:
        """By which it is chosen."""
        return f"{self.origin}.{self.unit}{'.escort' if self.escorts else ''}"


@dataclass(frozen=True)
class Gathered:
    """Orders that bring units to a target, the position after them, and who had to stay, with why."""

    orders: tuple[JsonAction, ...]
    state: GameState
    left_out: tuple[str, ...] = ()


def targets(state: GameState) -> dict[Target, int]:
    """What own units can attack now, with how many of them can: places with enemies, or of theirs, and raids."""
    found: dict[Target, int] = {}
    for entry in _own_movable(state):
        for reach in destinations(state, entry.space, entry.unit):
            if is_target(state, Target(reach.space)):
                found[Target(reach.space)] = found.get(Target(reach.space), 0) + entry.count
        for facility in _raided_by(state, entry.unit):
            for reach in destinations(state, entry.space, entry.unit, raid=facility):
                raid = Target(reach.space, facility)
                found[raid] = found.get(raid, 0) + entry.count
    return found


def _own_movable(state: GameState) -> list[Movable]:
    return [entry for entry in movable(state) if entry.owner == state.power and state.phase == "combat_move"]


def _raided_by(state: GameState, unit: UnitId) -> tuple[UnitId, ...]:
    """The facilities that a unit can raid somewhere."""
    line = state.unit_of(state.power, unit)
    return tuple(facility for facility in raidable(state) if can_strike(line, state.edition.unit[facility]))


def is_target(state: GameState, target: Target) -> bool:
    """Whether going there with the combat move attacks somebody, takes a territory of theirs, or can raid it."""
    space = target.space
    if space not in state.edition.board.number_of:
        return False
    if target.raid is not None:
        return target.raid in state.facilities.get(space, ())
    return bool(defenders_at(state, space, state.power)) or (
        state.edition.board.is_land(space) and is_hostile_territory(state, space, state.power)
    )


def stacks_for(state: GameState, target: Target) -> tuple[Stack, ...]:
    """Own units that can go to a target now, by origin, the dearest of a place first; of a raid with its escorts."""
    able = [entry for entry in _own_movable(state) if entry.space != target.space]
    found = [_stack(entry) for entry in able if _reaches(state, entry, target)]
    price = {unit.id: unit.cost or 0 for unit in state.edition.units}
    found.sort(key=lambda stack: (stack.origin, -price[stack.unit]))
    if target.raid and found:
        found += _escorts(gather(state, target, [replace(found[0], count=1)]).state, target)
    return tuple(found)


def _escorts(state: GameState, target: Target) -> list[Stack]:
    """Who could protect a raid once the raiders have their orders (SPC-42)."""
    able = [entry for entry in _own_movable(state) if _flies(state, entry.unit)]
    return [_stack(entry, escorts=True) for entry in able if _reaches(state, entry, Target(target.space), escort=True)]


def _flies(state: GameState, unit: UnitId) -> bool:
    return state.edition.unit[unit].domain == "air"


def _stack(entry: Movable, *, escorts: bool = False) -> Stack:
    return Stack(entry.space, entry.unit, entry.count, escorts)


def _reaches(state: GameState, entry: Movable, target: Target, *, escort: bool = False) -> bool:
    if target.raid and target.raid not in _raided_by(state, entry.unit):
        return False
    ends = destinations(state, entry.space, entry.unit, raid=target.raid, escort=escort)
    return any(reach.space == target.space for reach in ends)


def gather(state: GameState, target: Target, chosen: Iterable[Stack]) -> Gathered:
    """Bring as many as are chosen, each group checked on the board after those before it; who can't come stays out."""
    bringing = _Bringing(state, target)
    by_origin: dict[tuple[bool, SpaceId], dict[UnitId, int]] = {}
    for stack in chosen:
        by_origin.setdefault((stack.escorts, stack.origin), {})[stack.unit] = stack.count
    for (escorts, origin), units in sorted(by_origin.items(), key=lambda item: item[0][0]):
        for group in _groups(state, units):
            bringing.bring(origin, group, escorts=escorts)
    return Gathered(tuple(bringing.orders), bringing.state, tuple(bringing.left_out))


def _groups(state: GameState, units: Mapping[UnitId, int]) -> list[dict[UnitId, int]]:
    """Units of one place that go in one order: those by land, those by sea, and each kind of aircraft by itself."""
    table = state.edition.unit
    flying = [{unit: count} for unit, count in units.items() if table[unit].domain == "air"]
    others = [
        {unit: count for unit, count in units.items() if table[unit].domain == domain} for domain in ("land", "sea")
    ]
    return [group for group in (*others, *flying) if group]


class _Bringing:
    """Orders one after the other, with the position after them."""

    def __init__(self, state: GameState, target: Target) -> None:
        self.state = state
        self.orders: list[JsonAction] = []
        self.left_out: list[str] = []
        self._target = target

    def bring(self, origin: SpaceId, units: Mapping[UnitId, int], *, escorts: bool) -> None:
        """All in one order, or each kind by itself, as many as can."""
        if len(units) > 1 and self._order(origin, units, escorts=escorts) is None:
            return
        for unit, count in units.items():
            self._as_many(origin, unit, count, escorts=escorts)

    def _as_many(self, origin: SpaceId, unit: UnitId, count: int, *, escorts: bool) -> None:
        why = self._order(origin, {unit: count}, escorts=escorts)
        if why is None:
            return
        fits, too_many = 0, count
        state = self.state
        while too_many - fits > 1:
            half = (fits + too_many) // 2
            if self._order(origin, {unit: half}, escorts=escorts) is None:
                fits, self.state = half, state
                self.orders.pop()
            else:
                too_many = half
        if fits:
            self._order(origin, {unit: fits}, escorts=escorts)
        self.left_out.append(_stays(self.state, origin, {unit: count - fits}, why))

    def _order(self, origin: SpaceId, units: Mapping[UnitId, int], *, escorts: bool) -> str | None:
        """None where the order is accepted, else why not."""
        raid = None if escorts else self._target.raid
        way = shared_destinations(self.state, origin, list(units), raid=raid, escort=escorts).get(self._target.space)
        if way is None:
            return NO_WAY
        order: dict[str, object] = {"type": "move", "units": dict(units), "path": list(way.path)}
        order |= {"raid": raid} if raid else {}
        order |= {"escort": True} if escorts else {}
        try:
            self.state = apply(self.state, order, NoDice()).state
        except Refusal as no:
            return no.message
        self.orders.append(order)
        return None


def _stays(state: GameState, origin: SpaceId, units: Mapping[UnitId, int], why: str) -> str:
    """ "1 fighter in Germany stays: no carrier …"."""
    return f"{counted(state, units)} in {place(state, origin)} can't come: {why}"


def some_of(stacks: Iterable[Stack], counts: Mapping[str, int]) -> tuple[Stack, ...]:
    """The stacks with as many units as are wanted of each, by name; never more than there are."""
    wanted = ((stack, min(counts.get(stack.name, 0), stack.count)) for stack in stacks)
    return tuple(replace(stack, count=count) for stack, count in wanted if count > 0)
