"""Which battle of a phase is meant."""

from __future__ import annotations

from engine.battle_report.reading import battle_begun
from engine.battle_report.report import BattleReport
from engine.facts.board import SpaceId
from gamemaster.narration.history.timeline import Timeline


def battle_so_far(phase: Timeline, space: SpaceId) -> Timeline | None:
    """What happened in the last battle in a space, from just before it began; None if there was none."""
    begun = [(n, battle.space) for n, event in enumerate(phase.events) if (battle := battle_begun(event))]
    first = max((n for n, where in begun if where == space), default=None)
    if first is None:
        return None
    ends = min((n for n, _ in begun if n > first), default=len(phase.events))
    return phase.until(ends).since(first)


def last_report(course: Timeline, space: SpaceId) -> BattleReport | None:
    """The report of the last battle in a space; None if there was none."""
    return next((report for report in reversed(course.battles) if report.began.space == space), None)
