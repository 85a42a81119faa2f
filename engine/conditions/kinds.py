"""The kinds of lines, and what each comes to in a battle: a word that the rule of its question understands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from engine.combat.losses.assignments import HitTaking
from engine.conditions.lines import ASK, Line, Percent
from engine.kinds import OTHERS
from engine.odds.estimates.quickly import win_quickly
from engine.odds.position import under_way

Number = Annotated[int, Field(ge=1, le=99)]


class PressLine(Line):
    """Attackers press on, retreat or do what is printed. Those who press on retreat once one of these holds (ASY-56).

    below: they would win less often by pressing on to the end. after: so many rounds have been fought. units: no more
    than so many are left. aircraft: all others are lost; aircraft that attacked alone press on.
    """

    goes_on: ClassVar[str] = "press"
    below: Percent | None = None
    after: Number | None = None
    units: Number | None = None
    aircraft: bool = False

    def until_stopped(self, taking: HitTaking) -> str:
        state, battle = taking.state, taking.battle
        attackers = state.select(battle.attackers)
        stops = (
            (self.after is not None and battle.round >= self.after)
            or (self.units is not None and len(attackers) <= self.units)
            or (self.aircraft and _only_aircraft_are_left(taking))
        )
        return "retreat" if stops else _unless_below(taking, self.below, "press", "retreat")


def _only_aircraft_are_left(taking: HitTaking) -> bool:
    state, battle = taking.state, taking.battle
    units = {piece.unit: state.type_of(piece) for piece in state.select(battle.attackers)}
    table = state.edition.unit
    return all(u.domain == "air" for u in units.values()) and any(table[u].domain != "air" for u in battle.began_with)


class SubmergeLine(Line):
    """Submarines always submerge, never, or where no surface warship fights beside them.

    below: those that never do still submerge once their side would win less often than this (ASY-57).
    """

    goes_on: ClassVar[str] = "never"
    below: Percent | None = None

    def until_stopped(self, taking: HitTaking) -> str:
        return _unless_below(taking, self.below, "never", "always")


class PrintedLine(Line):
    """The printed answer, or its owner is asked: for questions in which nothing can be weighed (ASY-04)."""

    goes_on: ClassVar[str] = "default"
    counts_stakes: ClassVar[bool] = False

    def until_stopped(self, taking: HitTaking) -> str:  # noqa: ARG002
        return self.goes_on


def _unless_below(taking: HitTaking, below: int | None, on: str, leave: str) -> str:
    """What is done unless a side wins less often than so many percent; ASK where nobody can tell."""
    if below is None:
        return on
    setting = under_way(taking.state)
    if setting is None:
        return ASK
    attackers_win = win_quickly(setting)
    win = attackers_win if taking.side == "attacker" else 1 - attackers_win
    return leave if win * 100 < below else on


PRESS, SUBMERGE, STRANDED, ADVANTAGES = "retreat", "submerge", "stranded", "advantages"
"""The standing orders that hold such lines, and OTHERS."""
PRINTED = (STRANDED, ADVANTAGES, OTHERS)
KINDS: Mapping[str, type[Line]] = {PRESS: PressLine, SUBMERGE: SubmergeLine, **dict.fromkeys(PRINTED, PrintedLine)}
