"""Moving out of one place: which units can, and where those who are chosen can go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine import GameState
from engine.ask import defenders_at, destinations, movable_from, shared_destinations
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from gamemaster.sheets.bringing.aims import Manner, Stack, Target
from gamemaster.sheets.bringing.gathering import groups
from gamemaster.sheets.bringing.landing_plan import landings_from


@dataclass(frozen=True)
class End:
    """Where units of one place can go, at what cost in spaces (none by sea), and which of those chosen can at all."""

    target: Target
    cost: int | None
    able: tuple[UnitId, ...]


def stacks_at(state: GameState, start: SpaceId) -> tuple[Stack, ...]:
    """Own units there that can move now, alone or in company, the dearest first."""
    price = {unit.id: unit.cost or 0 for unit in state.edition.units}
    own = [entry for entry in movable_from(state, start) if entry.owner == state.power]
    return tuple(Stack(start, each.unit, each.count) for each in sorted(own, key=lambda each: -price[each.unit]))


def ends_from(state: GameState, start: SpaceId, chosen: Iterable[Stack]) -> tuple[End, ...]:
    """Where at least one of those chosen can go: to enemies first in the combat move, last after it, then nearest."""
    units = [stack.unit for stack in chosen]
    costs: dict[SpaceId, int] = {}
    able: dict[SpaceId, list[UnitId]] = {}
    for group in groups(state, dict.fromkeys(units, 1)):
        together = {end: reach.cost for end, reach in shared_destinations(state, start, list(group)).items()}
        alone = {unit: {r.space: r.cost for r in destinations(state, start, unit)} for unit in group}
        for unit in group:
            for end, cost in (alone[unit] | together).items():
                able.setdefault(end, []).append(unit)
                costs[end] = max(costs.get(end, 0), cost)
    found = [End(Target(space), costs[space], tuple(able[space])) for space in able]
    afoot = tuple(unit for unit in units if state.edition.unit[unit].domain == "land")
    if afoot:
        overseas = landings_from(state, start, afoot).items()
        found += [End(Target(coast, zone=zone), None, afoot) for coast, zone in overseas if coast not in able]
    attacks = state.phase == "combat_move"
    later = {end.target.space: attacks != bool(defenders_at(state, end.target.space, state.power)) for end in found}
    found.sort(key=lambda end: (later[end.target.space], end.cost is None, end.cost or 0, end.target.space))
    return tuple(found)


def as_they_go(stacks: Iterable[Stack], target: Target) -> tuple[Stack, ...]:
    """The stacks on their way to an end: aboard transports to one across the sea."""
    manner: Manner = "cargo" if target.zone else ""
    return tuple(Stack(each.origin, each.unit, each.count, manner) for each in stacks)
