"""What a user wants to see of the board, drawn or told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import GameState, describe, fold, state_from_json
from engine.ask import borders, kamikaze_zones, most_at_stake, scramble_ranges
from engine.queries.striking.strikes import WAYS, strikes
from gamemaster.jobs.logged import Logged, events_of
from gamemaster.narration import PhaseReport, Timeline, clashes_ahead, moment, phase_report, phase_reports
from gamemaster.narration.history.chapters import played_phases
from gamemaster.narration.phrases import the_moment
from gamemaster.outbox.pictures import draw, picture_request, tell
from gamemaster.views.board_choices import FRONT, SHOWS, BoardChoice
from maps import Battles, Changes, Convoys, Income, Moves, Overlay, Picture, Reach, Relations, Scrambles


@dataclass(frozen=True)
class BoardRequest:
    """What a user may see and wants to see, as it is sent to the worker pool.

    power: whose enemies' reach, or whose relations. last_phases: a stored state some phases ago, and what was logged
    since. last_turn: a stored state, and what was logged until the one since which changes are shown. with_open_phase:
    whether the orders of the open phase are the user's own; they are shown to nobody else, though they are logged too.
    """

    board: GameState
    look: BoardChoice
    power: str
    last_phases: tuple[str, Logged] | None
    last_turn: tuple[str, Logged] | None
    with_open_phase: bool


def picture_of(request: BoardRequest) -> Picture:
    """What a user wants to see."""
    return draw(request_for(request))


def words_of(request: BoardRequest) -> str:
    """The same in words."""
    return tell(request_for(request))


def request_for(request: BoardRequest) -> dict[str, Any]:
    """The request for the picture that a user wants to see."""
    state, look = request.board, request.look
    reports = _reports(request)
    front = next((report.spaces for report in reports if report.spaces), ())
    return picture_request(
        state,
        title=moment(state),
        spaces=front if look.region == FRONT else (),
        region=look.region if look.region != FRONT else None,
        around=look.space or None,
        steps=look.steps,
        overlays=_overlays(request, reports),
    )


def _overlays(request: BoardRequest, reports: Sequence[PhaseReport]) -> list[Overlay]:
    wanted = {SHOWS[name].overlay for name in request.look.shows}
    laid = (lay(request, reports) for overlay, lay in LAID.items() if overlay in wanted)
    return [overlay for overlay in laid if overlay is not None]


def _reports(request: BoardRequest) -> list[PhaseReport]:
    """The open phase, if the user may see its orders, then those before it, the last one first."""
    if request.last_phases is None:
        return []
    body, since = request.last_phases
    course = Timeline.of(state_from_json(body), events_of(since))
    reports = list(phase_reports(course))[::-1]
    if request.with_open_phase:
        *_, phase = played_phases(course.start, course)
        reports.insert(0, phase_report(phase.course))
    return reports


def _battles(request: BoardRequest, _reports: Sequence[PhaseReport]) -> Overlay:
    return Battles(clashes_ahead(request.board))


def _changes(request: BoardRequest, _reports: Sequence[PhaseReport]) -> Overlay | None:
    if request.last_turn is None:
        return None
    body, until = request.last_turn
    before = fold(state_from_json(body), events_of(until))
    return Changes.since(describe(before), the_moment(before))


def _reach(request: BoardRequest, _reports: Sequence[PhaseReport]) -> Overlay:
    ways = [way for way in WAYS if f"{way} reach" in request.look.shows]
    found = strikes(request.board, request.power)
    return Reach(request.power, {way: {space: by[way] for space, by in found.items() if way in by} for way in ways})


def _income(_request: BoardRequest, _reports: Sequence[PhaseReport]) -> Overlay:
    return Income()


def _convoys(request: BoardRequest, _reports: Sequence[PhaseReport]) -> Overlay:
    found: dict[str, dict[str, int]] = {}
    for power in request.board.edition.turn_order:
        for zone, losses in most_at_stake(request.board, power).items():
            found.setdefault(zone, {})[power] = sum(losses.values())
    return Convoys(found)


def _scrambles(request: BoardRequest, _reports: Sequence[PhaseReport]) -> Overlay:
    return Scrambles(scramble_ranges(request.board), kamikaze_zones(request.board))


def _relations(request: BoardRequest, _reports: Sequence[PhaseReport]) -> Overlay:
    return Relations(request.power, borders(request.board, request.power), request.board.wars or ())


def _moves(request: BoardRequest, reports: Sequence[PhaseReport]) -> Overlay:
    """The moves of the last phase that had any."""
    moved = next((report for report in reports if report.arrows), None)
    if moved is None:
        return Moves(())
    return Moves(moved.arrows, moved.moment if moved.title != moment(request.board) else "")


LAID: Mapping[str, Callable[[BoardRequest, Sequence[PhaseReport]], Overlay | None]] = {
    "battles": _battles,
    "changes": _changes,
    "relations": _relations,
    "reach": _reach,
    "income": _income,
    "convoys": _convoys,
    "scrambles": _scrambles,
    "moves": _moves,
}
"""The overlays that a look may name, from the bottom up."""
