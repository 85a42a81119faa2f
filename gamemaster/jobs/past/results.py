"""What came of a game that is over, counted from its log where nobody else waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine import GameState, state_from_json
from engine.events import Event
from engine.queries.chronicle import chronicle
from gamemaster.jobs.logged import Logged, events_of
from gamemaster.narration.battles.campaign import battle_line, fights
from gamemaster.narration.history.brief_reports import FIGHTING
from gamemaster.narration.history.chapters import chapters
from gamemaster.narration.history.diary import cost_of_battle
from gamemaster.narration.history.timeline import followed
from gamemaster.narration.phrases import power_name

LONGEST_BATTLE = 200


@dataclass(frozen=True)
class CountedGame:
    """The luck of each power in its own turns and of each side, in IPCs; the dearest battle in words, and its cost."""

    luck: Mapping[str, int]
    battle: str | None
    battle_cost: int


def counted_game(start: str, logged: Logged, present: GameState) -> CountedGame:
    """A game from a stored state on to its end."""
    told = chronicle(state_from_json(start), events_of(logged), present)
    cost, battle = max(_battles(state_from_json(start), events_of(logged)), default=(0, ""))
    luck = {name: round(each.swing) for name, each in told.luck.items()}
    return CountedGame(luck, battle if cost else None, cost)


def _battles(start: GameState, events: Iterable[Event]) -> Iterator[tuple[int, str]]:
    """What both sides lost in each battle, in IPCs, and how it is told."""
    for chapter in chapters(start, followed(start, events)):
        if (state := chapter.start).phase == FIGHTING:
            for report, _ in fights(tuple(chapter.course)):
                line = f"{power_name(state, state.power)}, round {state.round}: {battle_line(state, report)}"
                yield cost_of_battle(state, report), line[:LONGEST_BATTLE]
