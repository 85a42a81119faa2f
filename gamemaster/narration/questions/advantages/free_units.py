"""Whether units are placed that an advantage gives for free."""

from __future__ import annotations

from engine.ask import FreeUnitsOptions, UseChoice
from engine.errors import IllegalAction
from engine.state.game_state import GameState
from engine.state.names import folded
from engine.state.questions import Request, RequestKind
from engine.state.words import place
from gamemaster.narration.phrases import row
from gamemaster.narration.questions.offers import Card, Offer, advantage_named, asked, default_first
from gamemaster.narration.questions.telling import QuestionTelling
from gamemaster.narration.questions.typed import NO, YES


def _line(state: GameState, request: Request) -> str:
    who, _ = asked(state, request)
    units, where = row(state, FreeUnitsOptions.of(request).units), place(state, request.space)
    return f"{who} may place {units} in {where} for free ({advantage_named(state, request)})."


def _card(state: GameState, request: Request) -> Card:
    units = row(state, FreeUnitsOptions.of(request).units)
    offers = [
        Offer(f"Place {units}", "For free", UseChoice(use=True).to_json()),
        Offer("Place nothing", "Not this time", UseChoice().to_json()),
    ]
    return _line(state, request), default_first(offers, request.default)


def _read(_state: GameState, _request: Request, text: str) -> UseChoice:
    word = folded(text)
    if word in NO:
        return UseChoice()
    if word.split(" ")[0] in YES:
        return UseChoice(use=True)
    raise IllegalAction("form", "Answer yes or no.")


def about_free_units(kind: RequestKind) -> QuestionTelling:
    """The telling of a question whether to place them."""
    return QuestionTelling(kind, _line, _card, _read)
