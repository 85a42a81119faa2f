"""Where aircraft land that lost their carrier, or their territory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product

from engine.beside.notation import read_by_space
from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.table.questions import Choice, Request
from engine.table.state import GameState
from engine.table.words import place
from gamemaster.story.phrases import row, spaces_named
from gamemaster.story.questions.asked import asked
from gamemaster.story.questions.offers import MOST_OFFERS, Card, Offer, default_first, label_of
from gamemaster.story.questions.telling import QuestionTelling


def _line(state: GameState, request: Request) -> str:
    who, _ = asked(state, request)
    units = row(state, request.options["units"])
    places = spaces_named(state, request.options["places"], "or")
    why = "without a carrier over" if state.edition.board.is_sea(request.space) else "driven out of"
    return f"{who}: {units} {why} {place(state, request.space)} must land in {places}."


def _card(state: GameState, request: Request) -> Card:
    offers = [_landing(state, request, choice) for choice in islice(_landings(request), MOST_OFFERS + 1)]
    if not any(offer.choice == request.default for offer in offers):
        offers.insert(0, _landing(state, request, request.default))
    where, units = place(state, request.space), row(state, request.options["units"])
    why = f"over {where} lost their carrier" if state.edition.board.is_sea(request.space) else f"lost {where}"
    text = f"Your {units} {why} and must land within 1 space."
    if len(offers) > MOST_OFFERS:
        text += " More is possible: /decide takes any landing, such as “japan: 1 fighter”."
    return text, default_first(offers, request.default)


def _landing(state: GameState, request: Request, choice: Choice) -> Offer:
    parts = [f"{row(state, units)} in {place(state, space)}" for space, units in choice.items()]
    where = "On another carrier of the sea zone" if set(choice) == {request.space} else "Within 1 space"
    return Offer(label_of(parts), where, choice)


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
