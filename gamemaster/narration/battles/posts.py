"""The post of one battle, edited round by round."""

from __future__ import annotations

from collections.abc import Sequence

from engine.battle_report.items import BattleEnd
from engine.battle_report.report import BattleReport
from engine.queries.swings import luck_of_battle
from engine.state.game_state import GameState
from engine.state.words import first_upper, number, place, place_and
from gamemaster.narration.battles.ahead import risen
from gamemaster.narration.battles.rounds import RoundStory, brief, round_stories
from gamemaster.narration.history.luck import luck_line
from gamemaster.narration.history.tally import gains
from gamemaster.narration.history.timeline import Timeline
from gamemaster.narration.phrases import LIMIT, after_colon, cut_at_line, force, heading, the_power, whoever
from gamemaster.narration.questions import request_text

ROUNDS_IN_FULL = 3
ROUNDS_IN_BRIEF = 4


def battle_text(state: GameState, report: BattleReport) -> str:
    """A battle from its beginning until now, which is `state`, or its end; at most LIMIT characters.

    Older rounds are told on one line each, then together on one.
    """
    asked = state.requests if report.standing else ()
    return _text(state, report, [f"Now: {after_colon(request_text(state, request))}" for request in asked])


def battle_in_brief(state: GameState, report: BattleReport) -> str:
    """The same without dice, which its board shows: the last rounds on a line each, none of them once it is over."""
    asked = state.requests if report.standing else ()
    met, rounds = opening(state, report), [] if report.end else round_stories(state, report)
    older, latest = rounds[:-ROUNDS_IN_BRIEF], rounds[-ROUNDS_IN_BRIEF:]
    told = [brief(state, each) for each in (older, *([story] for story in latest)) if each]
    now = [f"Now: {after_colon(request_text(state, request))}" for request in asked]
    lines = [_title(state, report), *([met] if met else []), *told, *_foot(state, report), *now]
    return cut_at_line("\n".join(lines))


def _text(state: GameState, report: BattleReport, asked: Sequence[str] = ()) -> str:
    met = opening(state, report)
    head = [_title(state, report), *([met] if met else [])]
    return _fitted(state, head, round_stories(state, report), [*_foot(state, report), *asked])


def fought_texts(course: Timeline) -> tuple[str, ...]:
    """Each battle of a stretch, or as much of it as was fought then; also one that had begun before."""
    return tuple(text for report in course.battles if (text := _fought_text(course.end, report)))


def _fought_text(state: GameState, report: BattleReport) -> str:
    """A battle from its beginning, or from where it stood if anything came of it; of a walkover what was gained."""
    if not report.has_two_sides:
        return " ".join(gains(state, report.followed))
    return _text(state, report) if report.end or round_stories(state, report) else ""


def opening(state: GameState, report: BattleReport) -> str:
    """Who met whom: "3 infantry against 1 tank"; nothing where a side had nobody to fight."""
    attackers, defenders = report.met["attacker"], report.met["defender"]
    rose = risen(state, defenders)
    met = f"{force(state, attackers)} against {force(state, defenders)}{f'; scrambled: {rose}' if rose else ''}"
    return met if attackers and defenders else ""


def _title(state: GameState, report: BattleReport) -> str:
    battle, rounds = report.began, report.rounds[-1].number
    count = number(rounds, "round") if report.end else f"round {rounds}"
    how = "lands" if battle.amphibious and battle.part == "land" else "attacks"
    if battle.part == "air":
        how = "raids, and is intercepted"
    when = f", {count}" if rounds else ""
    return f"**{heading(state, battle.space)}{when}** — {the_power(state, battle.attacker)} {how}"


def _foot(state: GameState, report: BattleReport) -> list[str]:
    """How it ended, or who is left where that are not all who met."""
    if report.end:
        return [*ending(state, report, report.end), *luck_lines(state, report)]
    if report.standing is None:
        return []
    attackers = force(state, report.standing["attacker"], "nobody")
    defenders = force(state, report.standing["defender"], "nobody", by_owner=report.defenders_are_joint)
    left = f"{attackers} against {defenders}"
    return [] if opening(state, report).startswith(left) else [f"Left: {left}"]


def luck_lines(state: GameState, report: BattleReport) -> list[str]:
    """The luck of a battle that is over, if it was seen from its beginning."""
    is_whole = report.end and not report.rounds[0].number
    line = luck_line(state, report.began.attacker, luck_of_battle(report), "battles") if is_whole else ""
    return [line] if line else []


def ending(state: GameState, report: BattleReport, end: BattleEnd) -> list[str]:
    """Sentences on who won with what, what was repaired and what was gained."""
    battle, left = report.began, report.survivors
    where, who = place(state, battle.space), whoever(state, battle.attacker)
    defenders = force(state, left["defender"], "", by_owner=report.defenders_are_joint)
    sentence = {
        "attacker": f"{who} wins in {where} with {force(state, left['attacker'])}{_without_land_units(state, report)}.",
        "defender": f"{place_and('holds', state, battle.space)}{f' with {defenders}' if defenders else ''}.",
        "nobody": "Nobody is left.",
        "both": "Neither side can go on.",
    }[end.outcome]
    if battle.part == "air":
        raiders = force(state, left["attacker"], "nobody")
        sentence = f"The air battle over {where} is over. Raiders left: {raiders}."
    repaired = force(state, end.repaired, "")
    gained = " ".join(gains(state, report.followed))
    return [first_upper(sentence), *([f"Repaired: {repaired}."] if repaired else []), *([gained] if gained else [])]


def _without_land_units(state: GameState, report: BattleReport) -> str:
    """That the territory stays as it is, where nobody is left who could take it."""
    space, left = report.began.space, report.survivors["attacker"]
    if report.taken or not state.edition.board.is_land(space) or any(state.type_of(p).can("captures") for p in left):
        return ""
    return ", but takes nothing: only land units take territory"


def _fitted(state: GameState, head: list[str], rounds: list[RoundStory], foot: list[str]) -> str:
    """The text with as many rounds in full as fit, the rest one line each, or all together on one line."""
    for kept in range(min(ROUNDS_IN_FULL, len(rounds)), 0, -1):
        older, latest = rounds[:-kept], rounds[-kept:]
        full = [line for told in latest for line in (told.headed if len(rounds) > 1 else told.lines)]
        for short in ([brief(state, [told]) for told in older], [brief(state, older)] if older else []):
            text = "\n".join([*head, *short, *full, *foot])
            if len(text) <= LIMIT:
                return text
    return "\n".join([*head, *([brief(state, rounds)] if rounds else []), *foot])
