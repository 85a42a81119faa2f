"""What a seat may see of a game: neither orders of an open phase of others nor what they answered under seal."""

from __future__ import annotations

from dataclasses import replace

from engine import GameState, ask
from engine.facts.board import PowerId
from engine.state.questions import Request


def seen_by(state: GameState, power: PowerId) -> GameState:
    """The position as the seat of a power sees it."""
    shown = ask.at_phase_start(state) if state.undo and state.power != power else state
    if not any(request.answers for request in state.requests):
        return shown
    return replace(shown, requests=tuple(_unsealed(request, power) for request in state.requests))


def _unsealed(request: Request, power: PowerId) -> Request:
    together = ask.QUESTIONS[request.kind].answers_are_shared and power in request.powers
    answers = {owner: said for owner, said in request.answers.items() if together or owner == power}
    return replace(request, answers=answers)
