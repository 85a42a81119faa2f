"""The present turn so far. It grows with each change, so that nothing that happened is folded twice."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.events import Event
from engine.events.questions import RequestOpened
from engine.events.turn import PhaseBegan
from engine.facts.board import PowerId
from engine.state.game_state import GameState
from engine.state.questions import RequestId
from gamemaster.narration.history.chapters import PlayedPhase, moves_game, played_phases
from gamemaster.narration.history.timeline import Timeline
from gamemaster.views.visible import acting_for_all
from store import Entry

PUT_BACK = "rollback"
"""The type of the entry that puts a game back to an earlier moment."""
WAITED_FOR_FROM = frozenset(
    {"turn_began", "request_opened", "request_answered", "request_closed", "game_won", "edited"},
)
"""The events that may change whom a game waits for."""


@dataclass(frozen=True)
class LoggedChange:
    """What one interaction led to, as it stands in the log.

    by_hand: the questions that players answered themselves, not by a standing order.
    """

    events: tuple[Event, ...]
    written_at: int
    by_hand: frozenset[str] = frozenset()

    def asks(self, request: str) -> bool:
        """Whether it put a question."""
        return any(isinstance(event, RequestOpened) and event.request.id == request for event in self.events)


@dataclass(frozen=True)
class WaitedFor:
    """Whom a game waits for, as far as everybody may know: the power on turn, those that must act or choose, and what
    each is asked.
    """

    on_turn: PowerId
    acting: frozenset[PowerId]
    asked: tuple[tuple[RequestId, tuple[PowerId, ...]], ...]

    def of_users(self, seats: Mapping[str, int]) -> Hashable:
        """The users it waits for, and for what, where that is not simply their turn."""
        user = seats.get(self.on_turn)
        asked = (request for request, powers in self.asked if any(seats.get(power) != user for power in powers))
        return frozenset(seats.get(power) for power in self.acting), frozenset(asked)


@dataclass(frozen=True)
class OpenTurn:
    """The present turn so far, from the state when its first phase began, and when that was.

    A correction that moves the game to another phase starts again. waits: whom the game waited for when the turn began
    and after each change, with the time in UTC seconds. is_new: whether a turn has begun, but not its first phase.
    """

    course: Timeline
    began: int
    waits: tuple[tuple[int, WaitedFor], ...]
    happened: tuple[LoggedChange, ...] = ()
    is_new: bool = False

    @classmethod
    def beginning(cls, state: GameState, began: int) -> OpenTurn:
        """A turn in which nothing has happened yet."""
        return cls(Timeline(state), began, ((began, _waiting(state)),))

    @cached_property
    def phase(self) -> PlayedPhase:
        """The present phase."""
        *_, present = played_phases(self.course.start, self.course)
        return present

    @property
    def before_phase(self) -> Timeline:
        """What happened in this turn until the present phase began."""
        return self.course.until(len(self.course) - len(self.phase.course))

    @property
    def by_hand(self) -> frozenset[str]:
        """The questions of this turn that players answered themselves."""
        return frozenset(request for each in self.happened for request in each.by_hand)

    def asked_at(self, request: str) -> int:
        """When a question of this turn was put, in UTC seconds; when the turn began where that is not known."""
        return next((each.written_at for each in self.happened if each.asks(request)), self.began)

    def waiting_since(self, seats: Mapping[str, int]) -> int:
        """When those who must act or choose now were asked to, in UTC seconds."""
        since, waits = self.began, self.waits[0][1].of_users(seats)
        for written_at, waiting in self.waits[1:]:
            if (now := waiting.of_users(seats)) != waits:
                waits, since = now, written_at
        return since

    def put_back(self, written_at: int) -> OpenTurn:
        """The same once a game was put back to it: what it waits for, it has waited for since then."""
        return replace(self, waits=((written_at, self.waits[-1][1]),))

    def after(self, happened: Timeline, written_at: int, by_hand: frozenset[str] = frozenset()) -> OpenTurn:
        """The open turn after something more has happened: this one, or the last that the change runs through."""
        turn, is_new, first = self, self.is_new, 0
        for number, step in enumerate(happened, 1):
            before, event, after = step
            is_new = is_new or (before.round, before.power) != (after.round, after.power)
            if moves_game(step) or (is_new and isinstance(event, PhaseBegan)):
                turn, is_new, first = OpenTurn.beginning(after, written_at), False, number
        in_turn = happened.since(first)
        return replace(
            turn,
            course=turn.course.then(in_turn),
            waits=(*turn.waits, (written_at, _waiting(in_turn.end))),
            happened=(*turn.happened, LoggedChange(in_turn.events, written_at, by_hand)),
            is_new=is_new,
        )


def _waiting(state: GameState) -> WaitedFor:
    asked = tuple((request.id, request.powers) for request in state.requests)
    return WaitedFor(state.power, frozenset(acting_for_all(state)), asked)


def since_turn_began(entries: Sequence[Entry]) -> int | None:
    """When the last turn began of which these entries tell, in UTC seconds.

    None where it does not begin among them, where the game was put back to it, and where anybody may have been asked
    something since: then `OpenTurn.waiting_since` says it, which folds the turn.
    """
    told = [(entry, event["kind"]) for entry in entries for event in entry.events]
    last = max((place for place, (_, kind) in enumerate(told) if kind in WAITED_FOR_FROM), default=None)
    if any(entry.action.get("type") == PUT_BACK for entry in entries):
        return None
    if last is None or told[last][1] != "turn_began":
        return None
    begun = next((entry.cause for entry, kind in told[last:] if kind == "phase_began"), None)
    return max((entry.written_at for entry in entries if entry.cause == begun), default=None)
