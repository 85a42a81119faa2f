"""A war so far as plain text, to be pasted into a forum or another chat: how it stands, then turn by turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.battle_report.reading import item_of
from engine.events import Event
from engine.queries.chronicle import luck_of_war
from engine.queries.swings import Throws
from engine.quoting import LONGEST, in_one_line, with_single_stops
from engine.state.game_state import GameState
from engine.state.words import first_upper
from gamemaster.narration.history.brief_reports import Part, brief_lines, headline
from gamemaster.narration.history.charts import war_luck
from gamemaster.narration.history.diary import has_no_post, key_of, turns_by_rounds
from gamemaster.narration.history.phase_reports import SMALL, in_fewest_words
from gamemaster.narration.improvements import advantages_text
from gamemaster.narration.panel import option_lines
from gamemaster.narration.phrases import (
    incomes,
    joined_within,
    latest_within,
    lines_within,
    moment,
    power_name,
    side_name,
)
from gamemaster.narration.politics.victory import victory_lines, who_is_ahead

ROOM = 58_000
"""Bytes of a whole summary: what a forum takes in one post, or two."""
ROOM_OF_A_TURN = 4_000
LONGEST_SHORT_TURN = 600
LONGEST_LINE = 78
MARKS = re.compile(r"\*\*|__")
NOTHING_YET = "No phase has ended yet."

Fulness = Literal["full", "short", "least"]
FULNESSES: Sequence[Fulness] = ("full", "short", "least")


@dataclass(frozen=True)
class Subject:
    """What a summary is about. title: of the game; players: a line for each; dice: how they can be checked; notes: by
    turn ("2.germany"), those that everybody may read. is_abandoned: whether it ended without a winner.
    """

    title: str
    players: Sequence[str]
    dice: str
    notes: Mapping[str, str]
    is_abandoned: bool = False


@dataclass(frozen=True)
class _Round:
    """A round, told more and less fully."""

    number: int
    told: Mapping[Fulness, str]


def summary(subject: Subject, start: GameState, events: Iterable[Event], present: GameState, room: int = ROOM) -> str:
    """The war from a state on, as far as its phases are closed; `present` is the board as everybody may see it."""
    throws = Throws()
    rounds = list(_rounds(subject.notes, start, events, throws))
    luck = war_luck(present.edition, luck_of_war(present.edition, throws))
    head = _head(subject, present, luck)
    return "\n\n".join([head, *_within(rounds, room - _size(head))]) + "\n"


def for_pasting(text: str, most: int = LONGEST) -> str:
    """What a user typed, in one line that means nothing to Markdown, to the tags of a forum or to a chat.

    Brackets become others that look like them, as a forum knows no escapes.
    """
    line = in_one_line(text, most).translate(_HARMLESS)
    return _EFFECTIVE.sub(r"\\\g<0>", line)


_HARMLESS = str.maketrans({"[": "(", "]": ")", "<": "\u2039", ">": "\u203a", "@": "@\u200b"})
_EFFECTIVE = re.compile(r"[\\*`~|]|(?<![^\W_])_|_(?![^\W_])|:(?=//)")
"""An underscore between letters has no effect."""


def _rounds(notes: Mapping[str, str], start: GameState, events: Iterable[Event], throws: Throws) -> Iterator[_Round]:
    for number, turns in turns_by_rounds(start, events):
        told: dict[Fulness, list[str]] = {fulness: [] for fulness in FULNESSES}
        for turn in turns:
            _count(turn, throws)
            told["full"].append(_in_full(turn, notes.get(key_of(turn), "")))
            told["short"].append(_in_short(turn))
            told["least"] += _at_least(turn)
        heading = _underlined(f"Round {number}", "-")
        rest = told["least"] or ["- No territory changed hands."]
        yield _Round(
            number,
            {
                "full": "\n\n".join([heading, *told["full"]]),
                "short": "\n".join([heading, *told["short"]]),
                "least": "\n".join([heading, *rest]),
            },
        )


def _count(turn: Part, throws: Throws) -> None:
    for chapter in turn.chapters:
        for before, event, _ in chapter.course:
            if item := item_of(before, event):
                throws.add(before, item)


def _in_full(turn: Part, note: str) -> str:
    """The name of the power, and below it a line each for what changed hands, was bought, fought, moved and earned."""
    lines = [line for each in (headline(turn), *brief_lines(turn, (), has_no_post)) for line in _plain(each)]
    lines += [f"Note: {note}"] if note else []
    told = lines_within((f"- {line}" for line in lines), ROOM_OF_A_TURN, "lines")
    return "\n".join([_power(turn), *(told or ["- Nothing happened."])])


def _in_short(turn: Part) -> str:
    told = [headline(turn), *(line for chapter in turn.chapters for line in in_fewest_words(chapter))]
    sentences = [with_single_stops(f"{line}.") for each in told for line in _plain(each)]
    return f"- {_power(turn)}: {joined_within(sentences, LONGEST_SHORT_TURN, ' ') or 'Nothing happened.'}"


def _at_least(turn: Part) -> list[str]:
    return [f"- {_power(turn)}: {' '.join(_plain(told))}"] if (told := headline(turn)) else []


def _power(turn: Part) -> str:
    state = turn.chapters[0].start
    return power_name(state, state.power)


def _plain(text: str) -> list[str]:
    """Lines of the table without its markdown."""
    lines = (line.removeprefix(SMALL).removeprefix("• ").strip() for line in MARKS.sub("", text).split("\n"))
    return [line for line in lines if line]


def _head(subject: Subject, present: GameState, luck: str) -> str:
    rules = [*option_lines(present), *advantages_text(present).split("\n")]
    rows = [*(rules if any(rules) else ["All options as usual."]), *subject.players, _how_it_stands(subject, present)]
    rows += [*who_is_ahead(present).split(" · "), f"Income from territories: {incomes(present)}"]
    rows += victory_lines(present)
    lines = [line for row in [*rows, luck, subject.dice] for line in _plain(row)]
    return "\n".join([_underlined(subject.title, "="), *(f"- {first_upper(line)}" for line in lines)])


def _how_it_stands(subject: Subject, present: GameState) -> str:
    if present.winner:
        return f"The game is over: {side_name(present.winner)} won in round {present.round}."
    return f"Ended without a winner: {moment(present)}." if subject.is_abandoned else f"Now: {moment(present)}."


def _underlined(title: str, line: str) -> str:
    return f"{title}\n{line * min(max(len(title), 3), LONGEST_LINE)}"


def _within(rounds: Sequence[_Round], room: int) -> list[str]:
    """All rounds; where there is no room the last ones in full and the others less so, the first left out at worst."""
    if not rounds:
        return [NOTHING_YET]
    full = [_size(each.told["full"]) for each in rounds]
    for rest in FULNESSES[1:]:
        sizes = [_size(each.told[rest]) for each in rounds]
        for few in range(len(rounds) + 1):
            notice = _size(_notice(rounds[:few]))
            if notice + sum(sizes[:few]) + sum(full[few:]) <= room:
                before = [_notice(rounds[:few]), *(each.told[rest] for each in rounds[:few])] if few else []
                return [*before, *(each.told["full"] for each in rounds[few:])]
    least = [each.told["least"] for each in reversed(rounds)]
    return latest_within(least, len(least), room - len(least), "rounds")


def _size(text: str) -> int:
    """In bytes, with the empty line that parts it from what follows."""
    return len(text.encode()) + 2


def _notice(rounds: Sequence[_Round]) -> str:
    """What stands above rounds that are told less fully."""
    if not rounds:
        return ""
    first, last = rounds[0].number, rounds[-1].number
    which = f"Round {first} is" if first == last else f"Rounds {first} to {last} are"
    return f"{which} told in short, to save room."
