"""Plans that a power leaves behind: who scrambles where, and which ships kamikazes strike (ASY-20, ASY-24).

A line of a plan is "sz6 2", at most that many aircraft into a sea zone, or "sz6 aircraft_carrier 2", that many strikes
on each such ship there. ANYWHERE in place of a zone stands for all zones that no line names, for ships of its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.combat.air.scramble import ScrambleOptions, best_defenders
from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.quoting import quoted
from engine.reading import read_number
from engine.state.game_state import GameState
from engine.state.pieces import PieceId
from engine.state.words import place

__all__ = ["ANYWHERE", "PlanLine", "plan_lines"]

ANYWHERE = "anywhere"
MOST_LINES = 25


@dataclass(frozen=True)
class PlanLine:
    """At most `most` aircraft into a zone, or at most that many strikes on each ship of a `unit` there."""

    zone: SpaceId
    unit: UnitId
    most: int

    def __str__(self) -> str:
        return " ".join(filter(None, (self.zone, self.unit, str(self.most))))


def plan_lines(plan: Iterable[str]) -> list[PlanLine]:
    """The lines of a plan; raises IllegalAction (`form`)."""
    found = []
    for text in plan:
        zone, *unit, most = text.split(" ") if " " in text else ("", "")
        number = read_number(most)
        if number is None or len(unit) > 1:
            raise IllegalAction("form", f"{quoted(text)} is not a line of a plan, such as “sz6 2”.")
        found.append(PlanLine(zone, "".join(unit), number))
    return found


def check_scramble_plan(state: GameState, _power: PowerId, plan: Sequence[str]) -> None:
    """Raise IllegalAction (`form`, `space`, SPC-81) if a plan cannot be kept on this board."""
    lines = _checked(state, plan)
    if lines and not any(unit.can("scrambles") for unit in state.edition.units):
        raise IllegalAction("SPC-81", "Aircraft do not scramble in this edition.")
    if any(line.unit for line in lines):
        raise IllegalAction("form", "Say how many aircraft may scramble into which sea zone, without naming units.")


def check_kamikaze_plan(state: GameState, _power: PowerId, plan: Sequence[str]) -> None:
    """Raise IllegalAction (`form`, `space`, SPC-91, SPC-94) if a plan cannot be kept on this board."""
    marked = [zone.id for zone in state.edition.board.sea_zones if zone.kamikaze]
    for line in _checked(state, plan):
        if not marked or line.zone not in (ANYWHERE, *marked):
            where = "on this board" if not marked else f"in {place(state, line.zone)}"
            raise IllegalAction("SPC-91", f"Kamikazes do not strike {where}.")
        if line.unit not in state.edition.unit or not state.edition.unit[line.unit].can("surface_warship"):
            raise IllegalAction("SPC-94", f"{quoted(line.unit)} is not a surface warship of this edition.")


def _checked(state: GameState, plan: Sequence[str]) -> list[PlanLine]:
    lines = plan_lines(plan)
    if len(lines) > MOST_LINES:
        raise IllegalAction("form", f"A plan has at most {MOST_LINES} lines.")
    for line in lines:
        if line.zone != ANYWHERE and line.zone not in state.edition.board.sea_zone:
            raise IllegalAction("space", f"There is no sea zone {quoted(line.zone)} on this board.")
    if len({(line.zone, line.unit) for line in lines}) != len(lines):
        raise IllegalAction("form", "Name each sea zone only once in a plan, with the same ships.")
    return lines


def planned_scramble(
    state: GameState, offered: ScrambleOptions, plan: Sequence[str], busy: Mapping[SpaceId, Mapping[UnitId, int]]
) -> dict[SpaceId, dict[SpaceId, dict[UnitId, int]]]:
    """Who rises by a plan beside those that are busy: the best defenders first, no more than the bases let rise."""
    offers, left = offered.scramble, Counter(offered.limits)
    taken = Counter({(base, unit): count for base, units in busy.items() for unit, count in units.items()})
    found: dict[SpaceId, dict[SpaceId, dict[UnitId, int]]] = {}
    for zone, line in _meant(plan_lines(plan), offers):
        most = line.most
        for base, units in offers[zone].items():
            free = {unit: count - taken[base, unit] for unit, count in units.items()}
            if rising := best_defenders(state, free, min(left[base], most)):
                found.setdefault(zone, {})[base] = rising
                taken.update({(base, unit): count for unit, count in rising.items()})
                most -= sum(rising.values())
                left[base] -= sum(rising.values())
    return found


def planned_strikes(
    state: GameState, ships: Mapping[SpaceId, Sequence[PieceId]], tokens: int, plan: Sequence[str]
) -> dict[SpaceId, tuple[tuple[PieceId, int], ...]]:
    """Which ships are struck by a plan, line by line, while tokens last."""
    left = tokens
    found: dict[SpaceId, list[tuple[PieceId, int]]] = {}
    for zone, line in _meant(plan_lines(plan), ships):
        for ship in ships[zone]:
            strikes = min(line.most, left)
            if strikes and state.pieces[ship].unit == line.unit:
                found.setdefault(zone, []).append((ship, strikes))
                left -= strikes
    return {zone: tuple(strikes) for zone, strikes in found.items()}


def _meant(lines: Sequence[PlanLine], zones: Iterable[SpaceId]) -> Iterator[tuple[SpaceId, PlanLine]]:
    """Each line with each of the zones for which it stands, in the order of the plan."""
    named = {(line.zone, line.unit) for line in lines}
    for line in lines:
        for zone in zones:
            if zone == line.zone or (line.zone == ANYWHERE and (zone, line.unit) not in named):
                yield zone, line
