"""What a user wants to see of the board, drawn or told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import GameState, describe, fold, state_from_json
from engine.ask import borders, kamikaze_zones, most_at_stake, scramble_ranges
from engine.beside.strikes import WAYS, strikes
from gamemaster.looks import FRONT, SHOWS, Look
from gamemaster.pictures import draw, picture_request, tell
from gamemaster.story import PhaseReport, Timeline, clashes_ahead, moment, phase_report, phase_reports
from gamemaster.story.chapters import played_phases
from gamemaster.works.logged import Logged, events_of
from maps import Battles, Changes, Convoys, Income, Moves, Overlay, Picture, Reach, Relations, Scrambles


@dataclass(frozen=True)
class Sight:
    """What a user may see and wants to see, as it is sent to the workshop.

    power: whose enemies' reach, or whose relations. last_phases: a stored state some phases ago, and what was logged
    since. last_turn: a stored state, and what was logged until the one since which changes are shown. with_open_phase:
    whether the orders of the open phase are his own; they are shown to nobody else, though they are logged too.
    """

    board: GameState
    look: Look
    power: str
    last_phases: tuple[str, Logged] | None
    last_turn: tuple[str, Logged] | None
    with_open_phase: bool


def picture_of(sight: Sight) -> Picture:
    """What a user wants to see."""
    return draw(request_for(sight))


def words_of(sight: Sight) -> str:
    """The same in words."""
    return tell(request_for(sight))


def request_for(sight: Sight) -> dict[str, Any]:
    """The request for the picture that a user wants to see."""
    state, look = sight.board, sight.look
    reports = _reports(sight)
    front = next((report.spaces for report in reports if report.spaces), ())
    return picture_request(
        state,
        title=moment(state),
        spaces=front if look.region == FRONT else (),
        region=look.region if look.region != FRONT else None,
        around=look.space or None,
        steps=look.steps,
        overlays=_overlays(sight, reports),
    )


def _overlays(sight: Sight, reports: Sequence[PhaseReport]) -> list[Overlay]:
    wanted = {SHOWS[name].overlay for name in sight.look.shows}
    laid = (lay(sight, reports) for overlay, lay in LAID.items() if overlay in wanted)
    return [overlay for overlay in laid if overlay is not None]


def _reports(sight: Sight) -> list[PhaseReport]:
    """The open phase, if the user may see its orders, then those before it, the last one first."""
    if sight.last_phases is None:
        return []
    body, since = sight.last_phases
    course = Timeline.of(state_from_json(body), events_of(since))
    reports = list(phase_reports(course))[::-1]
    if sight.with_open_phase:
        *_, phase = played_phases(course.start, course)
        reports.insert(0, phase_report(phase.course))
    return reports


def _battles(sight: Sight, _reports: Sequence[PhaseReport]) -> Overlay:
    return Battles(clashes_ahead(sight.board))


def _changes(sight: Sight, _reports: Sequence[PhaseReport]) -> Overlay | None:
    if sight.last_turn is None:
        return None
    body, until = sight.last_turn
    before = fold(state_from_json(body), events_of(until))
    return Changes.since(describe(before), moment(before))


def _reach(sight: Sight, _reports: Sequence[PhaseReport]) -> Overlay:
    ways = [way for way in WAYS if f"{way} reach" in sight.look.shows]
    found = strikes(sight.board, sight.power)
    return Reach(sight.power, {way: {space: by[way] for space, by in found.items() if way in by} for way in ways})


def _income(_sight: Sight, _reports: Sequence[PhaseReport]) -> Overlay:
    return Income()


def _convoys(sight: Sight, _reports: Sequence[PhaseReport]) -> Overlay:
    found: dict[str, dict[str, int]] = {}
    for power in sight.board.edition.turn_order:
        for zone, losses in most_at_stake(sight.board, power).items():
            found.setdefault(zone, {})[power] = sum(losses.values())
    return Convoys(found)


def _scrambles(sight: Sight, _reports: Sequence[PhaseReport]) -> Overlay:
    return Scrambles(scramble_ranges(sight.board), kamikaze_zones(sight.board))


def _relations(sight: Sight, _reports: Sequence[PhaseReport]) -> Overlay:
    return Relations(sight.power, borders(sight.board, sight.power), sight.board.wars or ())


def _moves(sight: Sight, reports: Sequence[PhaseReport]) -> Overlay:
    """The moves of the last phase that had any."""
    moved = next((report for report in reports if report.arrows), None)
    if moved is None:
        return Moves(())
    return Moves(moved.arrows, moved.title if moved.title != moment(sight.board) else "")


LAID: Mapping[str, Callable[[Sight, Sequence[PhaseReport]], Overlay | None]] = {
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
