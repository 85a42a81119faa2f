"""Typed answers to who rises: "2 fighters from japan into sz6; intercept 1 fighter in korea"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.ask import full_scrambles
from engine.beside.notation import read_by_space, read_placed
from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.table.names import find_space, folded
from engine.table.questions import Choice, Request
from engine.table.state import GameState
from engine.table.words import listed, place

NOBODY = ("none", "no", "nobody", "nobody rises", "0")
ALL = ("all", "yes", "all rise")
EXAMPLE = "2 fighters from japan into sz6"
_VERB = re.compile(r"^(scramble|intercept)s?\b[: ]*", re.IGNORECASE)
_PREPOSITION = re.compile(r"(?:^|(?<=\s))(?:from|into|to|in|at)(?=\s)|[-=–]*>|→|:", re.IGNORECASE)

Scramble = dict[SpaceId, dict[SpaceId, dict[UnitId, int]]]


def read_rising(state: GameState, request: Request, text: str) -> Choice:
    """The choice that a typed answer means; raises IllegalAction (`form`, `units`, `space`).

    Interceptors: "germany: 1 fighter; france: 2 fighters", "2 fighters" if one territory is raided, "all".
    """
    raids, zones = request.options["intercept"], request.options.get("scramble", {})
    if folded(text) in NOBODY:
        return {}
    if folded(text) in ALL:
        return _all(state, request)
    if not zones:
        return _intercepting(state, request, text)
    choice: Choice = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        verb = _VERB.match(part)
        said = part[verb.end() :] if verb else part
        if verb and verb[1].lower() == "intercept":
            choice.setdefault("intercept", {}).update(_intercepting(state, request, said)["intercept"])
        elif verb or not raids or _names_a_zone(state, said):
            zone, base, units = _scramble(state, zones, said)
            choice.setdefault("scramble", {}).setdefault(zone, {})[base] = units
        else:
            raise IllegalAction("form", f"Say “intercept” or “scramble” first, such as “scramble {EXAMPLE}”.")
    return choice


def _all(state: GameState, request: Request) -> Choice:
    """All fighters against raids, and all that can scramble where one sea zone alone is in question."""
    rising = {space: dict(raid["fighters"]) for space, raid in request.options["intercept"].items()}
    zones = request.options.get("scramble", {})
    if zones and (rising or len(zones) > 1):
        raise IllegalAction("form", f"Say who rises from where, such as “scramble {EXAMPLE}”.")
    return {"scramble": next(iter(full_scrambles(state, request)))} if zones else {"intercept": rising}


def _intercepting(state: GameState, request: Request, text: str) -> Choice:
    raids = request.options["intercept"]
    only = next(iter(raids)) if len(raids) == 1 else None
    return {"intercept": read_by_space(state.edition, text, "germany: 1 fighter", only)}


def _names_a_zone(state: GameState, text: str) -> bool:
    return any(_zone_of(state, word) for word in _PREPOSITION.split(text))


def _zone_of(state: GameState, text: str) -> bool:
    try:
        return state.edition.board.is_sea(find_space(state.edition, text))
    except IllegalAction:
        return False


def _scramble(state: GameState, zones: Mapping[SpaceId, Any], text: str) -> tuple[SpaceId, SpaceId, dict[UnitId, int]]:
    """Zone, base and aircraft; a place that is not named is the only one that it could be."""
    before, colon, behind = text.partition(":")
    units, rest = read_placed(state.edition, behind if colon else text)
    words = [*([before] if colon else []), *_PREPOSITION.split(f" {rest}")]
    named = [find_space(state.edition, word) for word in map(str.strip, words) if word]
    board = state.edition.board
    at_sea, on_land = ([space for space in named if is_it(space)] for is_it in (board.is_sea, board.is_land))
    bases = {base: zone for zone, each in zones.items() for base in each}
    beside = [zone for zone in zones if not on_land or on_land[0] in zones[zone]]
    zone = _only(state, at_sea, beside or zones, "into which sea zone")
    base = _only(state, on_land, zones.get(zone, bases), "from where")
    return zone, base, units


def _only(state: GameState, named: list[SpaceId], possible: Iterable[SpaceId], question: str) -> SpaceId:
    could_be = list(possible)
    if len(named) == 1 or (not named and len(could_be) == 1):
        return (named or could_be)[0]
    names = listed((place(state, space) for space in could_be), "or")
    raise IllegalAction("form", f"Say {question} they scramble: {names}, such as “{EXAMPLE}”.")
