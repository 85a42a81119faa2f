"""Which submarines leave a battle, and which fight on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product

from engine.ask import SubmergeChoice, SubmergeOptions
from engine.errors import IllegalAction
from engine.facts.unit_types import UnitId
from engine.queries.notation import read_units
from engine.reading import read_number
from engine.state.game_state import GameState
from engine.state.names import folded
from engine.state.questions import Request
from engine.state.words import place
from gamemaster.narration.battles.rounds import round_title, sides_now
from gamemaster.narration.phrases import behind_your, row
from gamemaster.narration.questions.offers import Card, Offer, asked, default_first, described, named
from gamemaster.narration.questions.telling import QuestionTelling

_NOBODY = ("0", "none", "no", "nobody", "stay", "stay and fight", "fight")
SUBMERGE = re.compile(r"^\s*(?:submerge|dive)\b", re.IGNORECASE)


def _line(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    units = row(state, SubmergeOptions.of(request).submerge)
    return f"{who} decide{ending} in {place(state, request.space)}: {units} can submerge."


def _in_short(state: GameState, request: Request) -> str:
    return f"{named(state, request)}: submerge submarines, or fight"


def _card(state: GameState, request: Request) -> Card:
    offered = SubmergeOptions.of(request)
    counts = offered.submerge
    offers = []
    for chosen, stay in dives(counts):
        label = f"Submerge {row(state, chosen)}" if chosen else "Stay and fight"
        offers.append(
            Offer(label, described(f"In battle: {row(state, stay) or 'none'}"), SubmergeChoice(chosen).to_json())
        )
    where, units = round_title(state, request.space, offered.round), row(state, counts)
    sides = sides_now(state)
    text = f"{where}: your {behind_your(units)} can submerge now and leave the battle, or stay and fight. {sides}."
    return text, default_first(offers, request.default)


def dives(counts: Mapping[UnitId, int]) -> Iterator[tuple[dict[UnitId, int], dict[UnitId, int]]]:
    """All ways to submerge some of these units: those that do, and those that stay."""
    for numbers in product(*(range(count + 1) for count in counts.values())):
        chosen = {unit: n for unit, n in zip(counts, numbers, strict=True) if n}
        yield chosen, {unit: counts[unit] - chosen.get(unit, 0) for unit in counts}


def _read(state: GameState, request: Request, text: str) -> SubmergeChoice:
    return SubmergeChoice(read_dive(state, SubmergeOptions.of(request).submerge, text))


def read_dive(state: GameState, counts: Mapping[UnitId, int], text: str) -> dict[UnitId, int]:
    """ "submerge 2", "1 submarine", "all", "0"."""
    said = SUBMERGE.sub("", text).strip()
    word = folded(said)
    if word in _NOBODY:
        return {}
    if word == "all" or (not word and text):
        return dict(counts)
    if (number := read_number(word)) is not None:
        if len(counts) > 1:
            raise IllegalAction("form", "Name the units that submerge, such as “1 submarine”.")
        return {next(iter(counts)): number}
    return read_units(state.edition, said)


TELLING = QuestionTelling(
    kind="submerge",
    line=_line,
    card=_card,
    read=_read,
    in_short=_in_short,
    label="Submerge or fight",
)
