"""What of a state whom is shown: orders of an open phase and sealed answers are for those alone who gave them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from engine import ask
from engine.ask import QUESTIONS, acting_powers
from engine.events import Event
from engine.events.questions import RequestAnswered
from engine.facts.board import PowerId
from engine.state.game_state import GameState
from engine.state.questions import Request


def at_phase_start(state: GameState) -> GameState:
    """The board without the orders of the open phase."""
    return ask.at_phase_start(state) if state.undo else state


def seen_by(state: GameState, powers: Collection[PowerId], answers_for: Collection[PowerId] | None = None) -> GameState:
    """The state as the player of these powers may see it, who may also answer for others (None: for nobody else)."""
    shown = state if state.power in powers else at_phase_start(state)
    if not any(request.answers for request in state.requests):
        return shown
    answering = powers if answers_for is None else answers_for
    return replace(shown, requests=tuple(_unsealed(request, answering) for request in state.requests))


def _unsealed(request: Request, powers: Collection[PowerId]) -> Request:
    """The question with the answers that may be seen; of the others not even that there are any.

    Else it would show who left a standing order: they have answered as soon as they are asked.
    """
    together = QUESTIONS[request.kind].answers_are_shared and not set(powers).isdisjoint(request.powers)
    answers = {power: choice for power, choice in request.answers.items() if together or power in powers}
    return replace(request, answers=answers)


def seen_by_all(state: GameState) -> GameState:
    """The state as everybody may see it."""
    return seen_by(state, ())


def acting_for_all(state: GameState) -> tuple[PowerId, ...]:
    """Who must act or choose now, as far as everybody may know: all who are asked together, until the last answers."""
    if not any(request.answers for request in state.requests):
        return acting_powers(state)
    return acting_powers(replace(state, requests=tuple(_unsealed(request, ()) for request in state.requests)))


def asked_together(state: GameState, request: Request) -> tuple[Request, ...]:
    """The open questions whose answers are revealed at once, with this one among them (ASY-01)."""
    if not QUESTIONS[request.kind].sealed:
        return (request,)
    return tuple(other for other in state.requests if other.kind == request.kind)


def told_to(
    events: Iterable[Event], powers: Collection[PowerId], answers_for: Collection[PowerId]
) -> tuple[Event, ...]:
    """The events that the player of these powers may hear of; of answers, only those of powers they answer for."""
    heard = (event for event in events if event.audience == "all" or event.audience in powers)
    return tuple(event for event in heard if not isinstance(event, RequestAnswered) or event.power in answers_for)
