"""What `normal` repairs: complexes as far as damage costs places that it would use, bases that serve many units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from computer.chances import price
from computer.greedy.ground import ways
from computer.weights import BASES
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.facts.facility_types import FacilityType
from engine.facts.openings import Account
from engine.facts.unit_types import UnitId, UnitType

REPAIRED = "what is damaged and needed is repaired"
CHEAP, STRONG = 2, 1
"""An army has so many cheap units for each so many strong ones."""


@dataclass
class Repairs:
    """Points of damage that are paid for, what that costs, and how many places more there are then."""

    points: dict[SpaceId, dict[UnitId, int]] = field(default_factory=dict)
    ipcs: int = 0
    room: int = 0


def repairs_for(state: GameState, account: Account, room: int, sold: Sequence[UnitType]) -> Repairs:
    """One place after the other, the cheapest first, while there are IPCs for more units than places."""
    a_unit, funds, found = price_of_a_unit(sold), ask.funds(state, account), Repairs()
    if not a_unit:
        return found
    damaged = _damaged(state, account)
    near = ways(state, account.power) if damaged else {}
    while room + found.room < int((funds - found.ipcs) / a_unit):
        steps = [
            (_to_the_next_place(state, space, unit, _paid(found, space, unit)), near.get(space, 0.0), space, unit)
            for space, unit in damaged
            if _paid(found, space, unit) < state.damage[space][unit]
        ]
        if not steps:
            break
        points, _, space, unit = min(steps)
        row = {**found.points.get(space, {}), unit: _paid(found, space, unit) + points}
        after = {**found.points, space: row}
        cost = ask.repair_cost(state, after)
        if cost + a_unit * (room + found.room + 1) > funds:
            break
        found = Repairs(after, cost, found.room + 1)
    return found


def with_bases(state: GameState, account: Account, repairs: Repairs, ipcs: int) -> Repairs:
    """The same, and bases whose repair costs less than they are worth to the units that they serve."""
    for space, row in sorted(ask.repairable(state, account).items()):
        for unit in sorted(row):
            points, line = points_to_work(state, space, unit), state.edition.unit[unit].facility
            if not points or line is None or _paid(repairs, space, unit):
                continue
            after = {**repairs.points, space: {**repairs.points.get(space, {}), unit: points}}
            cost = ask.repair_cost(state, after)
            if cost <= ipcs and cost - repairs.ipcs <= BASES.reach * served_by(state, space, line):
                repairs = Repairs(after, cost, repairs.room)
    return repairs


def points_to_work(state: GameState, space: SpaceId, unit: UnitId) -> int:
    """So many points must be paid for until a base works again; 0 where it works, or is none."""
    line = state.edition.unit[unit].facility
    if line is None or line.works_up_to is None:
        return 0
    return max(0, state.damage.get(space, {}).get(unit, 0) - line.works_up_to)


def served_by(state: GameState, space: SpaceId, base: FacilityType) -> int:
    """What a power's units cost that set out farther from a base: aircraft in its territory, ships around it."""
    places = {"air": (space,), "sea": state.edition.board.zones_of(space)}
    own = (
        piece
        for domain in base.extra_move
        for place in places[domain]
        for piece in state.at(place)
        if piece.power == state.owners[space] and state.type_of(piece).domain == domain
    )
    return price(state, own)


def price_of_a_unit(sold: Sequence[UnitType]) -> float:
    """What a unit of an army costs on average."""
    land = sorted(unit.cost or 0 for unit in sold if unit.domain == "land" and unit.can("captures") and unit.attack)
    return (CHEAP * land[0] + STRONG * land[len(land) // 2]) / (CHEAP + STRONG) if land else 0.0


def _damaged(state: GameState, account: Account) -> list[tuple[SpaceId, UnitId]]:
    """The complexes of an account that have damage."""
    usable = ask.usable_complexes(state, account.power)
    rows = ((space, row, ask.complex_in(state, space)) for space, row in ask.repairable(state, account).items())
    found = ((space, kind) for space, row, kind in rows if space in usable and kind and row.get(kind))
    return [(space, kind) for space, kind in found if makes(state, space, kind)]


def _paid(repairs: Repairs, space: SpaceId, unit: UnitId) -> int:
    return repairs.points.get(space, {}).get(unit, 0)


def _to_the_next_place(state: GameState, space: SpaceId, unit: UnitId, paid: int) -> int:
    """So many points more make a place: damage beyond what the complex makes must be paid for first."""
    return max(1, state.damage[space][unit] - paid - makes(state, space, unit) + 1)


def makes(state: GameState, space: SpaceId, unit: UnitId) -> int:
    """What a complex makes without damage."""
    line = state.edition.unit[unit].facility
    return line.production_at(ask.value_of(state, space)) if line else 0
