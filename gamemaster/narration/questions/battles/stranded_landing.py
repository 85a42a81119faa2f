"""Where aircraft land that lost their carrier, or their territory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.queries.notation import read_by_space
from engine.state.game_state import GameState
from engine.state.questions import Choice, Request
from engine.state.words import place
from gamemaster.narration.phrases import brief_row, row, spaces_named
from gamemaster.narration.questions.asked import named
from gamemaster.narration.questions.offers import Card, Offer, offer_of, usual_and_others
from gamemaster.narration.questions.telling import QuestionTelling


def _line(state: GameState, request: Request) -> str:
    who = named(state, request)
    units = row(state, request.options["units"])
    places = spaces_named(state, request.options["places"], "or")
    why = "without a carrier over" if state.edition.board.is_sea(request.space) else "driven out of"
    return f"{who}: {units} {why} {place(state, request.space)} must land in {places}."


def _card(state: GameState, request: Request) -> Card:
    others = (_landing(state, request, choice) for choice in _landings(request))
    offers, is_more = usual_and_others(_landing(state, request, request.default), others)
    where, units = place(state, request.space), row(state, request.options["units"])
    why = f"over {where} lost their carrier" if state.edition.board.is_sea(request.space) else f"lost {where}"
    text = f"Your {units} {why} and must land within 1 space."
    if is_more:
        some = {next(iter(request.options["places"])): {next(iter(request.options["units"])): 1}}
        example = _landing(state, request, some).label
        text += f" To choose another landing, use /decide, such as “{example}”."
    return text, offers


def _landing(state: GameState, request: Request, choice: Choice) -> Offer:
    rows = (row, brief_row)
    ways = ([f"{told(state, units)} in {place(state, space)}" for space, units in choice.items()] for told in rows)
    where = "On another carrier of the sea zone" if set(choice) == {request.space} else "Within 1 space"
    return offer_of(ways, where, choice)


def _landings(request: Request) -> Iterator[Choice]:
    """All ways to land as many aircraft as can be saved."""
    places: Mapping[SpaceId, int] = request.options["places"]
    most = sum(sum(units.values()) for units in request.default.values())

    def share(spaces: tuple[SpaceId, ...], left: dict[str, int], saved: int) -> Iterator[Choice]:
        if not spaces:
            if saved == most:
                yield {}
            return
        space, *others = spaces
        for numbers in product(*(range(count, -1, -1) for count in left.values())):
            here = {unit: n for unit, n in zip(left, numbers, strict=True) if n}
            if sum(numbers) <= places[space]:
                rest = {unit: count - here.get(unit, 0) for unit, count in left.items()}
                for choice in share(tuple(others), rest, saved + sum(numbers)):
                    yield {space: here, **choice} if here else choice

    return share(tuple(places), dict(request.options["units"]), 0)


def _read(state: GameState, _request: Request, text: str) -> Choice:
    """ "japan: 1 fighter; sea zone 5: 1 fighter", or "1 fighter to japan"."""
    example = "japan: 1 fighter"
    choice = read_by_space(state.edition, text, example)
    if not choice:
        raise IllegalAction("form", f"Say where the aircraft land, such as “{example}”.")
    return dict(choice)


TELLING = QuestionTelling(
    kind="stranded_landing",
    line=_line,
    card=_card,
    read=_read,
    is_typed=True,
)
