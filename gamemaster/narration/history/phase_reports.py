"""The public post of a phase: orders, dice, losses, gains, what is next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.battle_report.items import Losses
from engine.battle_report.reading import item_of
from engine.events import Event
from engine.events.changes import OrdersSealed, OrderTaken, OrderUndone
from engine.events.combat.battle import BattleDropped, BattlesFound
from engine.events.economy import (
    ConvoysDisrupted,
    IncomeCollected,
    UnitsGranted,
    UnitsPurchased,
)
from engine.events.landing import LandingPromised
from engine.events.mobilization import UnitsMobilized
from engine.events.neutrals import NeutralJoined, NeutralRoused, NeutralWon
from engine.events.questions import RequestAnswered, RequestClosed, RequestOpened
from engine.events.territory import TerritoryTaken, TerritoryTakenOver
from engine.events.turn import GameWon, PhaseBegan, PhaseSkipped, StepReached, TurnBegan
from engine.facts.board import SpaceId
from engine.queries.describe import describe
from engine.state.game_state import GameState
from engine.state.words import phase_name
from gamemaster.keys import phase_key
from gamemaster.narration.battles.campaign import HasPost, always
from gamemaster.narration.battles.clashes import clashes_ahead, clashes_fought
from gamemaster.narration.history.chapters import Chapter, chapters
from gamemaster.narration.history.log import event_line
from gamemaster.narration.history.timeline import Timeline
from gamemaster.narration.journeys import arrows, journeys, way_of, without_undone
from gamemaster.narration.notes import later_notes
from gamemaster.narration.phases import TELLINGS
from gamemaster.narration.phases.telling import ToldChapter
from gamemaster.narration.phrases import LIMIT, lines_within, moment, power_name, the_moment
from gamemaster.narration.politics.diplomacy import wars_declared
from maps import Arrow, Battles, Changes, Clash, Moves, Overlay

UNEVENTFUL = (
    BattleDropped,
    BattlesFound,
    LandingPromised,
    OrderTaken,
    OrderUndone,
    OrdersSealed,
    PhaseBegan,
    PhaseSkipped,
    RequestAnswered,
    RequestClosed,
    RequestOpened,
    StepReached,
    TurnBegan,
)
"""What happens in phases in which nobody does anything, too."""
SMALL = "-# "


@dataclass(frozen=True)
class PhaseReport:
    """A phase as the table is told it.

    title: "United States, round 2, combat move"; moment: the same inside a sentence; phase: its key.
    text: at most LIMIT characters. end: the state then.
    arrows: the moves, one for each path. spaces: where things happened, empty for the whole board.
    battles: those to come, or those that were fought.
    before: the position to compare with where units came or went otherwise than by moves.
    pictured: whether the board is worth a picture after it.
    in_short: the same without what is next, on one line. is_quiet: whether nobody did anything in it;
    gives_way: whether its post gives way to the next one, which tells it on a line.
    ends_turn: whether another power's turn follows, or the game is over. following: what is next, the last line of the
    text; nothing where none is.
    """

    title: str
    text: str
    end: GameState
    arrows: tuple[Arrow, ...]
    spaces: tuple[SpaceId, ...]
    battles: tuple[Clash, ...]
    before: Mapping[str, Any] | None = None
    pictured: bool = True
    in_short: str = ""
    is_quiet: bool = False
    gives_way: bool = False
    ends_turn: bool = False
    moment: str = ""
    phase: str = ""
    following: str = ""

    @property
    def looked_back_at(self) -> str:
        """The text without what was next, which has long been."""
        return self.text.removesuffix(self.following).rstrip("\n")

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """What is drawn over the board."""
        changes = (Changes.since(self.before),) if self.before else ()
        return (Battles(self.battles), *changes, Moves(self.arrows))


def phase_report(course: Timeline) -> PhaseReport:
    """The report of the phase in which a stretch begins.

    At best what followed at once is in it too (phases skipped, income, the next phase): then the text says what is
    next.
    """
    return report_of(next(chapters(course.start, course)))


def phase_reports(course: Timeline, has_post: HasPost = always) -> tuple[PhaseReport, ...]:
    """A report for each phase that is closed in a stretch, from the one on in which it begins.

    Income and skipped phases are told with the phase before them; a combat phase without a battle is left out.
    `has_post`: whether a battle with these events has a post of its own, or its rounds stand in the report.
    """
    return tuple(report_of(chapter, has_post) for chapter in chapters(course.start, course) if chapter.is_closed)


def report_of(chapter: Chapter, has_post: HasPost = always) -> PhaseReport:
    """The report of a phase that is closed, or of what has been played of it."""
    steps = without_undone(chapter.course)
    kept = tuple(step.event for step in steps)
    moves = journeys({**chapter.end.pieces, **chapter.start.pieces}, kept)
    told = ToldChapter(chapter.start, chapter.end, steps, moves, has_post)
    telling = TELLINGS[chapter.start.phase]
    done, noted = telling.report(told), [*later_notes(told.start, told.steps), *_automatic(told)]
    following = _next(chapter)
    done = [*wars_declared(chapter.start, kept), *done]
    lines = lines_within([line for line in (*done, *noted) if line], LIMIT - len(following) - 1, "lines")
    battles = _battles(told)
    return PhaseReport(
        title=moment(chapter.start),
        moment=the_moment(chapter.start),
        phase=phase_key(chapter.start),
        following=following,
        text="\n".join([*lines, following] if following else lines),
        end=chapter.end,
        arrows=arrows(chapter.start, moves),
        spaces=telling.spaces(told)
        or tuple(dict.fromkeys([*(s for event in kept for s in _spaces(event)), *(b.space for b in battles)])),
        battles=battles,
        before=describe(chapter.start) if telling.is_compared else None,
        pictured=telling.is_pictured,
        in_short=" ".join(lines),
        is_quiet=not _is_eventful(kept),
        gives_way=telling.gives_way,
        ends_turn=bool(chapter.end.winner) or chapter.end.power != chapter.start.power,
    )


def in_short(chapter: Chapter, has_post: HasPost) -> list[str]:
    """A closed phase in a brief post; of one in which nobody did anything only what it gives way with."""
    steps = without_undone(chapter.course)
    moves = journeys({**chapter.end.pieces, **chapter.start.pieces}, (step.event for step in steps))
    told = ToldChapter(chapter.start, chapter.end, steps, moves, has_post)
    telling = TELLINGS[chapter.start.phase]
    is_told = telling.gives_way or _is_eventful(told.events)
    lines = (telling.short or telling.report)(told) if is_told else []
    lines = [f"{SMALL}{line}" for line in lines if line] if telling.gives_way else lines
    notes = [*later_notes(told.start, steps), *_automatic(told)]
    return [line for line in (*wars_declared(chapter.start, told.events), *lines, *notes) if line]


def in_fewest_words(chapter: Chapter) -> list[str]:
    """A closed phase of a turn long past: what was declared, found, bought, lost and earned."""
    told = ToldChapter(chapter.start, chapter.end, without_undone(chapter.course), (), always)
    lines = TELLINGS[chapter.start.phase].least(told) if _is_eventful(told.events) else []
    earned = [event for event in told.events if isinstance(event, IncomeCollected | UnitsGranted | GameWon)]
    lines += [event_line(chapter.start, event) or "" for event in earned]
    return [line for line in (*wars_declared(chapter.start, told.events), *lines) if line]


def in_brief(chapter: Chapter) -> list[str]:
    """A closed phase in the summary of its turn: of moves only what they took, of battles no rounds."""
    told = ToldChapter(chapter.start, chapter.end, without_undone(chapter.course), (), always)
    telling = TELLINGS[chapter.start.phase]
    lines = (telling.brief or telling.report)(told)
    lines = [*wars_declared(chapter.start, told.events), *lines, *_automatic(told)]
    return [line for line in lines if line and not line.startswith(SMALL)]


def is_news(chapter: Chapter) -> bool:
    """Whether a phase is worth a post of its own."""
    kept = tuple(step.event for step in without_undone(chapter.course))
    return _is_eventful(kept) and not TELLINGS[chapter.start.phase].gives_way


def _is_eventful(events: Sequence[Event]) -> bool:
    """Whether somebody did something that the table wants to see, or something befell the board."""
    return any(not isinstance(event, UNEVENTFUL) and not _orders_nothing(event) for event in events)


def _orders_nothing(event: Event) -> bool:
    return isinstance(event, UnitsPurchased) and not event.units and not event.repairs


def _automatic(told: ToldChapter) -> list[str]:
    """Lines for what happened by itself at the end of the phase: aircraft lost, phases skipped, income, victory."""
    by_itself = PhaseSkipped | ConvoysDisrupted | IncomeCollected | UnitsGranted | GameWon
    shown = [event for event in told.events if isinstance(event, by_itself) or _crashed(told.start, event)]
    return [event_line(told.start, event) or "" for event in shown]


def _crashed(state: GameState, event: Event) -> bool:
    item = item_of(state, event)
    return isinstance(item, Losses) and item.reason == "no_landing"


def _next(chapter: Chapter) -> str:
    """ "Next: Soviet Union, round 2, purchase."; the power and the round only where they change."""
    if chapter.end.winner:
        return ""
    following = chapter.following or _planned(chapter.start)
    if following is None:
        return ""
    parts = [] if following.power == chapter.start.power else [power_name(chapter.start, following.power)]
    parts += [f"round {chapter.end.round}"] if chapter.end.round != chapter.start.round else []
    return f"Next: {', '.join([*parts, phase_name(following.phase)])}."


def _planned(state: GameState) -> PhaseBegan | None:
    """The phase that the order of the turn puts after the present one."""
    phases = state.edition.parameters.turn.phases_of(state.power)
    later = phases[phases.index(state.phase) + 1 :]
    return PhaseBegan(state.power, later[0]) if later else None


def _battles(told: ToldChapter) -> tuple[Clash, ...]:
    if TELLINGS[told.start.phase].leads_to_battles:
        return clashes_ahead(told.end)
    return clashes_fought(told.steps)


def _spaces(event: Event) -> tuple[SpaceId, ...]:
    """Where an event of a phase happened."""
    if isinstance(event, TerritoryTaken | TerritoryTakenOver | NeutralRoused | NeutralWon | NeutralJoined):
        return (event.territory,)
    if isinstance(event, UnitsMobilized):
        return (event.space,)
    way = way_of(event)
    return (way.path[0], way.path[-1]) if way else ()
