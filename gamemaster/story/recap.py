"""A stretch of a game told in scenes for an animated picture, and in words, turn by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise

from engine.board import SpaceId
from engine.describe import describe
from engine.events import Event
from engine.events.battle import BattleBegan
from engine.events.mobilization import UnitsMobilized
from engine.events.territory import TerritoryReverted, TerritoryTaken
from engine.game import phase_name
from engine.production import income
from engine.state import GameState
from engine.unit_types import UnitId
from engine.words import first_upper, listed, number, place
from gamemaster.story.chapters import Chapter, chapters
from gamemaster.story.moves import Journey, arrows, journeys, without_undone
from gamemaster.story.tally import gains, tally
from gamemaster.story.timeline import followed
from gamemaster.story.words import force, joined_within, power_name, row, side_name
from maps import Arrow, Scene

MOST_SCENES = 150
LONGEST_CAPTION = 150
LONGEST_ALT_TEXT = 1000
PARTS = {
    "purchase": "combat_move",
    "research": "combat_move",
    "mobilize": "noncombat_move",
    "collect_income": "noncombat_move",
}
"""Phases that are shown with another one."""


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


@dataclass(frozen=True)
class _Passage:
    """Closed phases told together; undone orders are taken out of the events."""

    start: GameState
    end: GameState
    events: tuple[Event, ...]
    moves: tuple[Journey, ...]
    arrows: tuple[Arrow, ...]
    battles: tuple[SpaceId, ...]

    @property
    def spaces(self) -> set[SpaceId]:
        """Where there is something new to be seen."""
        found = {space for journey in self.moves for space in (journey.path[0], journey.path[-1])} | set(self.battles)
        for event in self.events:
            if isinstance(event, TerritoryTaken | TerritoryReverted):
                found.add(event.territory)
            elif isinstance(event, UnitsMobilized):
                found.add(event.space)
        return found


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
    told = chain(chapters(start, followed(start, events)), [None])
    closed = [_passage(here, following) for here, following in pairwise(told) if here and here.is_closed]
    last = closed[-1].start if closed else None
    ending = _ending(closed[-1].end if closed else start, last)
    news = [passage for passage in closed if (passage.spaces if only is None else passage.spaces.intersection(only))]
    passages, grain = _fitting(news, most - 2)
    scenes = (_opening(start), *(_scene(passage, grain) for passage in passages), ending)
    turns = [_joined(group) for _, group in groupby(news, key=lambda passage: _by_turn(passage.start))]
    lines = tuple(line for line in map(_turn_line, turns) if line)
    front = tuple(dict.fromkeys(space for passage in news for space in passage.battles))
    last_round = news[-1].start.round if news else start.round
    return Recap(scenes, lines, _alt_text(start, where, turns, lines, scenes), front, last_round)


def _passage(chapter: Chapter, following: Chapter | None) -> _Passage:
    """A phase; the battles that moves lead to are found as the next phase begins, in public."""
    kept = tuple(step.event for step in without_undone(chapter.course))
    moves = journeys({**chapter.end.pieces, **chapter.start.pieces}, kept)
    fought = [*_battles(chapter)]
    if following and chapter.start.phase == "combat_move":
        fought += _battles(following)
    return _Passage(chapter.start, chapter.end, kept, moves, arrows(chapter.start, moves), tuple(dict.fromkeys(fought)))


def _battles(chapter: Chapter) -> Iterator[SpaceId]:
    """Where there was fighting, and where there is to be."""
    for event in chapter.events:
        if isinstance(event, BattleBegan) and event.battle.defenders:
            yield event.battle.space
    if not chapter.is_closed:
        yield from (battle.space for battle in chapter.end.pending)


def _joined(passages: Iterable[_Passage]) -> _Passage:
    """Passages that followed one another as one."""
    several = tuple(passages)
    return _Passage(
        several[0].start,
        several[-1].end,
        tuple(event for passage in several for event in passage.events),
        tuple(journey for passage in several for journey in passage.moves),
        tuple(arrow for passage in several for arrow in passage.arrows),
        tuple(dict.fromkeys(space for passage in several for space in passage.battles)),
    )


def _by_phase(state: GameState) -> Hashable:
    return *_by_turn(state), PARTS.get(state.phase, state.phase)


def _by_turn(state: GameState) -> tuple[Hashable, ...]:
    return state.round, state.power


def _by_round(state: GameState) -> Hashable:
    return state.round


Grain = Callable[[GameState], Hashable]


def _fitting(news: Sequence[_Passage], most: int) -> tuple[list[_Passage], Grain]:
    """The passages by phases if they are not too many, else by turns, else by rounds."""
    passages: list[_Passage] = []
    grain: Grain = _by_phase
    for grain in (_by_phase, _by_turn, _by_round):
        passages = [_joined(group) for _, group in groupby(news, key=lambda passage: grain(passage.start))]
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
    return Scene(describe(end), title, _incomes(end))


def _incomes(state: GameState) -> str:
    return "Income: " + ", ".join(f"{power.name} {income(state, power.id)}" for power in state.edition.powers)


def _scene(passage: _Passage, grain: Grain) -> Scene:
    start = passage.start
    title, power = f"Round {start.round}", ""
    if grain is not _by_round:
        title, power = f"{title} · {power_name(start, start.power)}", start.power
    if grain is _by_phase:
        phase = PARTS.get(start.phase, start.phase)
        title = f"{title} · {phase_name(phase)}"
        caption = _CAPTIONS[phase](passage) if phase in _CAPTIONS else _results(passage)
    else:
        caption = _results(passage)
    return Scene(describe(passage.end), title, caption, power, passage.arrows, passage.battles)


def _attacks(passage: _Passage) -> str:
    """ "3 infantry, 1 tank to Ukraine; 2 fighters to West Russia. Took Libya (+1 income)."."""
    taken = " ".join(gains(passage.start, passage.events))
    moved = _moves(passage)
    return f"{moved}. {taken}" if moved and taken else moved or taken


def _moves(passage: _Passage) -> str:
    """What went where, most units first; cargo counts where it lands."""
    there: dict[SpaceId, Counter[UnitId]] = {}
    for journey in passage.moves:
        if journey.note != "boarded":
            units = there.setdefault(journey.path[-1], Counter())
            units.update(journey.units)
    most_first = sorted(there.items(), key=lambda entry: -entry[1].total())
    parts = [f"{row(passage.start, units)} to {place(passage.start, space)}" for space, units in most_first]
    return joined_within(parts, LONGEST_CAPTION, "; ")


def _results(passage: _Passage) -> str:
    """ "Took Ukraine (+2 income). Lost 3 infantry for 5 infantry. Placed 2 tanks in Germany."."""
    sentences = gains(passage.start, passage.events)
    sentences += [f"{lost}." for lost in _losses(passage)]
    placed = _placed(passage)
    return " ".join([*sentences, placed] if placed else sentences) or "No territory changed hands."


def _losses(passage: _Passage) -> list[str]:
    """ "Lost 3 infantry for 5 infantry, 2 tanks", if anything was lost."""
    lost = tally(passage.start, passage.events).lost
    if not lost["attacker"] and not lost["defender"]:
        return []
    own, enemy = (force(passage.start, lost[side]) for side in ("attacker", "defender"))
    return [f"Lost {own} for {enemy}"]


def _placed(passage: _Passage) -> str:
    """ "Placed 3 infantry in Germany, 1 tank in Italy."."""
    there: dict[SpaceId, Counter[UnitId]] = {}
    for event in passage.events:
        if isinstance(event, UnitsMobilized):
            there.setdefault(event.space, Counter()).update(piece.unit for piece in event.pieces)
    parts = [f"{row(passage.end, units)} in {place(passage.end, space)}" for space, units in there.items()]
    return f"Placed {joined_within(parts, LONGEST_CAPTION, '; ')}." if parts else ""


def _moved_up(passage: _Passage) -> str:
    """ "Placed 2 infantry in Russia. Moved 1 infantry to Caucasus."."""
    placed, moved = _placed(passage), _moves(passage)
    return " ".join(filter(None, (placed, f"Moved {moved}." if moved else "")))


_CAPTIONS: dict[str, Callable[[_Passage], str]] = {
    "combat_move": _attacks,
    "conduct_combat": _results,
    "noncombat_move": _moved_up,
}


def _turn_line(turn: _Passage) -> str:
    """A turn on a line: what was taken and lost; nothing where neither happened."""
    parts = [*gains(turn.start, turn.events), *(f"{lost}." for lost in _losses(turn))]
    who = f"Round {turn.start.round}, {power_name(turn.start, turn.start.power)}"
    return f"{who}: {' '.join(parts)}" if parts else ""


def _alt_text(
    start: GameState, where: str, turns: Sequence[_Passage], lines: Sequence[str], scenes: Sequence[Scene]
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


def _round_line(turns: Sequence[_Passage]) -> str:
    """ "Round 3: Germany took Ukraine and West Russia; Japan took China."."""
    parts = [f"{power_name(turn.start, turn.start.power)} took {taken}" for turn in turns if (taken := _taken(turn))]
    return f"Round {turns[0].start.round}: {'; '.join(parts).removesuffix('.')}." if parts else ""


def _taken(turn: _Passage) -> str:
    territories = (event.territory for event in turn.events if isinstance(event, TerritoryTaken))
    return listed(dict.fromkeys(place(turn.start, territory) for territory in territories))
