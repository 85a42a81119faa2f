"""A round, a turn, a phase or a battle of a game as it was, worked out where nobody else waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import describe, state_from_json
from engine.battle_report.report import BattleReport
from engine.state.words import first_upper, label, phase_name, place
from gamemaster.jobs.logged import Logged, events_of
from gamemaster.keys import phase_key, turn_of
from gamemaster.narration import LIMIT, PhaseReport, Timeline, battle_board, battle_text, phase_reports, turn_report
from gamemaster.narration.history.catching_up import turns_within
from gamemaster.narration.history.chapters import chapters
from gamemaster.narration.history.recap import by_turns, closed_passages
from gamemaster.outbox.pictures import battle_picture_request, picture_request
from maps import Changes

NOTHING = "Nothing happened then that I could tell you about."
ROOM = 1_700


@dataclass(frozen=True)
class Moment:
    """Of what is to be told. turn: "2" for a round, "2.germany" for a turn; phase: its name, or "" for all of them;
    battle: the number of one in its turn, None for none. is_whole: whether the whole board is shown.
    """

    turn: str
    phase: str = ""
    battle: int | None = None
    is_whole: bool = False

    @property
    def code(self) -> str:
        """The moment in a few characters, for the id of a button."""
        return f"{self.turn.replace('.', '-')}.{self.phase}.{'' if self.battle is None else self.battle}"

    @classmethod
    def board_after(cls, phase: str) -> Moment:
        """The whole board after a phase with this key."""
        return cls(turn_of(phase), phase.rpartition(".")[2], is_whole=True)

    @classmethod
    def of(cls, code: str) -> Moment:
        """What `code` gave, or what a menu adds to it."""
        turn, phase, battle, *_ = [*code.split("."), "", "", ""]
        return cls(turn.replace("-", "."), phase, int(battle) if battle.isascii() and battle.isdecimal() else None)


@dataclass(frozen=True)
class Told:
    """What happened then, the request for its picture, and what else can be looked at in that turn: its phases with
    their names, and the names of its battles. space: that of the battle. title: of the turn or phase.
    """

    text: str
    picture: Mapping[str, Any] | None = None
    phases: tuple[tuple[str, str], ...] = ()
    battles: tuple[str, ...] = ()
    space: str = ""
    title: str = ""


def told(body: str, since: Logged, moment: Moment) -> Told:
    """What everybody may know of a moment: of its phases that are closed.

    body: a stored state from before it, and what was logged from there until it was over.
    """
    if "." not in moment.turn:
        return _of_round(body, since, moment)
    course = Timeline.of(state_from_json(body), events_of(since))
    turn = _turn(course, moment.turn)
    if turn is None:
        return Told(NOTHING)
    reports = [each for each in phase_reports(turn) if turn_of(each.phase) == moment.turn]
    telling = [each for each in reports if not each.is_quiet] or reports
    # A correction may lead to a phase again: it stands there once, as it was the last time.
    names = tuple({_phase(each): first_upper(phase_name(_phase(each))) for each in telling}.items())
    fought = _battles(turn, moment.turn)
    battles = tuple(_heading(report, turn) for report in fought)
    there = Told("", None, names, battles)
    if moment.battle is not None and moment.battle < len(fought):
        report = fought[moment.battle]
        picture = battle_picture_request(battle_board(turn.end, report))
        return replace(there, text=battle_text(turn.end, report), picture=picture, space=report.began.space)
    known = reports if moment.is_whole else telling
    one = next((each for each in reversed(known) if _phase(each) == moment.phase), None) or turn_report(turn)
    text = f"**{one.title}**\n{one.looked_back_at}"[:LIMIT]
    return replace(there, title=one.title, text=text, picture=_picture(one, moment))


def _phase(report: PhaseReport) -> str:
    return report.phase.rpartition(".")[2]


def _turn(course: Timeline, turn: str) -> Timeline | None:
    """What happened from the first phase of a turn on; None where none of its phases is closed."""
    of_turn = (each for each in chapters(course.start, course) if turn_of(phase_key(each.start)) == turn)
    first = next((each for each in of_turn if each.is_closed), None)
    if first is None:
        return None
    begins = next((n for n, step in enumerate(course) if step.before is first.start), 0)
    return course.since(begins)


def _battles(turn: Timeline, key: str) -> list[BattleReport]:
    """The battles of two sides of a turn that are over, also while others are still to be fought."""
    closed = [each for each in chapters(turn.start, turn) if each.is_closed and turn_of(phase_key(each.start)) == key]
    steps = Timeline(turn.start, tuple(step for each in closed for step in each.course))
    return [report for report in steps.battles if report.end and report.has_two_sides]


def _heading(report: BattleReport, turn: Timeline) -> str:
    space = report.began.space
    if report.began.part == "air":
        return f"Air battle over {place(turn.start, space)}"
    return first_upper(label(turn.start, space))


def _picture(report: PhaseReport, moment: Moment) -> Mapping[str, Any]:
    power, spaces = moment.turn.rpartition(".")[2], () if moment.is_whole else report.spaces
    return picture_request(report.end, title=report.title, spaces=spaces, overlays=report.overlays, power=power)


def _of_round(body: str, since: Logged, moment: Moment) -> Told:
    """A few lines for each turn of a round, and how the board changed in it."""
    passages = [
        each
        for each in closed_passages(state_from_json(body), events_of(since))
        if str(each.start.round) == moment.turn
    ]
    if not passages:
        return Told(NOTHING)
    start, end = passages[0].start, passages[-1].end
    lines = [f"**Round {moment.turn}**", *turns_within(by_turns(passages), ROOM)]
    changes = Changes.since(describe(start), f"the start of round {moment.turn}")
    picture = picture_request(end, title=f"{start.edition.title}, round {moment.turn}", overlays=[changes])
    return Told("\n".join(lines), picture)
