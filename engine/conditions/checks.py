"""Lines with conditions that can be left: those that can ever apply (ASY-55)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.combat.losses.line_checks import MOST_LINES, check_enemy, check_place
from engine.conditions.kinds import KINDS, SUBMERGE
from engine.conditions.lines import ASK, Line, read_lines
from engine.errors import IllegalAction
from engine.facts.board import PowerId
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.words import listed, place


def check_lines(state: GameState, power: PowerId, name: str, texts: Sequence[str], words: Sequence[str]) -> None:
    """Raise IllegalAction (`form`, `space`, `power`, SPC-73 ...) where a line of a power could never apply.

    words: what the rule of the question understands.
    """
    lines = read_lines(KINDS[name], texts)
    if len(lines) > MOST_LINES:
        raise IllegalAction("form", f"You can leave at most {MOST_LINES} such orders. Withdraw one first.")
    for line in lines:
        if line.do not in (*words, ASK):
            raise IllegalAction("form", f"For {name} there is {listed((*words, ASK), 'or')}, not {quoted(line.do)}.")
        _check_conditions(line)
        _check_situation(state, power, name, line)
    if len({line.situation for line in lines}) != len(lines):
        raise IllegalAction("form", f"For {name} you can leave only one order for each situation.")


def _check_conditions(line: Line) -> None:
    if line.conditions and line.do != line.goes_on:
        raise IllegalAction("form", f"Only “{line.goes_on}” has conditions on which it stops. Leave them out here.")
    if line.above is not None and not line.counts_stakes:
        raise IllegalAction("form", "For these questions nothing at stake is counted. Leave “ask_above” out.")
    if line.do == ASK and line.above is not None:
        raise IllegalAction("form", "You'll be asked there anyway. Leave “ask_above” out.")


def _check_situation(state: GameState, power: PowerId, name: str, line: Line) -> None:
    if line.space:
        check_place(state, power, line.space)
    if line.against:
        check_enemy(state, power, line.against)
    if name == SUBMERGE and line.space and state.edition.board.is_land(line.space):
        where = place(state, line.space)
        raise IllegalAction("SPC-73", f"No submarine ever fights in {where}. Name a sea zone.")
