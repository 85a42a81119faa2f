"""The kinds of lines, and what each comes to in a battle: a word that the rule of its question understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Generic

from pydantic import Field

from engine.conditions.lines import ASK, AnyLine, Line, Percent
from engine.events.combat.battle import AttackOrDefense
from engine.odds.estimates.quickly import win_quickly
from engine.odds.position import under_way
from engine.state.battles import Battle
from engine.state.game_state import GameState

Number = Annotated[int, Field(ge=1, le=99)]


class PressLine(Line):
    """Attackers press on, retreat or do what is printed. Those who press on retreat once one of these holds
    (ASY-56).

    below: they would win less often by pressing on to the end. after: so many rounds have been fought. units: no more
    than so many are left. aircraft: only aircraft are left.
    """

    below: Percent | None = None
    after: Number | None = None
    units: Number | None = None
    aircraft: bool = False


class SubmergeLine(Line):
    """Submarines always submerge, never, or where no surface warship fights beside them.

    below: those that never do still submerge once their side would win less often than this (ASY-57).
    """

    below: Percent | None = None


@dataclass(frozen=True)
class ConditionalKind(Generic[AnyLine]):
    """A kind of lines. goes_on: what is done until a condition holds; no other word has conditions.

    comes_to: the word for this battle, ASK where a condition cannot be decided.
    """

    line: type[AnyLine]
    goes_on: str
    comes_to: Callable[[GameState, Battle, AttackOrDefense, AnyLine], str]


def _press(state: GameState, battle: Battle, _: AttackOrDefense, line: PressLine) -> str:
    attackers = state.select(battle.attackers)
    stops = (
        (line.after is not None and battle.round >= line.after)
        or (line.units is not None and len(attackers) <= line.units)
        or (line.aircraft and all(state.type_of(piece).domain == "air" for piece in attackers))
    )
    return "retreat" if stops else _unless_below(state, "attacker", line.below, "press", "retreat")


def _submerge(state: GameState, _: Battle, side: AttackOrDefense, line: SubmergeLine) -> str:
    return _unless_below(state, side, line.below, "never", "always")


def _unless_below(state: GameState, side: AttackOrDefense, below: int | None, on: str, leave: str) -> str:
    """What is done unless a side wins less often than so many percent; ASK where nobody can tell."""
    if below is None:
        return on
    setting = under_way(state)
    if setting is None:
        return ASK
    attackers_win = win_quickly(setting)
    win = attackers_win if side == "attacker" else 1 - attackers_win
    return leave if win * 100 < below else on


PRESS, SUBMERGE = "retreat", "submerge"
"""The standing orders that hold such lines."""
KINDS: Mapping[str, ConditionalKind[Any]] = {
    PRESS: ConditionalKind(PressLine, "press", _press),
    SUBMERGE: ConditionalKind(SubmergeLine, "never", _submerge),
}
