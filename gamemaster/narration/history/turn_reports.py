"""A whole turn as one report, and in a few lines of plain text."""

from __future__ import annotations

from engine.queries.describe import describe
from engine.queries.swings import luck_of_turn
from engine.state.game_state import GameState
from engine.state.words import phase_name
from gamemaster.narration.history.chapters import Chapter, chapters
from gamemaster.narration.history.luck import luck_line
from gamemaster.narration.history.phase_reports import PhaseReport, in_brief, phase_reports
from gamemaster.narration.history.timeline import Timeline
from gamemaster.narration.phrases import LIMIT, lines_within, power_name

ROOM_FOR_SUMMARY = 700
FIGHTING = phase_name("conduct_combat")
MARKS = ("**", "__")


def turn_summary(turn: Timeline) -> str:
    """What a turn came to, to be pasted elsewhere: plain lines without anybody's mention."""
    lines = [line for chapter in _of_turn(turn) for line in in_brief(chapter)]
    steps = [step for step in turn if _turn(step.before) == _turn(turn.start)]
    luck = luck_line(turn.start, turn.start.power, luck_of_turn(steps), "turns")
    told = lines_within([_title(turn.start), *lines], ROOM_FOR_SUMMARY - len(luck) - 1, "lines")
    text = "\n".join([*told, *([luck] if luck else [])])
    for mark in MARKS:
        text = text.replace(mark, "")
    return text


def turn_report(turn: Timeline) -> PhaseReport:
    """All phases of a turn that are over, as one report."""
    told = [report for report in phase_reports(turn) if not report.is_quiet]
    lines = [line for report in told for line in (f"__{_phase_of(report)}__", *report.looked_back_at.split("\n"))]
    closed = _of_turn(turn)
    spaces = (space for report in told for space in report.spaces)
    return PhaseReport(
        title=_title(turn.start),
        text="\n".join(lines_within(lines, LIMIT - ROOM_FOR_SUMMARY, "lines")),
        end=closed[-1].end,
        arrows=tuple(arrow for report in told for arrow in report.arrows),
        spaces=tuple(dict.fromkeys(spaces)),
        battles=tuple(battle for report in told for battle in report.battles if _phase_of(report) == FIGHTING),
        before=describe(turn.start),
        ends_turn=True,
    )


def _of_turn(turn: Timeline) -> list[Chapter]:
    """The closed phases of the turn in which a stretch begins."""
    first = turn.start
    return [each for each in chapters(first, turn) if each.is_closed and _turn(each.start) == _turn(first)]


def _turn(state: GameState) -> tuple[int, str]:
    return state.round, state.power


def _title(state: GameState) -> str:
    return f"{power_name(state, state.power)}, round {state.round}"


def _phase_of(report: PhaseReport) -> str:
    return report.title.rpartition(", ")[2]
