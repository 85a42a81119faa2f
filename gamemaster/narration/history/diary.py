"""A war told as a diary: its turns by rounds, and the battles that decided most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.battle_report.items import SIDES
from engine.battle_report.report import BattleReport
from engine.events import Event
from engine.state.game_state import GameState
from engine.state.words import ipcs
from gamemaster.keys import phase_key, turn_of
from gamemaster.narration.battles.boards import battle_board
from gamemaster.narration.battles.campaign import battle_line, fights
from gamemaster.narration.history.brief_reports import FIGHTING, Part, brief_report
from gamemaster.narration.history.chapters import Chapter, chapters
from gamemaster.narration.history.tally import tally
from gamemaster.narration.history.timeline import followed
from gamemaster.narration.phrases import power_name, worth
from maps.battles.data import BattleBoard

ROOM_OF_A_TURN = 20_000
MOST_DECISIVE = 8


@dataclass(frozen=True)
class DecisiveBattle:
    """A battle, whose turn it was, and what both sides lost in it, in IPCs."""

    turn: str
    line: str
    cost: int
    board: BattleBoard


@dataclass(frozen=True)
class TurnStory:
    """A turn in lines, the first with what changed hands. key: "2.germany"."""

    key: str
    lines: tuple[str, ...]
    battles: tuple[DecisiveBattle, ...]


@dataclass(frozen=True)
class RoundStory:
    """The turns of a round, as far as their phases are closed, with the board before and after."""

    number: int
    turns: tuple[TurnStory, ...]
    start: GameState
    end: GameState


def turns_by_rounds(start: GameState, events: Iterable[Event]) -> Iterator[tuple[int, Iterator[Part]]]:
    """The turns of each round from a state on, with their phases that are closed; what the open one has is secret.

    They come one by one, and none is kept: of a long war each state would be too much.
    """
    closed = (each for each in chapters(start, followed(start, events)) if each.is_closed)
    for number, of_round in groupby(closed, key=lambda chapter: chapter.start.round):
        of_turns = groupby(of_round, key=lambda chapter: chapter.start.power)
        yield number, (Part(0, tuple(turn)) for _, turn in of_turns)


def round_stories(start: GameState, events: Iterable[Event]) -> Iterator[RoundStory]:
    """All phases that are closed, from a state on, round by round."""
    for number, turns in turns_by_rounds(start, events):
        told, parts = list[TurnStory](), list[Part]()
        for turn in turns:
            parts.append(turn)
            told.append(_turn_story(turn))
        yield RoundStory(number, tuple(told), parts[0].chapters[0].start, parts[-1].chapters[-1].end)


def _turn_story(turn: Part) -> TurnStory:
    report = brief_report(turn, (), has_no_post, ROOM_OF_A_TURN).report
    battles = tuple(battle for chapter in turn.chapters for battle in _battles(chapter))
    return TurnStory(key_of(turn), tuple(report.text.split("\n")), battles)


def key_of(turn: Part) -> str:
    """What the keys of its phases begin with: "2.germany"."""
    return turn_of(phase_key(turn.chapters[0].start))


def has_no_post(_: Sequence[Event]) -> bool:
    """No battle is told elsewhere."""
    return False


def _battles(chapter: Chapter) -> Iterator[DecisiveBattle]:
    state = chapter.start
    if state.phase != FIGHTING:
        return
    for report, fight in fights(tuple(chapter.course)):
        turn = f"{power_name(state, state.power)}, round {state.round}"
        yield DecisiveBattle(
            turn, battle_line(state, report), cost_of_battle(state, report), battle_board(fight[-1].after, report)
        )


def cost_of_battle(state: GameState, report: BattleReport) -> int:
    """What both sides lost in it, in IPCs."""
    lost = tally(state, (*report.items, *report.aftermath)).lost
    return sum(worth(state, lost[side]) for side in SIDES)


def most_decisive(battles: Iterable[DecisiveBattle]) -> list[DecisiveBattle]:
    """Those in which most was lost, in the order in which they were fought."""
    in_order = list(battles)
    dearest = sorted(in_order, key=lambda battle: -battle.cost)[:MOST_DECISIVE]
    return [battle for battle in in_order if battle in dearest and battle.cost]


def cost_in_words(battle: DecisiveBattle) -> str:
    """ "Germany, round 2: 74 IPCs lost"."""
    return f"{battle.turn}: {ipcs(battle.cost)} lost"
