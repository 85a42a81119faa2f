"""A stretch of a game told in scenes for an animated picture, and in words, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise

from engine.battle_report.reading import battles_begun, items_of
from engine.events import Event
from engine.events.territory import TerritoryTaken
from engine.facts.board import SpaceId
from engine.queries.describe import describe
from engine.state.game_state import GameState
from engine.state.words import first_upper, listed, number, phase_name, place
from gamemaster.narration.history.chapters import Chapter, chapters
from gamemaster.narration.history.passages import Passage, joined, losses, results
from gamemaster.narration.history.tally import gains
from gamemaster.narration.history.timeline import followed
from gamemaster.narration.journeys import arrows, journeys, without_undone
from gamemaster.narration.phases import TELLINGS, shown_phase
from gamemaster.narration.phrases import incomes, joined_within, power_name, side_name, the_power
from maps import Scene

MOST_SCENES = 150
LONGEST_ALT_TEXT = 1000


@dataclass(frozen=True)
class Recap:
    """A stretch of a game: scenes to be drawn, a line for each turn with news, and the alt text.

    front: where battles were. last_round: the last one with news.
    """

    scenes: tuple[Scene, ...]
    lines: tuple[str, ...]
    alt_text: str
    front: tuple[SpaceId, ...]
    last_round: int


def recap(
    start: GameState,
    events: Iterable[Event],
    most: int = MOST_SCENES,
    *,
    only: Collection[SpaceId] | None = None,
    where: str = "",
) -> Recap:
    """Tell all phases that are closed, from a state on, in at most so many scenes (if that can be done by rounds).

    What happened in the phase still open is left out: its orders are secret. only: phases without news in these spaces
    are left out, too; `where` is what they are called.
    """
    closed = closed_passages(start, events)
    last = closed[-1].start if closed else None
    ending = _ending(closed[-1].end if closed else start, last)
    news = [passage for passage in closed if (passage.spaces if only is None else passage.spaces.intersection(only))]
    passages, grain = _fitting(news, most - 2)
    scenes = (_opening(start), *(_scene(passage, grain) for passage in passages), ending)
    turns = by_turns(news)
    lines = tuple(line for line in map(_turn_line, turns) if line)
    front = tuple(dict.fromkeys(space for passage in news for space in passage.battles))
    last_round = news[-1].start.round if news else start.round
    return Recap(scenes, lines, _alt_text(start, where, turns, lines, scenes), front, last_round)


def closed_passages(start: GameState, events: Iterable[Event]) -> list[Passage]:
    """All phases that are closed, from a state on; what the open one has in it is secret."""
    told = chain(chapters(start, followed(start, events)), [None])
    return [_passage(here, following) for here, following in pairwise(told) if here and here.is_closed]


def by_turns(passages: Iterable[Passage]) -> list[Passage]:
    """Those of each turn as one."""
    return [joined(group) for _, group in groupby(passages, key=lambda passage: _by_turn(passage.start))]


def _passage(chapter: Chapter, following: Chapter | None) -> Passage:
    """A phase; the battles that moves lead to are found as the next phase begins, in public."""
    steps = without_undone(chapter.course)
    kept = tuple(step.event for step in steps)
    moves = journeys({**chapter.end.pieces, **chapter.start.pieces}, kept)
    fought = [*_battles(chapter)]
    if following and TELLINGS[chapter.start.phase].leads_to_battles:
        fought += _battles(following)
    return Passage(
        chapter.start,
        chapter.end,
        kept,
        items_of(steps),
        moves,
        arrows(chapter.start, moves),
        tuple(dict.fromkeys(fought)),
    )


def _battles(chapter: Chapter) -> Iterator[SpaceId]:
    """Where there was fighting, and where there is to be."""
    yield from (battle.space for battle in battles_begun(chapter.events))
    if not chapter.is_closed:
        yield from (battle.space for battle in chapter.end.pending)


def _by_phase(state: GameState) -> Hashable:
    return *_by_turn(state), shown_phase(state.phase)


def _by_turn(state: GameState) -> tuple[Hashable, ...]:
    return state.round, state.power


def _by_round(state: GameState) -> Hashable:
    return state.round


Grain = Callable[[GameState], Hashable]


def _fitting(news: Sequence[Passage], most: int) -> tuple[list[Passage], Grain]:
    """The passages by phases if they are not too many, else by turns, else by rounds."""
    passages: list[Passage] = []
    grain: Grain = _by_phase
    for grain in (_by_phase, _by_turn, _by_round):
        passages = [joined(group) for _, group in groupby(news, key=lambda passage: grain(passage.start))]
        if len(passages) <= most:
            break
    return passages, grain


def _opening(start: GameState) -> Scene:
    return Scene(describe(start), f"Round {start.round} begins", start.edition.title)


def _ending(end: GameState, last: GameState | None) -> Scene:
    """The position at the end, without anybody's turn; `last` is the state as the last phase that is told began."""
    if end.winner:
        title = f"{first_upper(side_name(end.winner))} {'wins' if end.winner == 'axis' else 'win'}"
    elif last is None:
        title = "Nothing has happened yet"
    else:
        title = f"Round {last.round} is over" if end.round > last.round else f"Round {end.round} so far"
    return Scene(describe(end), title, f"Income: {incomes(end)}")


def _scene(passage: Passage, grain: Grain) -> Scene:
    start = passage.start
    title, power = f"Round {start.round}", ""
    if grain is not _by_round:
        title, power = f"{title} · {power_name(start, start.power)}", start.power
    if grain is _by_phase:
        phase = shown_phase(start.phase)
        title = f"{title} · {phase_name(phase)}"
        caption = TELLINGS[phase].caption(passage)
    else:
        caption = results(passage)
    return Scene(describe(passage.end), title, caption, power, passage.arrows, passage.battles)


def _turn_line(turn: Passage) -> str:
    """A turn on a line: what was taken and lost; nothing where neither happened."""
    parts = [*gains(turn.start, turn.events), *(f"{lost}." for lost in losses(turn))]
    who = f"Round {turn.start.round}, {power_name(turn.start, turn.start.power)}"
    return f"{who}: {' '.join(parts)}" if parts else ""


def _alt_text(
    start: GameState, where: str, turns: Sequence[Passage], lines: Sequence[str], scenes: Sequence[Scene]
) -> str:
    """What the picture tells, as fully as there is room: turns with losses, or what was taken in each round."""
    what = ", ".join(filter(None, (start.edition.title, where, number(len(scenes), "picture"))))
    head = f"Replay of {what}."
    tail = f"{scenes[-1].title}. {scenes[-1].caption}."
    room = LONGEST_ALT_TEXT - len(head) - len(tail) - 2
    rounds = [_round_line(tuple(group)) for _, group in groupby(turns, key=lambda turn: turn.start.round)]
    told = " ".join(lines)
    if len(told) > room:
        told = joined_within([line for line in rounds if line], room, " ", "more rounds.")
    return " ".join(part for part in (head, told, tail) if part)


def _round_line(turns: Sequence[Passage]) -> str:
    """ "Round 3: Germany took Ukraine and West Russia; Japan took China."."""
    parts = [f"{the_power(turn.start, turn.start.power)} took {taken}" for turn in turns if (taken := _taken(turn))]
    return f"Round {turns[0].start.round}: {'; '.join(parts).removesuffix('.')}." if parts else ""


def _taken(turn: Passage) -> str:
    territories = (event.territory for event in turn.events if isinstance(event, TerritoryTaken))
    return listed(dict.fromkeys(place(turn.start, territory) for territory in territories))
