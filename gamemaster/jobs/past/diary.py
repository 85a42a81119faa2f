"""A war, or some rounds of it, as one HTML file with its pictures: folded and drawn where nobody else waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine import GameState, describe, state_from_json
from engine.state.words import first_upper
from gamemaster.errors import TableRefusal
from gamemaster.jobs.logged import Logged, events_of
from gamemaster.jobs.past.charts import counted, drawn
from gamemaster.jobs.past.replays import ReplayOrder, of_rounds, replay_of
from gamemaster.narration import SUBJECTS, course_chart, course_text
from gamemaster.narration.history.charts import GameCourse
from gamemaster.narration.history.diary import DecisiveBattle, RoundStory, cost_in_words, most_decisive, round_stories
from gamemaster.outbox.pictures import battle_picture_request, draw, picture_request
from gamemaster.records.diary_page import Figure, Section, page
from maps import Changes, Picture, is_drawn
from maps.board.encoding import reduced

WIDTHS = (1400, 1000, 700)
"""Of the maps, in pixels: the first with which the file is small enough is taken."""
WIDTH_OF_A_BATTLE = 900
LARGEST_RECAP = 2_000_000
WAYS_OF_THE_RECAP = ((75, 800), (37, 600))
"""Scenes and width in pixels: it is one picture among many."""
NOTHING_YET = "No phase of these rounds has ended yet, so there is nothing to tell. Try again after the first."
TOO_LARGE = "That diary would be too large for Discord. Choose fewer rounds, such as `1-10`."


@dataclass(frozen=True)
class DiaryOrder:
    """What a diary is made of.

    title: the name of the game. lines: below it, such as who played whom. body: a state before the first of the rounds,
    and what was logged since. start: that of the whole game, with all that was logged, for the charts. present: the
    board as everybody may see it. notes: by turn ("2.germany"), those that everybody may read.
    """

    title: str
    lines: Sequence[str]
    body: str
    logged: Logged
    start: str
    all_logged: Logged
    present: GameState
    rounds: tuple[int, int]
    notes: Mapping[str, str]
    largest_file: int


@dataclass(frozen=True)
class Diary:
    """The file, and how many rounds and pictures it has."""

    page: bytes
    rounds: int
    pictures: int


def diary_of(order: DiaryOrder) -> Diary:
    """The diary; raises TableRefusal where nothing has happened yet, or too much."""
    start, events = of_rounds(state_from_json(order.body), events_of(order.logged), *order.rounds)
    rounds, maps, battles = list[Section](), list[Picture](), list[DecisiveBattle]()
    for story in round_stories(start, events):
        rounds.append(_round(story, order.notes))
        maps += _maps(story)
        battles = most_decisive([*battles, *(battle for turn in story.turns for battle in turn.battles)])
    if not rounds:
        raise TableRefusal(NOTHING_YET)
    after = [*_recap(order), *_decisive(battles), *_charts(order)]
    for width in WIDTHS:
        sections = [*_with_maps(rounds, maps, width), *after]
        made = page(order.title, order.lines, sections)
        if len(made) <= order.largest_file:
            return Diary(made, len(rounds), sum(len(section.figures) for section in sections))
    raise TableRefusal(TOO_LARGE)


def _round(story: RoundStory, notes: Mapping[str, str]) -> Section:
    turns = []
    for turn in story.turns:
        head, *lines = turn.lines
        title, _, news = head.partition(" \N{EM DASH} ")
        quotes = [notes[turn.key]] if turn.key in notes else []
        turns.append(Section(title.strip("*"), [*([news] if news else []), *lines], quotes=quotes))
    return Section(f"Round {story.number}", sections=turns, anchor=f"round-{story.number}")


def _maps(story: RoundStory) -> Iterator[Picture]:
    """The board at the end of a round, with what changed in it; nothing for a board that was not drawn."""
    if is_drawn(story.end.edition.board.board):
        changes = Changes.since(describe(story.start), f"the start of round {story.number}")
        title = f"{story.end.edition.title}, round {story.number}"
        yield draw(picture_request(story.end, title=title, overlays=[changes], power=story.start.power))


def _with_maps(rounds: Sequence[Section], maps: Sequence[Picture], width: int) -> list[Section]:
    if not maps:
        return list(rounds)
    return [
        replace(section, figures=[Figure(_reduced(picture, width), f"The board at the end of {section.title.lower()}")])
        for section, picture in zip(rounds, maps, strict=True)
    ]


def _reduced(picture: Picture, width: int) -> Picture:
    own_width, height = picture.size
    size = (width, round(height * width / own_width)) if own_width > width else picture.size
    return replace(picture, data=reduced(picture.data, width), size=size)


def _recap(order: DiaryOrder) -> Iterator[Section]:
    """The rounds as one animated picture, where that is small enough."""
    asked = ReplayOrder(
        order.body, order.logged, order.rounds, None, follow=False, largest_file=LARGEST_RECAP, ways=WAYS_OF_THE_RECAP
    )
    try:
        told = replay_of(asked)
    except TableRefusal:
        return
    yield Section("The war in motion", figures=[Figure(told.picture, "Each phase a picture")], anchor="recap")


def _decisive(battles: Iterable[DecisiveBattle]) -> Iterator[Section]:
    figures = [
        Figure(
            _reduced(draw(battle_picture_request(battle.board)), WIDTH_OF_A_BATTLE),
            f"{cost_in_words(battle)}. {first_upper(battle.line)}",
        )
        for battle in battles
    ]
    if figures:
        yield Section("The costliest battles", figures=figures, anchor="battles")


def _charts(order: DiaryOrder) -> Iterator[Section]:
    course: GameCourse = counted(order.start, order.all_logged, order.present)
    names = list(SUBJECTS.values())
    pictures = drawn([course_chart(course, subject) for subject in SUBJECTS])
    figures = [Figure(picture, name) for picture, name in zip(pictures, names, strict=True)]
    yield Section("The war in figures", course_text(course).split("\n"), figures=figures, anchor="figures")
