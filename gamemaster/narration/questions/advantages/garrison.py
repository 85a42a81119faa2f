"""Colonial Garrison: where an additional complex stands."""

from __future__ import annotations

from engine.ask import complex_kind
from engine.state.game_state import GameState
from engine.state.questions import Request
from engine.state.words import number
from gamemaster.narration.phrases import heading
from gamemaster.narration.questions.asked import advantage_named, asked
from gamemaster.narration.questions.offers import Card, Offer, default_first
from gamemaster.narration.questions.telling import QuestionTelling
from gamemaster.narration.questions.typed import space_or_none


def _line(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    return (
        f"{who} choose{ending} where to put the additional {complex_kind(state)} ({advantage_named(state, request)})."
    )


def _card(state: GameState, request: Request) -> Card:
    values = state.edition.board.territory
    offers = [
        Offer(heading(state, space), f"Places {number(values[space].ipc, 'unit')} a turn", {"space": space})
        for space in request.options["spaces"]
    ]
    return _line(state, request), default_first(offers, request.default)


TELLING = QuestionTelling(
    kind="colonial_garrison",
    line=_line,
    card=_card,
    read=space_or_none,
)
