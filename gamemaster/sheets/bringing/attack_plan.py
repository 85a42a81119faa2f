"""Which places can be attacked, and which units can come there from where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine import GameState
from engine.ask import (
    Movable,
    can_strike,
    defenders_at,
    destinations,
    is_attackable,
    is_hostile_territory,
    movable,
    neutral_army,
    raidable,
)
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.known import of_position
from gamemaster.sheets.bringing.aims import Manner, Stack, Target
from gamemaster.sheets.bringing.gathering import gather
from gamemaster.sheets.bringing.landing_plan import cargo_for, landings, ships_for


@of_position
def targets(state: GameState) -> Mapping[Target, int]:
    """What own units can attack now, with how many of them can go there by themselves: places with enemies, or of
    theirs, raids, and coasts where others can land, with the best zone for it.
    """
    if state.phase != "combat_move":
        return {}
    found: dict[Target, int] = {}
    places = [space for space in state.edition.board.number_of if is_target(state, Target(space))]
    for entry in _own_movable(state):
        for reach in destinations(state, entry.space, entry.unit, among=places):
            if _has_use(state, entry.unit, reach.space):
                found[Target(reach.space)] = found.get(Target(reach.space), 0) + entry.count
        for facility in _raided_by(state, entry.unit):
            for reach in destinations(state, entry.space, entry.unit, raid=facility):
                raid = Target(reach.space, facility)
                found[raid] = found.get(raid, 0) + entry.count
    for coast, zone in landings(state).items():
        if is_target(state, Target(coast)):
            found[Target(coast, zone=zone)] = found.pop(Target(coast), 0)
    return found


def _has_use(state: GameState, unit: UnitId, space: SpaceId) -> bool:
    """Only land units take what nobody defends."""
    is_held = bool(defenders_at(state, space, state.power)) or bool(neutral_army(state, space))
    return is_held or state.unit_of(state.power, unit).can("captures")


def goals(state: GameState) -> dict[Target, int]:
    """Where own units can go now, with how many of them can by themselves; others to coasts by sea."""
    found: dict[Target, int] = {}
    for entry in _own_movable(state):
        for reach in destinations(state, entry.space, entry.unit):
            found[Target(reach.space)] = found.get(Target(reach.space), 0) + entry.count
    return found | {Target(coast, zone=zone): found.pop(Target(coast), 0) for coast, zone in landings(state).items()}


def _own_movable(state: GameState) -> list[Movable]:
    return [entry for entry in movable(state) if entry.owner == state.power]


def _raided_by(state: GameState, unit: UnitId) -> tuple[UnitId, ...]:
    """The facilities that a unit can raid somewhere."""
    line = state.unit_of(state.power, unit)
    return tuple(facility for facility in raidable(state) if can_strike(line, state.edition.unit[facility]))


def is_place(state: GameState, target: Target) -> bool:
    """Whether the board has the space, and the zone touches it."""
    board = state.edition.board
    return target.space in board.number_of and (not target.zone or target.zone in board.zones_of(target.space))


def is_target(state: GameState, target: Target) -> bool:
    """Whether going there with the combat move attacks somebody, takes a territory of theirs or a neutral one, or can
    raid it.
    """
    space = target.space
    if not is_place(state, target):
        return False
    if target.raid is not None:
        return target.raid in state.facilities.get(space, ())
    if defenders_at(state, space, state.power):
        return True
    is_land = state.edition.board.is_land(space)
    return is_land and (is_hostile_territory(state, space, state.power) or is_attackable(state, space, state.power))


@of_position
def stacks_for(state: GameState, target: Target) -> tuple[Stack, ...]:
    """Own units that can go to a target now, by origin, the dearest of a place first; of a raid with its escorts, of a
    landing with cargo, and with ships and aircraft for its zone.
    """
    able = [entry for entry in _own_movable(state) if entry.space != target.space]
    found = [_stack(entry) for entry in able if _reaches(state, entry, target)]
    price = {unit.id: unit.cost or 0 for unit in state.edition.units}
    if target.zone:
        by_themselves = {stack.name for stack in found}
        cargo = [stack for stack in cargo_for(state, target) if replace(stack, manner="").name not in by_themselves]
        found += [*cargo, *ships_for(state, target.zone)]
    found.sort(key=lambda stack: (stack.manner, stack.origin, -price[stack.unit]))
    if target.raid and found:
        found += _escorts(gather(state, target, [replace(found[0], count=1)]).state, target)
    return tuple(found)


def _escorts(state: GameState, target: Target) -> list[Stack]:
    """Who could protect a raid once the raiders have their orders (SPC-42)."""
    able = [entry for entry in _own_movable(state) if _flies(state, entry.unit)]
    return [_stack(entry, "escort") for entry in able if _reaches(state, entry, Target(target.space), escort=True)]


def _flies(state: GameState, unit: UnitId) -> bool:
    return state.edition.unit[unit].domain == "air"


def _stack(entry: Movable, manner: Manner = "") -> Stack:
    return Stack(entry.space, entry.unit, entry.count, manner)


def _reaches(state: GameState, entry: Movable, target: Target, *, escort: bool = False) -> bool:
    if target.raid and target.raid not in _raided_by(state, entry.unit):
        return False
    return bool(destinations(state, entry.space, entry.unit, raid=target.raid, escort=escort, among=[target.space]))
