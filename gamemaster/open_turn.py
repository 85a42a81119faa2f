"""The present turn so far. It grows with each change, so that nothing that happened is folded twice."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from engine.board import PowerId
from engine.describe import acting_powers
from engine.events import Event, evolve
from engine.events.questions import RequestOpened
from engine.events.turn import PhaseBegan
from engine.state import GameState, RequestId
from gamemaster.phases import PlayedPhase, begins_phase, moves_game


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
class Waiting:
    """Whom a game waits for: the power on turn, those that must act or choose, and what each is asked."""

    on_turn: PowerId
    acting: frozenset[PowerId]
    asked: tuple[tuple[RequestId, tuple[PowerId, ...]], ...]

    def of_users(self, seats: Mapping[str, int]) -> Hashable:
        """The users it waits for, and for what, where that is not simply his turn."""
        user = seats.get(self.on_turn)
        asked = (request for request, powers in self.asked if any(seats.get(power) != user for power in powers))
        return frozenset(seats.get(power) for power in self.acting), frozenset(asked)


@dataclass(frozen=True)
class OpenTurn:
    """The present turn so far: the state when its first phase began, what happened since, and when it began.

    A correction that moves the game to another phase begins anew. phase: the present one. waits: whom the game waited
    for when the turn began and after each change, with the time in UTC seconds. is_new: whether a turn has begun, but
    not its first phase.
    """

    start: GameState
    began: int
    phase: PlayedPhase
    waits: tuple[tuple[int, Waiting], ...]
    happened: tuple[Happened, ...] = ()
    is_new: bool = False

    @classmethod
    def beginning(cls, state: GameState, began: int) -> OpenTurn:
        """A turn in which nothing has happened yet."""
        return cls(state, began, PlayedPhase(state, (), state, closed=False), ((began, _waiting(state)),))

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened."""
        return tuple(event for each in self.happened for event in each.events)

    @property
    def by_hand(self) -> frozenset[str]:
        """The questions of this turn that somebody answered himself."""
        return frozenset(request for each in self.happened for request in each.by_hand)

    def asked_at(self, request: str) -> int:
        """When a question of this turn was put, in UTC seconds; when the turn began where that is not known."""
        return next((each.written_at for each in self.happened if each.asks(request)), self.began)

    def waiting_since(self, seats: Mapping[str, int]) -> int:
        """When whoever must act or choose now was asked to, in UTC seconds."""
        since, waits = self.began, self.waits[0][1].of_users(seats)
        for written_at, waiting in self.waits[1:]:
            if (now := waiting.of_users(seats)) != waits:
                waits, since = now, written_at
        return since

    def after(self, change: Happened) -> OpenTurn:
        """The open turn after something more has happened: this one, or the last that the change runs through."""
        turn, here, is_new = self, self.phase.end, self.is_new
        phase_start, in_phase, in_turn = self.phase.start, list(self.phase.events), list[Event]()
        for event in change.events:
            before, here = here, evolve(here, event)
            is_new = is_new or (before.round, before.power) != (here.round, here.power)
            if moves_game(before, event, here) or (is_new and isinstance(event, PhaseBegan)):
                turn, is_new = OpenTurn.beginning(here, change.written_at), False
                phase_start, in_phase, in_turn = here, [], []
                continue
            in_turn.append(event)
            if begins_phase(before, event, here):
                phase_start, in_phase = here, []
            else:
                in_phase.append(event)
        return OpenTurn(
            start=turn.start,
            began=turn.began,
            phase=PlayedPhase(phase_start, tuple(in_phase), here, closed=False),
            waits=(*turn.waits, (change.written_at, _waiting(here))),
            happened=(*turn.happened, Happened(tuple(in_turn), change.written_at, change.by_hand)),
            is_new=is_new,
        )


def _waiting(state: GameState) -> Waiting:
    asked = tuple((request.id, request.powers) for request in state.requests)
    return Waiting(state.power, frozenset(acting_powers(state)), asked)


def grown(turn: OpenTurn, changes: Iterable[Happened]) -> OpenTurn:
    """The open turn after several changes."""
    for change in changes:
        turn = turn.after(change)
    return turn
