"""Questions of national advantages that can only be answered with yes or no."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.events.questions import RequestClosed
from engine.facts.board import SpaceId
from engine.play import Play
from engine.requests import open_request
from engine.state.questions import Choice, Request, RequestKind


def ask_whether(play: Play, kind: RequestKind, space: SpaceId, moment: str) -> None:
    """Ask the power of an advantage whether it places the free units there; without an answer it does (ASY-35)."""
    advantage = play.edition.advantage[kind]
    options = {"units": dict(advantage.units)}
    open_request(play, kind, space, (advantage.power,), options, {"use": True}, moment)


def says_yes(play: Play, request: Request, choice: Choice | str) -> bool:
    """Close such a question, and tell what was answered; raises IllegalAction (`form`)."""
    if choice in ("default", "agree"):
        choice = request.default
    if choice != {} and choice != {"use": True} and choice != {"use": False}:
        raise IllegalAction("form", "Answer {“use”: true} to use the advantage, or {} not to.")
    play.emit(RequestClosed(request.id, choice))
    return choice == {"use": True}
