"""What speaks against a plan, said before its orders are given: as far as everybody can see on the board."""

from __future__ import annotations

from engine import GameState
from engine.ask import refusal_of, with_sides_taken
from engine.odds.odds import Odds
from gamemaster.narration.battles.ahead import futile_lines, kamikazes_to_expect, scrambles_to_expect
from gamemaster.narration.politics.diplomacy import turning_lines

EVEN = 0.5
ONLY_SUBMARINES = "CMV-12"
"""The rule by which aircraft find nobody to attack, which is told as such."""


def doubts_about(before: GameState, after: GameState) -> tuple[str, ...]:
    """What the orders that lead from one position to another bring: attacks that can hit nobody, enemies who may rise,
    what would keep the phase from ending.
    """
    known = {*_on(before), _unfinished(before)}
    return tuple(line for line in (*_on(after), _unfinished(after)) if line and line not in known)


def _on(state: GameState) -> list[str]:
    if state.phase != "combat_move":
        return []
    ahead = with_sides_taken(state)
    return [*futile_lines(ahead), *turning_lines(state), *scrambles_to_expect(state), *kamikazes_to_expect(state)]


def _unfinished(state: GameState) -> str:
    """Why the phase could not end then; nothing where it could."""
    no = refusal_of(state, {"type": "end_phase", "phase": state.phase}) if state.phase == "combat_move" else None
    return no.message if no and no.rule != ONLY_SUBMARINES else ""


def is_unlikely(odds: Odds | None) -> bool:
    """Whether the attacker wins less often than not."""
    return odds is not None and odds.attacker_win < EVEN
