"""Looking at the board: what a user may see of it, with what is laid over it, as a picture or in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import GameState, describe, state_from_json
from engine.strikes import WAYS, Way, strikes
from gamemaster.loading import Logged, events_of, logged
from gamemaster.looks import FRONT, REACHES, Look
from gamemaster.phases import phase_key, played_phases
from gamemaster.pictures import draw, picture_request, tell
from gamemaster.story import PhaseReport, clashes_ahead, moment, phase_report, phase_reports
from gamemaster.viewing import GameView
from gamemaster.workshop import Workshop
from maps import Battles, Changes, Income, Moves, Overlay, Picture, Reach
from store import Reading, Store

PHASES_LOOKED_BACK = 8


@dataclass(frozen=True)
class Sight:
    """What a user may see and wants to see, as it is sent to the workshop.

    power: whose enemies' reach. last_phases: a stored state some phases ago, and what was logged since. last_turn: the
    stored state since which changes are shown. with_open_phase: whether the orders of the open phase are his own; they
    are shown to nobody else, though they are logged too.
    """

    board: GameState
    look: Look
    power: str
    last_phases: tuple[str, Logged] | None
    last_turn: str | None
    with_open_phase: bool


class Looking:
    """Reads what a map needs beside the position, and has it drawn or told in the workshop."""

    def __init__(self, store: Store, workshop: Workshop) -> None:
        self._store = store
        self._workshop = workshop

    async def picture(self, view: GameView, look: Look) -> Picture:
        """What a user wants to see; raises WorkLost, TooManyWishes."""
        return await self._workshop.quick(_picture, await self._sight(view, look), asker=view.viewer)

    async def words(self, view: GameView, look: Look) -> str:
        """The same in words; raises WorkLost, TooManyWishes."""
        return await self._workshop.quick(_words, await self._sight(view, look), asker=view.viewer)

    async def _sight(self, view: GameView, look: Look) -> Sight:
        async with self._store.read() as read:
            wants_reports = look.region == FRONT or "moves" in look.shows
            last_phases = await _last_phases(read, view) if wants_reports else None
            last_turn = await _last_turn(read, view) if "changes" in look.shows else None
        return Sight(view.board, look, look.power or own_power(view), last_phases, last_turn, view.is_on_turn)


async def _last_phases(read: Reading, view: GameView) -> tuple[str, Logged]:
    """The state some phases ago, and what was logged since then."""
    kept = await read.kept_states(view.game.id)
    earlier = [seq for seq, key in kept if key != phase_key(view.board)]
    base = (earlier or [kept[0][0]])[-PHASES_LOOKED_BACK:][0]
    body = (await read.state_at_or_before(view.game.id, base)).body
    return body, await logged(read, view.game.id, base, view.game.seq)


async def _last_turn(read: Reading, view: GameView) -> str:
    """The state when the last turn of the user's powers ended, or for others when the present turn began."""
    present = f"{view.board.round}.{view.board.power}."
    earlier = [(seq, key) for seq, key in await read.kept_states(view.game.id) if not key.startswith(present)]
    own = view.powers
    played = [seq for seq, key in earlier if key.split(".")[1] in own]
    turns = played if own else [seq for seq, _ in earlier]
    return (await read.state_at_or_before(view.game.id, turns[-1] if turns else 0)).body


def _picture(sight: Sight) -> Picture:
    return draw(request_for(sight))


def _words(sight: Sight) -> str:
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
    state, shows = sight.board, sight.look.shows
    overlays: list[Overlay] = []
    if "battles" in shows:
        overlays.append(Battles(clashes_ahead(state)))
    if sight.last_turn is not None:
        before = state_from_json(sight.last_turn)
        overlays.append(Changes.since(describe(before), moment(before)))
    if ways := [way for way, name in zip(WAYS, REACHES, strict=True) if name in shows]:
        overlays.append(_reach(state, sight.power, ways))
    if "income" in shows:
        overlays.append(Income())
    if "moves" in shows:
        overlays.append(_moves(state, reports))
    return overlays


def _reports(sight: Sight) -> list[PhaseReport]:
    """The open phase, if the user may see its orders, then those before it, the last one first."""
    if sight.last_phases is None:
        return []
    body, since = sight.last_phases
    start, events = state_from_json(body), list(events_of(since))
    reports = list(phase_reports(start, events))[::-1]
    if sight.with_open_phase:
        phase = played_phases(start, events)[-1]
        reports.insert(0, phase_report(phase.start, phase.events))
    return reports


def _reach(state: GameState, power: str, ways: Sequence[Way]) -> Reach:
    found = strikes(state, power)
    return Reach(power, {way: {space: by[way] for space, by in found.items() if way in by} for way in ways})


def _moves(state: GameState, reports: Sequence[PhaseReport]) -> Moves:
    """The moves of the last phase that had any."""
    moved = next((report for report in reports if report.arrows), None)
    if moved is None:
        return Moves(())
    return Moves(moved.arrows, moved.title if moved.title != moment(state) else "")


def own_power(view: GameView) -> str:
    """The power that a user asks for himself: the one on turn if it is his, else his first, else the one on turn."""
    on_turn = view.board.power
    mine = view.powers
    return on_turn if on_turn in mine or not mine else mine[0]
