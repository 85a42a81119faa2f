"""A whole turn in a few lines of plain text."""

from __future__ import annotations

from engine.queries.swings import luck_of_turn
from engine.state.game_state import GameState
from gamemaster.narration.history.chapters import Chapter, chapters
from gamemaster.narration.history.luck import luck_line
from gamemaster.narration.history.phase_reports import in_brief
from gamemaster.narration.history.timeline import Timeline
from gamemaster.narration.phrases import lines_within, power_name

ROOM_FOR_SUMMARY = 700
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


def _of_turn(turn: Timeline) -> list[Chapter]:
    """The closed phases of the turn in which a stretch begins."""
    first = turn.start
    return [each for each in chapters(first, turn) if each.is_closed and _turn(each.start) == _turn(first)]


def _turn(state: GameState) -> tuple[int, str]:
    return state.round, state.power


def _title(state: GameState) -> str:
    return f"{power_name(state, state.power)}, round {state.round}"
