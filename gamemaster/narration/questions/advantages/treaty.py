"""Nonaggression Treaty: units in one of several places, or none."""

from __future__ import annotations

from engine.ask import TreatyChoice, TreatyOptions
from engine.state.game_state import GameState
from engine.state.names import folded
from engine.state.questions import Request
from engine.state.words import place
from gamemaster.narration.phrases import row, spaces_named, the_power
from gamemaster.narration.questions.offers import Card, Offer, advantage_named, default_first, named
from gamemaster.narration.questions.telling import QuestionTelling
from gamemaster.narration.questions.typed import NO, YES, space_typed


def _line(state: GameState, request: Request) -> str:
    who = named(state, request)
    offered = TreatyOptions.of(request)
    spaces = offered.spaces
    where = "there" if len(spaces) == 1 else "in one of them"
    attack = f"{the_power(state, state.power)} attacks {spaces_named(state, spaces)}"
    units = row(state, offered.units)
    return f"{who}: {attack}; {units} may appear {where} for free ({advantage_named(state, request)})."


def _card(state: GameState, request: Request) -> Card:
    offered = TreatyOptions.of(request)
    units = row(state, offered.units)
    offers = [
        Offer(f"{units} in {place(state, space)}", "For free, before the battle", TreatyChoice(space=space).to_json())
        for space in offered.spaces
    ]
    offers.append(Offer("No units", f"You then lose {advantage_named(state, request)}", TreatyChoice().to_json()))
    return _line(state, request), default_first(offers, request.default)


def _read(state: GameState, request: Request, text: str) -> TreatyChoice:
    """ "buryatia", "4 infantry in buryatia", or "none"; "yes" for the default."""
    if folded(text) in NO:
        return TreatyChoice()
    return TreatyChoice.of(request.default) if folded(text) in YES else TreatyChoice(space=space_typed(state, text))


TELLING = QuestionTelling(
    kind="nonaggression_treaty",
    line=_line,
    card=_card,
    read=_read,
)
