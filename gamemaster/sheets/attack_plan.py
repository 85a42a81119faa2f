"""Which places can be attacked, by which units from where, and the orders that bring those who are chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine import GameState, Refusal, apply
from engine.ask import defenders_at, destinations, is_hostile_territory, movable, movable_from, shared_destinations
from engine.dice import NoDice
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.words import counted, place
from gamemaster.orders.drafts import JsonAction

TO_ATTACK = "combat_move"


@dataclass(frozen=True, order=True)
class Stack:
    """Own units of one kind in a space that can go to a target by themselves, or beside others from there."""

    origin: SpaceId
    unit: UnitId
    count: int

    @property
    def name(self) -> str:
        """By which it is chosen."""
        return f"{self.origin}.{self.unit}"


@dataclass(frozen=True)
class Gathered:
    """Orders that bring units to a target, the position after them, and who had to stay, with why."""

    orders: tuple[JsonAction, ...]
    state: GameState
    left_out: tuple[str, ...] = ()


def targets(state: GameState) -> dict[SpaceId, int]:
    """Places with enemies, or of enemies, that own units can go to now, with how many of those units can."""
    found: dict[SpaceId, int] = {}
    for entry in movable(state):
        if entry.owner != state.power or state.phase != TO_ATTACK:
            continue
        for reach in destinations(state, entry.space, entry.unit):
            if is_target(state, reach.space):
                found[reach.space] = found.get(reach.space, 0) + entry.count
    return found


def is_target(state: GameState, space: SpaceId) -> bool:
    """Whether going there with the combat move attacks somebody, or takes a territory of theirs."""
    return bool(defenders_at(state, space, state.power)) or (
        state.edition.board.is_land(space) and is_hostile_territory(state, space, state.power)
    )


def stacks_for(state: GameState, target: SpaceId) -> tuple[Stack, ...]:
    """Own units that can go to a target now, those nearest first, the dearest of a place first."""
    able = (entry for space in sorted(state.by_space) if space != target for entry in movable_from(state, space))
    found = [
        Stack(entry.space, entry.unit, entry.count)
        for entry in able
        if entry.owner == state.power and _reaches(state, entry.space, entry.unit, target)
    ]
    price = {unit.id: unit.cost or 0 for unit in state.edition.units}
    return tuple(sorted(found, key=lambda stack: (stack.origin, -price[stack.unit])))


def _reaches(state: GameState, origin: SpaceId, unit: UnitId, target: SpaceId) -> bool:
    return any(reach.space == target for reach in destinations(state, origin, unit))


def gather(state: GameState, target: SpaceId, chosen: Iterable[Stack]) -> Gathered:
    """Bring as many as are chosen, each group checked on the board after those before it; who can't come stays out."""
    orders: list[JsonAction] = []
    left_out: list[str] = []
    by_origin: dict[SpaceId, dict[UnitId, int]] = {}
    for stack in chosen:
        by_origin.setdefault(stack.origin, {})[stack.unit] = stack.count
    for origin, units in by_origin.items():
        for group in _groups(state, units):
            state = _bring(state, origin, group, target, orders, left_out)
    return Gathered(tuple(orders), state, tuple(left_out))


def _groups(state: GameState, units: Mapping[UnitId, int]) -> list[dict[UnitId, int]]:
    """Units of one place that go in one order: those by land, those by sea, and each kind of aircraft by itself."""
    table = state.edition.unit
    flying = [{unit: count} for unit, count in units.items() if table[unit].domain == "air"]
    others = [
        {unit: count for unit, count in units.items() if table[unit].domain == domain} for domain in ("land", "sea")
    ]
    return [group for group in (*others, *flying) if group]


def _bring(
    state: GameState,
    origin: SpaceId,
    units: Mapping[UnitId, int],
    target: SpaceId,
    orders: list[JsonAction],
    left_out: list[str],
) -> GameState:
    """The state with these units on their way: all in one order, or each kind by itself, as many as can."""
    way = shared_destinations(state, origin, list(units)).get(target)
    done = _tried(state, _order(units, way.path)) if way else None
    if way and isinstance(done, GameState):
        orders.append(_order(units, way.path))
        return done
    for unit, count in units.items():
        if len(units) > 1:
            state = _bring(state, origin, {unit: count}, target, orders, left_out)
        else:
            state = _as_many(state, origin, unit, count, target, orders, left_out)
    return state


def _as_many(
    state: GameState,
    origin: SpaceId,
    unit: UnitId,
    count: int,
    target: SpaceId,
    orders: list[JsonAction],
    left_out: list[str],
) -> GameState:
    way, why = shared_destinations(state, origin, [unit]).get(target), ""
    for fewer in range(count, 0, -1) if way else ():
        order = _order({unit: fewer}, way.path if way else ())
        done = _tried(state, order)
        if isinstance(done, Refusal):
            why = why or done.message
            continue
        orders.append(order)
        if fewer < count:
            left_out.append(_stays(state, origin, {unit: count - fewer}, why))
        return done
    left_out.append(_stays(state, origin, {unit: count}, why))
    return state


def _order(units: Mapping[UnitId, int], path: Sequence[SpaceId]) -> JsonAction:
    return {"type": "move", "units": dict(units), "path": list(path)}


def _tried(state: GameState, order: JsonAction) -> GameState | Refusal:
    try:
        return apply(state, order, NoDice()).state
    except Refusal as no:
        return no


def _stays(state: GameState, origin: SpaceId, units: Mapping[UnitId, int], why: str) -> str:
    """ "1 fighter in Germany stays: no carrier …"."""
    return f"{counted(state, units)} in {place(state, origin)} can't come{f': {why}' if why else '.'}"


def some_of(stacks: Iterable[Stack], counts: Mapping[str, int]) -> tuple[Stack, ...]:
    """The stacks with as many units as are wanted of each, by name; never more than there are."""
    wanted = ((stack, min(counts.get(stack.name, 0), stack.count)) for stack in stacks)
    return tuple(replace(stack, count=count) for stack, count in wanted if count > 0)
