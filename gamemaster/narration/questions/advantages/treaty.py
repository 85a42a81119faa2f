"""Nonaggression Treaty: units in one of several places, or none."""

from __future__ import annotations

from engine.state.game_state import GameState
from engine.state.questions import Request
from engine.state.words import place
from gamemaster.narration.phrases import row, spaces_named, the_power
from gamemaster.narration.questions.asked import advantage_named, named
from gamemaster.narration.questions.offers import Card, Offer, default_first
from gamemaster.narration.questions.telling import QuestionTelling
from gamemaster.narration.questions.typed import space_or_none


def _line(state: GameState, request: Request) -> str:
    who = named(state, request)
    spaces = request.options["spaces"]
    where = "there" if len(spaces) == 1 else "in one of them"
    attack = f"{the_power(state, state.power)} attacks {spaces_named(state, spaces)}"
    units = row(state, request.options["units"])
    return f"{who}: {attack}; {units} may appear {where} for free ({advantage_named(state, request)})."


def _card(state: GameState, request: Request) -> Card:
    units = row(state, request.options["units"])
    offers = [
        Offer(f"{units} in {place(state, space)}", "For free, before the battle", {"space": space})
        for space in request.options["spaces"]
    ]
    offers.append(Offer("None", f"{advantage_named(state, request)} is lost then", {}))
    return _line(state, request), default_first(offers, request.default)


TELLING = QuestionTelling(
    kind="nonaggression_treaty",
    line=_line,
    card=_card,
    read=space_or_none,
)
