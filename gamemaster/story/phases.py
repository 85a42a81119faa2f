"""The public post of a phase: orders, dice, losses, gains, what is next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.board import SpaceId
from engine.describe import describe
from engine.events import Event
from engine.events.advantages import (
    AdvantageLapsed,
    AdvantageLost,
    AdvantageUsed,
    AircraftRefuelled,
    BlitzStopped,
    FreeUnitsPlaced,
    KamikazesDeclared,
    TanksBrokeThrough,
    UnitsConverted,
)
from engine.events.battle import BattleDropped, BattlesFound, LandingCalledOff, Surfaced, UnitsLost
from engine.events.economy import IncomeCollected, Researched, UnitsGranted, UnitsPurchased, UnitsReturned
from engine.events.landing import AircraftBoarded, LandingPromised, StrandedLanded
from engine.events.mobilization import FacilityBuilt, FacilityMoved, UnitsMobilized
from engine.events.movement import Engaged
from engine.events.orders import OrdersSealed, OrderTaken, OrderUndone
from engine.events.questions import RequestAnswered, RequestClosed, RequestOpened
from engine.events.raids import AntiAircraftFired, Intercepted, ProductionStruck
from engine.events.territory import GunsChangedHands, TerritoryTaken
from engine.events.turn import GameWon, PhaseBegan, PhaseSkipped, StepReached, TurnBegan
from engine.game import phase_name
from engine.production import usable_complexes
from engine.state import GameState
from engine.words import first_upper, ipcs, place
from gamemaster.story.campaign import HasPost, always, combat_lines
from gamemaster.story.chapters import Chapter, chapters
from gamemaster.story.clashes import clashes_ahead, clashes_fought
from gamemaster.story.fronts import front_lines
from gamemaster.story.history import event_line
from gamemaster.story.improvements import what_it_does
from gamemaster.story.moves import Journey, arrows, journeys, move_line, way_of, without_undone
from gamemaster.story.tally import gains
from gamemaster.story.timeline import Step, Timeline
from gamemaster.story.words import LIMIT, bought, lines_within, moment, power_name, row
from maps import Arrow, Battles, Changes, Clash, Moves, Overlay

ROOM_FOR_MOVES = 1000
ROOM_FOR_BATTLES = 600
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
MOVING = ("combat_move", "noncombat_move")
SMALL = "-# "
COMPARED = ("conduct_combat", "mobilize")
"""Phases in which units come and go otherwise than by moves."""


@dataclass(frozen=True)
class PhaseReport:
    """A phase as the table is told it.

    title: "Germany, round 2, combat move". text: at most LIMIT characters. end: the state then.
    arrows: the moves, one for each path. spaces: where things happened, empty for the whole board.
    battles: those to come, or those that were fought.
    before: the position to compare with where units came or went otherwise than by moves.
    pictured: whether the board is worth a picture after it; research changes nothing there.
    in_short: the same without what is next, on one line. is_quiet: whether nobody did anything in it;
    is_purchase: whether it was one.
    ends_turn: whether another power's turn follows, or the game is over.
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
    is_purchase: bool = False
    ends_turn: bool = False

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
    return _report(next(chapters(course.start, course)))


def phase_reports(course: Timeline, has_post: HasPost = always) -> tuple[PhaseReport, ...]:
    """A report for each phase that is closed in a stretch, from the one on in which it begins.

    Income and skipped phases are told with the phase before them; a combat phase without a battle is left out.
    `has_post`: whether a battle with these events has a post of its own, or its rounds stand in the report.
    """
    return tuple(_report(chapter, has_post) for chapter in chapters(course.start, course) if chapter.is_closed)


@dataclass(frozen=True)
class _Told:
    """A chapter with undone orders taken out of it, and its moves."""

    start: GameState
    end: GameState
    steps: tuple[Step, ...]
    moves: tuple[Journey, ...]
    has_post: HasPost

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in it."""
        return tuple(step.event for step in self.steps)


def _report(chapter: Chapter, has_post: HasPost = always) -> PhaseReport:
    steps = without_undone(chapter.course)
    kept = tuple(step.event for step in steps)
    moves = journeys({**chapter.end.pieces, **chapter.start.pieces}, kept)
    told = _Told(chapter.start, chapter.end, steps, moves, has_post)
    done, noted = _TELLERS[chapter.start.phase](told), [*_noted(told), *_automatic(told)]
    following = _next(chapter)
    lines = lines_within([line for line in (*done, *noted) if line], LIMIT - len(following) - 1, "lines")
    battles = _battles(told)
    return PhaseReport(
        title=moment(chapter.start),
        text="\n".join([*lines, following] if following else lines),
        end=chapter.end,
        arrows=arrows(chapter.start, moves),
        spaces=_home(told)
        or tuple(dict.fromkeys([*(s for event in kept for s in _spaces(event)), *(b.space for b in battles)])),
        battles=battles,
        before=describe(chapter.start) if chapter.start.phase in COMPARED else None,
        pictured=chapter.start.phase != "research",
        in_short=" ".join(lines),
        is_quiet=not _is_eventful(kept),
        is_purchase=chapter.start.phase == "purchase",
        ends_turn=bool(chapter.end.winner) or chapter.end.power != chapter.start.power,
    )


def _home(told: _Told) -> tuple[SpaceId, ...]:
    """Of a purchase the capital and the complexes near it, where nothing else is to be seen."""
    state, board = told.start, told.start.edition.board
    capital = state.edition.power[state.power].capital
    if state.phase != "purchase" or not capital:
        return ()
    near = {capital, *board.neighbours[capital]}
    near |= {space for there in near for space in board.neighbours[there]}
    return (capital, *(space for space in usable_complexes(state, state.power) if space in near and space != capital))


def in_brief(chapter: Chapter) -> list[str]:
    """A closed phase in the summary of its turn: of moves only what they took, of battles no rounds."""
    told = _Told(chapter.start, chapter.end, without_undone(chapter.course), (), always)
    lines = gains(chapter.end, told.events) if chapter.start.phase in MOVING else _TELLERS[chapter.start.phase](told)
    return [line for line in (*lines, *_automatic(told)) if line and not line.startswith(SMALL)]


def _is_eventful(events: Sequence[Event]) -> bool:
    """Whether somebody did something that the table wants to see, or something befell the board."""
    return any(not isinstance(event, UNEVENTFUL) and not _orders_nothing(event) for event in events)


def _orders_nothing(event: Event) -> bool:
    return isinstance(event, UnitsPurchased) and not event.units and not event.repairs


def _purchase(told: _Told) -> list[str]:
    power = told.start.power
    order = bought(told.end, told.end.purchased.get(power, {}), told.end.turn.repaired)
    left = ipcs(told.end.treasuries[power])
    if not order:
        return [f"Bought nothing; {left} kept."]
    cost = told.start.treasuries[power] - told.end.treasuries[power]
    return [f"Bought {order} for {ipcs(cost)}; {left} left."]


def _combat_move(told: _Told) -> list[str]:
    state = told.end
    lines = _move_lines(told.start, told.moves, "No combat moves.")
    lines += [_engaged(state, event) for event in told.events if isinstance(event, Engaged)]
    lines += gains(state, told.events)
    fronts = front_lines(state)
    if fronts:
        lines += ["Battles:", *lines_within(fronts, ROOM_FOR_BATTLES, "battles")]
    return lines


def _research(told: _Told) -> list[str]:
    """The dice, and what a technology does that was found."""
    lines = []
    for event in told.events:
        if isinstance(event, Researched):
            lines.append(event_line(told.start, event) or "")
            lines += [f"-# {what_it_does(told.start, event.technology)}"] if event.found else []
    return lines


def _move_lines(state: GameState, moves: Sequence[Journey], none: str) -> list[str]:
    lines = [move_line(state, journey) for journey in moves]
    return ["Moves:", *lines_within(lines, ROOM_FOR_MOVES, "moves")] if lines else [none]


def _engaged(state: GameState, event: Engaged) -> str:
    units = ", ".join(dict.fromkeys(state.type_of(piece).name for piece in state.select(event.pieces)))
    verb = "attack" if event.attack else "ignore submarines and transports"
    return f"{first_upper(place(state, event.zone))}: {units} {verb}"


def _combat(told: _Told) -> list[str]:
    """The battles; units that move now were called by an advantage."""
    called = [move_line(told.start, journey) for journey in told.moves if journey.note != "retreat"]
    return [*combat_lines(told.start, told.steps, told.has_post), *called]


def _noncombat(told: _Told) -> list[str]:
    return _move_lines(told.start, told.moves, "No noncombat moves.")


def _mobilize(told: _Told) -> list[str]:
    state = told.end
    placed: dict[SpaceId, dict[str, int]] = {}
    for event in told.events:
        if isinstance(event, UnitsMobilized):
            units = placed.setdefault(event.space, {})
            for piece in event.pieces:
                units[piece.unit] = units.get(piece.unit, 0) + 1
    lines = [f"{row(state, units)} in {place(state, space)}" for space, units in placed.items()]
    returned = [event for event in told.events if isinstance(event, UnitsReturned)]
    text = [f"Placed {'; '.join(lines)}."] if lines else ["Placed nothing."]
    return text + [event_line(told.start, event) or "" for event in returned]


Teller = Callable[[_Told], list[str]]
_TELLERS: Mapping[str, Teller] = {
    "research": _research,
    "purchase": _purchase,
    "combat_move": _combat_move,
    "conduct_combat": _combat,
    "noncombat_move": _noncombat,
    "mobilize": _mobilize,
    "collect_income": lambda _: [],
}


NOTED = (
    StrandedLanded,
    AntiAircraftFired,
    ProductionStruck,
    GunsChangedHands,
    Intercepted,
    LandingCalledOff,
    AdvantageUsed,
    AdvantageLapsed,
    AdvantageLost,
    BlitzStopped,
    FreeUnitsPlaced,
    UnitsConverted,
    FacilityBuilt,
    FacilityMoved,
    AircraftBoarded,
    AircraftRefuelled,
    TanksBrokeThrough,
    KamikazesDeclared,
    Surfaced,
)
"""What is told in whichever phase it happens; antiaircraft fire in a battle stands in the post of the battle."""


def _noted(told: _Told) -> list[str]:
    lines = []
    for state, event, _ in told.steps:
        in_battle = isinstance(event, AntiAircraftFired) and state.battle is not None
        if isinstance(event, NOTED) and not in_battle:
            lines.append(event_line(state, event) or "")
    return lines


def _automatic(told: _Told) -> list[str]:
    """Lines for what happened by itself at the end of the phase: aircraft lost, phases skipped, income, victory."""
    by_itself = PhaseSkipped | IncomeCollected | UnitsGranted | GameWon
    shown = [event for event in told.events if isinstance(event, by_itself) or _crashed(event)]
    return [event_line(told.start, event) or "" for event in shown]


def _crashed(event: Event) -> bool:
    return isinstance(event, UnitsLost) and event.reason == "no_landing"


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


def _battles(told: _Told) -> tuple[Clash, ...]:
    if told.start.phase == "combat_move":
        return clashes_ahead(told.end)
    return clashes_fought(told.steps)


def _spaces(event: Event) -> tuple[SpaceId, ...]:
    """Where an event of a phase happened."""
    if isinstance(event, TerritoryTaken):
        return (event.territory,)
    if isinstance(event, UnitsMobilized):
        return (event.space,)
    way = way_of(event)
    return (way.path[0], way.path[-1]) if way else ()
