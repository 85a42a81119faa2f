"""Questions to the powers, and their answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.facts.board import PowerId
from engine.state.game_state import GameState
from engine.state.questions import JsonChoice, Request, RequestId
from engine.state.successors import with_values


@dataclass(frozen=True)
class RequestOpened:
    """A question to a power."""

    request: Request
    audience: str = "all"
    kind: Literal["request_opened"] = "request_opened"

    def evolve(self, state: GameState) -> GameState:
        return with_values(state, requests=(*state.requests, self.request))


@dataclass(frozen=True)
class RequestAnswered:
    """One power answered; the request stays open while others who answer with it have not (CMB-23)."""

    request: RequestId
    power: PowerId
    choice: JsonChoice
    audience: str = "all"
    kind: Literal["request_answered"] = "request_answered"

    def evolve(self, state: GameState) -> GameState:
        return replace(
            state,
            requests=tuple(
                replace(r, answers={**r.answers, self.power: self.choice}) if r.id == self.request else r
                for r in state.requests
            ),
        )


@dataclass(frozen=True)
class RequestClosed:
    """A question is settled by this choice."""

    request: RequestId
    choice: JsonChoice
    audience: str = "all"
    kind: Literal["request_closed"] = "request_closed"

    def evolve(self, state: GameState) -> GameState:
        return with_values(state, requests=tuple(r for r in state.requests if r.id != self.request))


Event = RequestOpened | RequestAnswered | RequestClosed
