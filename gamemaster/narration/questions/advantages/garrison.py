"""Colonial Garrison: where an additional complex stands."""

from __future__ import annotations

from engine.ask import GarrisonChoice, GarrisonOptions, complex_kind
from engine.errors import IllegalAction
from engine.state.game_state import GameState
from engine.state.names import folded
from engine.state.questions import Request
from engine.state.words import listed, number, place
from gamemaster.narration.phrases import heading
from gamemaster.narration.questions.offers import Card, Offer, advantage_named, asked, default_first
from gamemaster.narration.questions.telling import QuestionTelling
from gamemaster.narration.questions.typed import NO, YES, space_typed


def _line(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    return (
        f"{who} choose{ending} where to put the additional {complex_kind(state)} ({advantage_named(state, request)})."
    )


def _card(state: GameState, request: Request) -> Card:
    values = state.edition.board.territory
    offers = [
        Offer(
            heading(state, space),
            f"Places {number(values[space].ipc, 'unit')} a turn",
            GarrisonChoice(space=space).to_json(),
        )
        for space in GarrisonOptions.of(request).spaces
    ]
    return _line(state, request), default_first(offers, request.default)


def _read(state: GameState, request: Request, text: str) -> GarrisonChoice:
    """ "india", or "yes" for the default."""
    if folded(text) in NO:
        names = listed((place(state, space) for space in GarrisonOptions.of(request).spaces), "or")
        raise IllegalAction("OPT-33", f"Name the territory that gets the complex: {names}.")
    return GarrisonChoice.of(request.default) if folded(text) in YES else GarrisonChoice(space=space_typed(state, text))


TELLING = QuestionTelling(
    kind="colonial_garrison",
    line=_line,
    card=_card,
    read=_read,
)
