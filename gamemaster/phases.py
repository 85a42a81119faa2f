"""Cutting what happened into phases, for the reports that are posted after each."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from engine.describe import acting_powers
from engine.edition import Edition
from engine.events import BattleBegan, Edited, Event, PhaseBegan, PhaseSkipped, RequestOpened
from engine.evolve import evolve
from engine.state import GameState

ORDER_PHASES = ("purchase", "combat_move", "noncombat_move", "mobilize", "collect_income")
"""Phases in which orders are given unseen, to be shown when the phase ends."""


@dataclass(frozen=True)
class PlayedPhase:
    """A phase, or what has been played of it: the state when it began, what happened, the state now."""

    start: GameState
    events: tuple[Event, ...]
    end: GameState
    closed: bool


@dataclass(frozen=True)
class Happened:
    """What one interaction led to, as it stands in the log.

    by_hand: the questions that somebody answered himself, rather than by a standing order.
    """

    events: tuple[Event, ...]
    written_at: int
    by_hand: frozenset[str] = frozenset()

    def asks(self, request: str) -> bool:
        """Whether it put a question."""
        return any(isinstance(event, RequestOpened) and event.request.id == request for event in self.events)


@dataclass(frozen=True)
class OpenTurn:
    """The present turn so far: the state when its first phase began, what happened since, and when it began.

    A correction that moves the game to another phase begins anew.
    """

    start: GameState
    happened: tuple[Happened, ...]
    began: int

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened."""
        return tuple(event for each in self.happened for event in each.events)

    @property
    def phase(self) -> PlayedPhase:
        """The present phase."""
        return played_phases(self.start, self.events)[-1]

    @property
    def by_hand(self) -> frozenset[str]:
        """The questions of this turn that somebody answered himself."""
        return frozenset(request for each in self.happened for request in each.by_hand)

    def asked_at(self, request: str) -> int:
        """When a question of this turn was put, in UTC seconds; when the turn began where that is not known."""
        return next((each.written_at for each in self.happened if each.asks(request)), self.began)

    def waiting_since(self, seats: Mapping[str, int]) -> int:
        """When whoever must act or choose now was asked to, in UTC seconds."""
        state, since = self.start, self.began
        waits = _waits_for(state, seats)
        for each in self.happened:
            for event in each.events:
                state = evolve(state, event)
            if (now := _waits_for(state, seats)) != waits:
                waits, since = now, each.written_at
        return since


def _waits_for(state: GameState, seats: Mapping[str, int]) -> Hashable:
    """Whom the game waits for, and for what, where that is not simply his turn."""
    on_turn = seats.get(state.power)
    users = frozenset(seats.get(power) for power in acting_powers(state))
    asked = frozenset(r.id for r in state.requests if any(seats.get(power) != on_turn for power in r.powers))
    return users, asked


def open_turn(base: GameState, began: int, happened: Iterable[Happened]) -> OpenTurn:
    """The last turn that what happened runs through, from a state on, which itself began at a time."""
    start, here, seen = base, base, list[Happened]()
    is_new = False
    for each in happened:
        kept = list[Event]()
        for event in each.events:
            before, here = here, evolve(here, event)
            is_new = is_new or (before.round, before.power) != (here.round, here.power)
            moved = isinstance(event, Edited) and phase_key(before) != phase_key(here)
            if moved or (is_new and isinstance(event, PhaseBegan)):
                start, began, is_new = here, each.written_at, False
                seen, kept = [], []
            else:
                kept.append(event)
        seen.append(Happened(tuple(kept), each.written_at, each.by_hand))
    return OpenTurn(start, tuple(seen), began)


def answered_by_hand(action: object, auto: str | None) -> frozenset[str]:
    """The question that an entry of the log answers, if no standing order did."""
    if not isinstance(action, Mapping) or action.get("type") != "decide" or auto == "order":
        return frozenset()
    return frozenset(filter(None, [action.get("request")]))


def phase_key(state: GameState) -> str:
    """The key of a phase within its game: "3.germany.combat_move"."""
    return f"{state.round}.{state.power}.{state.phase}"


def end_of_phase(edition: Edition, key: str) -> str:
    """What a phase key stands for among the moments that a game can go back to."""
    *start, round_number, power, phase = key.split(".")
    if start:
        return "Start of the game"
    return f"{edition.power[power].name}, round {round_number}, end of {phase.replace('_', ' ')}"


def played_phases(state: GameState, events: Iterable[Event]) -> list[PlayedPhase]:
    """The phases that events run through, from a state on; the last one is still open. A correction may begin one."""
    phases: list[PlayedPhase] = []
    start, here, seen = state, state, list[Event]()
    for event in events:
        before, here = here, evolve(here, event)
        moved = isinstance(event, Edited) and phase_key(before) != phase_key(here)
        if moved or isinstance(event, PhaseBegan | PhaseSkipped):
            phases.append(PlayedPhase(start, tuple(seen), here, closed=True))
            start, seen = here, []
        else:
            seen.append(event)
    return [*phases, PlayedPhase(start, tuple(seen), here, closed=False)]


def battle_so_far(phase: PlayedPhase, space: str) -> tuple[GameState, tuple[Event, ...]] | None:
    """The state just before the last battle in a space began, and what happened in it; None if there was none."""
    begun = [i for i, e in enumerate(phase.events) if isinstance(e, BattleBegan) and e.battle.space == space]
    if not begun:
        return None
    state = phase.start
    for event in phase.events[: begun[-1]]:
        state = evolve(state, event)
    following = phase.events[begun[-1] :]
    ends = [i for i, e in enumerate(following) if isinstance(e, BattleBegan) and i > 0]
    return state, following[: ends[0]] if ends else following
