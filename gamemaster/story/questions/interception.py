"""Who intercepts bombing raids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from engine.beside.notation import read_by_space
from engine.facts.unit_types import UnitId
from engine.table.names import folded
from engine.table.state import Choice, GameState, Request
from engine.table.words import listed, place
from gamemaster.story.phrases import row
from gamemaster.story.questions.asked import asked
from gamemaster.story.questions.offers import MOST_OFFERS, Card, Offer, default_first, label_of
from gamemaster.story.questions.telling import QuestionTelling

NOBODY = ("none", "no", "nobody", "nobody rises", "0")
ALL = ("all", "yes", "all rise")


def _line(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    raids = listed(_raid(state, space, raid) for space, raid in request.options["intercept"].items())
    return f"{who} decide{ending} whether fighters intercept: {raids}."


def _raid(state: GameState, space: str, raid: Mapping[str, Any]) -> str:
    """ "2 fighters in Germany against 2 bombers, 1 fighter"."""
    attackers = ", ".join(filter(None, (row(state, raid["raiders"]), row(state, raid["escorts"]))))
    return f"{row(state, raid['fighters'])} in {place(state, space)} against {attackers}"


def _card(state: GameState, request: Request) -> Card:
    found = [_offer(state, choice) for choice in islice(_choices(request), MOST_OFFERS + 1)]
    if not any(offer.choice == request.default for offer in found):
        found.insert(0, _offer(state, request.default))
    text = (
        f"{_line(state, request)} One round is fought before the raid; interceptors fight in no other battle this "
        "turn. Nobody sees an answer until all are in."
    )
    if len(found) > MOST_OFFERS:
        text += " More is possible: /decide takes any number, such as “germany: 1 fighter”."
    return text, default_first(found, request.default)


def _offer(state: GameState, choice: Choice) -> Offer:
    rising = choice.get("intercept", {})
    if not rising:
        return Offer("None", "All fighters stay out of the air battle", choice)
    parts = [f"{row(state, units)} in {place(state, space)}" for space, units in rising.items()]
    return Offer(label_of(parts), "Into the air battle, and no other", choice)


def _choices(request: Request) -> Iterator[Choice]:
    """All numbers of fighters of each territory, none first."""
    raids: Mapping[str, Mapping[str, Mapping[UnitId, int]]] = request.options["intercept"]
    places = [(space, unit, count) for space, raid in raids.items() for unit, count in raid["fighters"].items()]
    for numbers in product(*(range(count + 1) for _, _, count in places)):
        rising: dict[str, dict[UnitId, int]] = {}
        for (space, unit, _), number in zip(places, numbers, strict=True):
            if number:
                rising.setdefault(space, {})[unit] = number
        yield {"intercept": rising} if rising else {}


def _read(state: GameState, request: Request, text: str) -> Choice:
    """ "germany: 1 fighter; france: 2 fighters", "1 fighter in germany", "2 fighters" if one is raided, "all"."""
    raids: Mapping[str, Any] = request.options["intercept"]
    if folded(text) in NOBODY:
        return {}
    if folded(text) in ALL:
        return {"intercept": {space: dict(raid["fighters"]) for space, raid in raids.items()}}
    only = next(iter(raids)) if len(raids) == 1 else None
    return {"intercept": read_by_space(state.edition, text, "germany: 1 fighter", only)}


TELLING = QuestionTelling(
    kind="reaction",
    line=_line,
    card=_card,
    read=_read,
)
