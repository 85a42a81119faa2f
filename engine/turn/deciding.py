"""Answering a question that is open."""

from __future__ import annotations

from typing import Literal

from engine.errors import IllegalAction, StaleDecision
from engine.facts.board import PowerId, SpaceId
from engine.kinds import After, Order, OrderKind
from engine.play import Play
from engine.questions import QUESTIONS
from engine.state.game_state import GameState
from engine.state.questions import Request, Word
from engine.state.words import listed
from engine.turn.course import find_step


class Decide(Order):
    """Answer an open request, named by its id or by kind (with power and space where several are open)."""

    type: Literal["decide"]
    request: str | None = None
    kind: str | None = None
    space: SpaceId | None = None
    choice: dict[str, object] | Word


def decide(play: Play, order: Decide) -> None:
    """Let a power answer; raises StaleDecision, IllegalAction."""
    request, power = find_request(play.state, order)
    find_step(play)
    QUESTIONS[request.kind].answer(play, request, power, order.choice)


def find_request(state: GameState, order: Decide) -> tuple[Request, PowerId]:
    """The open request that an answer is for, and who answers.

    Raises StaleDecision where the named request is closed, IllegalAction (`request`, `power`) otherwise.
    """
    if order.request is not None:
        request = state.request(order.request)
        if request is None:
            raise StaleDecision("That question is closed.")
        return request, _who_answers(state, request, order)
    fitting = [
        request
        for request in state.requests
        if order.kind in (None, request.kind)
        and order.space in (None, request.space)
        and (order.power is None or order.power in request.powers)
    ]
    if not fitting:
        raise IllegalAction("request", "There is no such question now.")
    if len(fitting) > 1:
        raise IllegalAction("request", "Several such questions are open. Name the power, the space or the request.")
    return fitting[0], _who_answers(state, fitting[0], order)


def _who_answers(state: GameState, request: Request, order: Decide) -> PowerId:
    waiting = [power for power in request.powers if power not in request.answers]
    power = order.power or (waiting[0] if waiting else request.powers[0])
    if power not in request.powers:
        names = listed(state.edition.power[p].called for p in request.powers)
        raise IllegalAction("power", f"This question is for {names}.")
    return power


DECIDE = OrderKind(Decide, decide, After.GAME_GOES_ON)
