"""Kaiten Torpedoes: how many submarines."""

from __future__ import annotations

import re
from itertools import product

from engine.ask import KaitenChoice, KaitenOptions
from engine.queries.notation import read_units
from engine.state.game_state import GameState
from engine.state.names import folded
from engine.state.questions import Request
from engine.state.words import place
from gamemaster.narration.phrases import row
from gamemaster.narration.questions.offers import Card, Offer, asked, default_first
from gamemaster.narration.questions.telling import QuestionTelling
from gamemaster.narration.questions.typed import NO

_AS_KAITEN = re.compile(r"\bas kaiten\b.*$", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")


def _line(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    units, where = row(state, KaitenOptions.of(request).submarines), place(state, request.space)
    return (
        f"{who} decide{ending} in {where} whether to use {units} for kaiten attacks: "
        "a submarine used this way fires better and is then lost."
    )


def _card(state: GameState, request: Request) -> Card:
    counts = KaitenOptions.of(request).submarines
    offers = []
    for numbers in product(*(range(count + 1) for count in counts.values())):
        chosen = {unit: n for unit, n in zip(counts, numbers, strict=True) if n}
        label = f"{row(state, chosen)} as kaiten" if chosen else "No kaiten"
        means = "Lost after firing" if chosen else "All fight as submarines"
        offers.append(Offer(label, means, KaitenChoice(chosen).to_json()))
    return _line(state, request), default_first(offers, request.default)


def _read(state: GameState, request: Request, text: str) -> KaitenChoice:
    """ "1 submarine", "1 submarine as kaiten", "1", "none"."""
    text = _AS_KAITEN.sub("", text)
    word = folded(text)
    if word in NO:
        return KaitenChoice({})
    if _NUMBER.fullmatch(word):
        return KaitenChoice({next(iter(KaitenOptions.of(request).submarines)): int(word)})
    return KaitenChoice(read_units(state.edition, text))


TELLING = QuestionTelling(
    kind="kaiten_torpedoes",
    line=_line,
    card=_card,
    read=_read,
)
