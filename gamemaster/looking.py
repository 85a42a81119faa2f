"""Looking at the board: what a user may see of it, with what is laid over it, as a request for a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import GameState, describe, event_from_json, state_from_json
from engine.strikes import WAYS, Way, strikes
from gamemaster.loading import Loader, logged_events
from gamemaster.looks import FRONT, REACHES, Look
from gamemaster.phases import phase_key
from gamemaster.pictures import picture_request
from gamemaster.story import PhaseReport, clashes_ahead, moment, phase_report, phase_reports
from gamemaster.viewing import GameView
from maps import Battles, Changes, Income, Moves, Overlay, Reach
from store import Reading, Store

PHASES_LOOKED_BACK = 8


class Looking:
    """Reads what a map needs beside the position."""

    def __init__(self, store: Store, loader: Loader) -> None:
        self._store = store
        self._loader = loader

    async def request(self, view: GameView, look: Look) -> dict[str, Any]:
        """The request for the picture that a user wants to see; it holds no orders that are secret to him."""
        state = view.board
        reports: Sequence[PhaseReport] = ()
        overlays: list[Overlay] = []
        async with self._store.read() as read:
            if look.region == FRONT or "moves" in look.shows:
                reports = await self._reports(read, view)
            if "battles" in look.shows:
                overlays.append(Battles(clashes_ahead(state)))
            if "changes" in look.shows:
                overlays.append(await self._changes(read, view))
        if ways := [way for way, name in zip(WAYS, REACHES, strict=True) if name in look.shows]:
            overlays.append(_reach(state, look.power or own_power(view), ways))
        if "income" in look.shows:
            overlays.append(Income())
        if "moves" in look.shows:
            overlays.append(_moves(state, reports))
        front = next((report.spaces for report in reports if report.spaces), ())
        return picture_request(
            state,
            title=moment(state),
            spaces=front if look.region == FRONT else (),
            region=look.region if look.region != FRONT else None,
            around=look.space or None,
            steps=look.steps,
            overlays=overlays,
        )

    async def _reports(self, read: Reading, view: GameView) -> list[PhaseReport]:
        """The open phase, if the user may see its orders, then those before it, the last one first."""
        kept = await read.kept_states(view.game.id)
        earlier = [seq for seq, key in kept if key != phase_key(view.board)]
        base = (earlier or [kept[0][0]])[-PHASES_LOOKED_BACK:][0]
        start = state_from_json((await read.state_at_or_before(view.game.id, base)).body)
        stored = await logged_events(read, view.game.id, base, view.game.seq)
        reports = list(phase_reports(start, [event_from_json(event) for event in stored]))[::-1]
        if view.is_on_turn:
            phase = await self._loader.open_phase(read, view.game, view.board)
            reports.insert(0, phase_report(phase.start, phase.events))
        return reports

    async def _changes(self, read: Reading, view: GameView) -> Changes:
        """What changed since the last turn of the user's powers ended, or for others since the present turn began."""
        present = f"{view.board.round}.{view.board.power}."
        earlier = [(seq, key) for seq, key in await read.kept_states(view.game.id) if not key.startswith(present)]
        own = view.powers
        played = [seq for seq, key in earlier if key.split(".")[1] in own]
        turns = played if own else [seq for seq, _ in earlier]
        seq = turns[-1] if turns else 0
        state = state_from_json((await read.state_at_or_before(view.game.id, seq)).body)
        return Changes.since(describe(state), moment(state))


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
