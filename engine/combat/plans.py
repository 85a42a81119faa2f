"""Plans that a power leaves behind: who scrambles and intercepts, and whom kamikazes strike (ASY-20, ASY-22, ASY-24).

A line of a plan is "sz6 2", at most that many aircraft into a sea zone or against a raid on a territory, or
"sz6 aircraft_carrier 2", that many strikes on each such ship there. ANYWHERE in place of a space stands for all spaces
that no line names, for ships of its kind. "sz6 2 least=60 against=japan" adds conditions (ASY-58).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.combat.air.scramble import ScrambleOptions, best_defenders
from engine.combat.losses.line_checks import check_enemy
from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.position.due import assaults_from
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
    """At most `most` aircraft into a zone or over a territory, or that many strikes on each ship of a `unit` there.

    least: percent of chances to win with them, below which nobody rises. against: only against attacks of this power.
    landing: only where a landing from the zone was declared.
    """

    zone: SpaceId
    unit: UnitId
    most: int
    least: int = 0
    against: PowerId = ""
    landing: bool = False

    @property
    def rank(self) -> tuple[bool, ...]:
        """How closely it names the situation: the space counts before the enemy, and this before a landing."""
        return self.zone != ANYWHERE, bool(self.against), self.landing

    @property
    def situation(self) -> tuple[object, ...]:
        """For what it is: of all lines of a plan only one."""
        return self.zone, self.unit, self.against, self.landing

    def __str__(self) -> str:
        named = {"least": self.least, "against": self.against, "landing": int(self.landing)}
        conditions = (f"{key}={value}" for key, value in named.items() if value)
        return " ".join(filter(None, (self.zone, self.unit, str(self.most), *conditions)))


def plan_lines(plan: Iterable[str]) -> list[PlanLine]:
    """The lines of a plan; raises IllegalAction (`form`)."""
    found = []
    for text in plan:
        plain = [part for part in text.split(" ") if "=" not in part]
        zone, *unit, most = plain if len(plain) > 1 else ("", "")
        conditions = dict(part.split("=", 1) for part in text.split(" ") if "=" in part)
        number, least = read_number(most), read_number(conditions.get("least", "0"))
        if number is None or least is None or len(unit) > 1 or not conditions.keys() <= {"least", "against", "landing"}:
            raise IllegalAction("form", f"{quoted(text)} is not a line of a plan, such as “sz6 2”.")
        line = PlanLine(zone, "".join(unit), number, least, conditions.get("against", ""), "landing" in conditions)
        found.append(line)
    return found


def check_scramble_plan(state: GameState, power: PowerId, plan: Sequence[str]) -> None:
    """Raise IllegalAction (`form`, `space`, `power`, SPC-81) if a plan cannot be kept on this board."""
    lines = _checked(state, power, plan)
    if lines and not any(unit.can("scrambles") for unit in state.edition.units):
        raise IllegalAction("SPC-81", "Aircraft do not scramble in this edition.")
    _check_zones(state, lines)
    if any(line.unit for line in lines):
        raise IllegalAction("form", "Say how many aircraft may scramble into which sea zone, without naming units.")
    _check_no_landing(lines)


def check_intercept_plan(state: GameState, power: PowerId, plan: Sequence[str]) -> None:
    """Raise IllegalAction (`form`, `space`, `power`, SPC-43) if a plan cannot be kept on this board."""
    lines = _checked(state, power, plan)
    if lines and not state.edition.parameters.combat.air_battle:
        raise IllegalAction("SPC-43", "Fighters do not intercept raids in this game.")
    for line in lines:
        if line.zone != ANYWHERE and line.zone not in state.edition.board.territory:
            raise IllegalAction("space", f"There is no territory {quoted(line.zone)} on this board.")
    if any(line.unit for line in lines):
        raise IllegalAction(
            "form", "Say how many fighters may intercept raids on which territory, without naming units."
        )
    _check_no_landing(lines)


def check_kamikaze_plan(state: GameState, power: PowerId, plan: Sequence[str]) -> None:
    """Raise IllegalAction (`form`, `space`, `power`, SPC-91, SPC-94) if a plan cannot be kept on this board."""
    marked = [zone.id for zone in state.edition.board.sea_zones if zone.kamikaze]
    lines = _checked(state, power, plan)
    _check_zones(state, lines)
    for line in lines:
        if not marked or line.zone not in (ANYWHERE, *marked):
            where = "on this board" if not marked else f"in {place(state, line.zone)}"
            raise IllegalAction("SPC-91", f"Kamikazes do not strike {where}.")
        if line.unit not in state.edition.unit or not state.edition.unit[line.unit].can("surface_warship"):
            raise IllegalAction("SPC-94", f"{quoted(line.unit)} is not a surface warship of this edition.")
        if line.least:
            raise IllegalAction("form", "A chance to win can't be a condition for kamikazes. Leave it out.")


def _checked(state: GameState, power: PowerId, plan: Sequence[str]) -> list[PlanLine]:
    lines = plan_lines(plan)
    if len(lines) > MOST_LINES:
        raise IllegalAction("form", f"A plan has at most {MOST_LINES} lines.")
    for line in lines:
        if line.least > 100:
            raise IllegalAction("form", "A chance to win is at most 100%.")
        if line.against:
            check_enemy(state, power, line.against, comes=True)
    if len({line.situation for line in lines}) != len(lines):
        raise IllegalAction("form", "Name each space only once in a plan, with the same ships and enemy.")
    return lines


def _check_zones(state: GameState, lines: Iterable[PlanLine]) -> None:
    for line in lines:
        if line.zone != ANYWHERE and line.zone not in state.edition.board.sea_zone:
            raise IllegalAction("space", f"There is no sea zone {quoted(line.zone)} on this board.")


def _check_no_landing(lines: Iterable[PlanLine]) -> None:
    if any(line.landing for line in lines):
        raise IllegalAction("form", "Only kamikazes may wait for a landing. Leave it out.")


def planned_scramble(
    state: GameState, offered: ScrambleOptions, plan: Sequence[str], busy: Mapping[SpaceId, Mapping[UnitId, int]]
) -> dict[SpaceId, dict[SpaceId, dict[UnitId, int]]]:
    """Who rises by a plan beside those that are busy: the best defenders first, no more than the bases let rise."""
    offers, left = offered.scramble, Counter(offered.limits)
    taken = Counter({(base, unit): count for base, units in busy.items() for unit, count in units.items()})
    found: dict[SpaceId, dict[SpaceId, dict[UnitId, int]]] = {}
    for zone, line in meant_lines(state, plan_lines(plan), offers):
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
    for zone, line in meant_lines(state, plan_lines(plan), ships):
        for ship in ships[zone]:
            strikes = min(line.most, left)
            if strikes and state.pieces[ship].unit == line.unit:
                found.setdefault(zone, []).append((ship, strikes))
                left -= strikes
    return {zone: tuple(strikes) for zone, strikes in found.items()}


def planned_interception(
    state: GameState, fighters: Mapping[SpaceId, Mapping[UnitId, int]], plan: Sequence[str]
) -> dict[SpaceId, dict[UnitId, int]]:
    """Who meets raids by a plan, those that fight best in the air first."""
    found: dict[SpaceId, dict[UnitId, int]] = {}
    for territory, line in meant_lines(state, plan_lines(plan), fighters):
        best = sorted(fighters[territory], key=lambda unit: -state.edition.unit[unit].air_battle)
        left, rising = line.most, {}
        for unit in best:
            if taken := min(left, fighters[territory][unit]):
                rising[unit] = taken
                left -= taken
        if rising:
            found[territory] = rising
    return found


def meant_lines(
    state: GameState, lines: Sequence[PlanLine], spaces: Iterable[SpaceId]
) -> Iterator[tuple[SpaceId, PlanLine]]:
    """Each line with each of the spaces for which it stands, in the order of the plan.

    Of several for a space, or for ships of a kind there, the one counts that names the situation most closely.
    """
    closest = {
        (space, line.unit): line
        for space in spaces
        for line in sorted(lines, key=lambda line: line.rank)
        if line.zone in (space, ANYWHERE) and line.against in ("", state.power)
        if not line.landing or assaults_from(state, space)
    }
    for line in lines:
        for (space, _), meant in closest.items():
            if meant is line:
                yield space, line
