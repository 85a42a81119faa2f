"""Enigma Decoded: one move into or out of a space under attack."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine.ask import EnigmaChoice, EnigmaOptions
from engine.queries.notation import read_move
from engine.state.game_state import GameState
from engine.state.names import folded
from engine.state.questions import Request
from engine.state.words import route
from gamemaster.narration.phrases import brief_row, row, spaces_named
from gamemaster.narration.questions.offers import (
    MOST_OFFERS,
    Card,
    Offer,
    advantage_named,
    asked,
    default_first,
    offer_of,
)
from gamemaster.narration.questions.telling import QuestionTelling
from gamemaster.narration.questions.typed import NO
from gamemaster.narration.trying import is_accepted


def _line(state: GameState, request: Request) -> str:
    who, _ = asked(state, request)
    attacked = spaces_named(state, EnigmaOptions.of(request).attacked, "or")
    return (
        f"{who} may move units once ({advantage_named(state, request)}), into or out of an attacked space: {attacked}."
    )


def _card(state: GameState, request: Request) -> Card:
    moves = (move for move in _enigma_moves(request) if is_accepted(state, request, move))
    offers = [Offer("No move", "You keep the advantage for later", EnigmaChoice().to_json())]
    offers += [_offer(state, move) for move in islice(moves, MOST_OFFERS)]
    example = f", such as “{offers[1].label}”" if offers[1:] else ""
    text = f"{_line(state, request)} To choose another move, use /decide{example}."
    return text, default_first(offers, request.default)


def _offer(state: GameState, move: EnigmaChoice) -> Offer:
    way = route(state, (move.start, move.end))
    ways = ([f"{told(state, move.units)}: {way}"] for told in (row, brief_row))
    return offer_of(ways, "Once a game", move.to_json())


def _enigma_moves(request: Request) -> Iterator[EnigmaChoice]:
    """For each way, all units together, then all of one kind, then one of a kind."""
    for move in EnigmaOptions.of(request).moves:
        units = move.units
        groups = [dict(units), *({unit: count} for unit, count in units.items()), *({unit: 1} for unit in units)]
        for place_in_row, group in enumerate(groups):
            if group not in groups[:place_in_row]:
                yield EnigmaChoice(start=move.start, end=move.end, units=group)


def _read(state: GameState, _request: Request, text: str) -> EnigmaChoice:
    """ "2 infantry egypt > libya", or "none"."""
    if folded(text) in NO:
        return EnigmaChoice()
    order = read_move(state.edition, text)
    return EnigmaChoice(start=order["path"][0], end=order["path"][-1], units=order["units"])


TELLING = QuestionTelling(
    kind="enigma_decoded",
    line=_line,
    card=_card,
    read=_read,
    is_typed=True,
)
