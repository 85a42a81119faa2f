"""Where aircraft land that lost their carrier, or their territory."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.ask import StrandedChoice, StrandedOptions
from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.queries.notation import read_by_space
from engine.state.game_state import GameState
from engine.state.questions import Request
from engine.state.words import place
from gamemaster.narration.phrases import behind_your, brief_row, row, spaces_named
from gamemaster.narration.questions.offers import Card, Offer, named, offer_of, usual_and_others
from gamemaster.narration.questions.telling import QuestionTelling

Landing = dict[SpaceId, dict[UnitId, int]]


def _line(state: GameState, request: Request) -> str:
    who = named(state, request)
    offered = StrandedOptions.of(request)
    places = spaces_named(state, offered.places, "or")
    return f"{who}: {row(state, offered.units)} {_from_where(state, request)} must land in {places}."


def _from_where(state: GameState, request: Request) -> str:
    how = "without a carrier over" if state.edition.board.is_sea(request.space) else "driven out of"
    return f"{how} {place(state, request.space)}"


def _card(state: GameState, request: Request) -> Card:
    offered, default = StrandedOptions.of(request), StrandedChoice.of(request.default).root
    others = (_landing(state, request, landing) for landing in _landings(offered, default))
    offers, is_more = usual_and_others(_landing(state, request, default), others)
    units = behind_your(row(state, offered.units))
    text = f"Your {units} {_from_where(state, request)} must land within 1 space."
    if is_more:
        some = {next(iter(offered.places)): {next(iter(offered.units)): 1}}
        example = _landing(state, request, some).label
        text += f" To choose another landing, use /decide, such as “{example}”."
    return text, offers


def _landing(state: GameState, request: Request, landing: Landing) -> Offer:
    rows = (row, brief_row)
    ways = ([f"{told(state, units)} in {place(state, space)}" for space, units in landing.items()] for told in rows)
    where = "On another carrier of the sea zone" if set(landing) == {request.space} else "Within 1 space"
    return offer_of(ways, where, StrandedChoice(landing).to_json())


def _landings(offered: StrandedOptions, default: Landing) -> Iterator[Landing]:
    """All ways to land as many aircraft as can be saved."""
    places = offered.places
    most = sum(sum(units.values()) for units in default.values())

    def share(spaces: tuple[SpaceId, ...], left: dict[str, int], saved: int) -> Iterator[Landing]:
        if not spaces:
            if saved == most:
                yield {}
            return
        space, *others = spaces
        for numbers in product(*(range(count, -1, -1) for count in left.values())):
            here = {unit: n for unit, n in zip(left, numbers, strict=True) if n}
            if sum(numbers) <= places[space]:
                rest = {unit: count - here.get(unit, 0) for unit, count in left.items()}
                for landing in share(tuple(others), rest, saved + sum(numbers)):
                    yield {space: here, **landing} if here else landing

    return share(tuple(places), dict(offered.units), 0)


def _read(state: GameState, _request: Request, text: str) -> StrandedChoice:
    """ "japan: 1 fighter; sea zone 5: 1 fighter", or "1 fighter to japan"."""
    example = "japan: 1 fighter"
    landing = read_by_space(state.edition, text, example)
    if not landing:
        raise IllegalAction("form", f"Say where the aircraft land, such as “{example}”.")
    return StrandedChoice(landing)


TELLING = QuestionTelling(
    kind="stranded_landing",
    line=_line,
    card=_card,
    read=_read,
    is_typed=True,
)
