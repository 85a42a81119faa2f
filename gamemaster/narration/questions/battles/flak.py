"""Which raiders fall to the guns of the facility that they bomb."""

from __future__ import annotations

from itertools import product

from engine.ask import FlakChoice, FlakOptions
from engine.queries.notation import read_units
from engine.state.game_state import GameState
from engine.state.questions import Request
from engine.state.words import number, place
from gamemaster.narration.phrases import row
from gamemaster.narration.questions.offers import Card, Offer, asked, default_first, described, named
from gamemaster.narration.questions.telling import QuestionTelling


def _line(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    return f"{who} choose{ending} in {place(state, request.space)}: {_hit(state, request)}."


def _hit(state: GameState, request: Request) -> str:
    offered = FlakOptions.of(request)
    guns, units = state.edition.unit[offered.facility].name, row(state, offered.units)
    return f"the guns of the {guns} scored {number(offered.hits, 'hit')} on {units}"


def _in_short(state: GameState, request: Request) -> str:
    return f"{named(state, request)}: which raiders are lost"


def _card(state: GameState, request: Request) -> Card:
    offered, offers = FlakOptions.of(request), []
    there = offered.units
    for numbers in product(*(range(count + 1) for count in there.values())):
        lost = {unit: n for unit, n in zip(there, numbers, strict=True) if n}
        if sum(numbers) == offered.hits:
            left = {unit: count - lost.get(unit, 0) for unit, count in there.items()}
            choice = FlakChoice(units=lost).to_json()
            offers.append(Offer(row(state, lost), described(f"Left to bomb: {row(state, left)}"), choice))
    text = f"In {place(state, request.space)} {_hit(state, request)}. Which do you lose?"
    return text, default_first(offers, request.default)


def _read(state: GameState, _request: Request, text: str) -> FlakChoice:
    return FlakChoice(units=read_units(state.edition, text))


TELLING = QuestionTelling(
    kind="flak",
    line=_line,
    card=_card,
    read=_read,
    in_short=_in_short,
    label="Choose losses",
    is_typed=True,
)
