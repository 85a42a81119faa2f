"""Typed answers to who rises: "2 fighters from japan into sz6; intercept 1 fighter in korea"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.ask import Counts, ReactionChoice, ReactionOptions, full_scrambles, rising_choice
from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.queries.notation import read_by_space, read_placed
from engine.state.game_state import GameState
from engine.state.names import find_space, folded, parts_of
from engine.state.questions import Request
from engine.state.words import label, listed, place

NOBODY = ("none", "no", "nobody", "nobody rises", "nobody takes off", "nobody scrambles", "nobody intercepts", "0")
ALL = ("all", "yes", "all rise")
_VERB = re.compile(r"^(scramble|intercept)s?\b[: ]*", re.IGNORECASE)
_PREPOSITION = re.compile(r"(?:^|(?<=\s))(?:from|into|to|in|at)(?=\s)|[-=–]*>|→|:", re.IGNORECASE)

Risers = tuple[SpaceId, SpaceId, dict[UnitId, int]]
"""Aircraft that scramble into a sea zone, from a base."""


def read_rising(state: GameState, request: Request, text: str) -> ReactionChoice:
    """What a typed answer means; raises IllegalAction (`form`, `units`, `space`).

    Interceptors: "germany: 1 fighter; france: 2 fighters", "2 fighters" if one territory is raided, "all".
    """
    offered = ReactionOptions.of(request)
    if folded(text) in NOBODY:
        return ReactionChoice()
    if folded(text) in ALL:
        return _all(state, request)
    if not offered.scramble:
        return ReactionChoice(intercept=_intercepting(state, request, text))
    fighters: dict[SpaceId, Counts] = {}
    risers: dict[SpaceId, dict[SpaceId, Counts]] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        verb = _VERB.match(part)
        said = part[verb.end() :] if verb else part
        if verb and verb[1].lower() == "intercept":
            fighters |= _intercepting(state, request, said)
        elif verb or not offered.intercept or _names_a_zone(state, said):
            for zone, base, units in _scrambles(state, request, said):
                there = risers.setdefault(zone, {}).setdefault(base, {})
                there |= {unit: there.get(unit, 0) + count for unit, count in units.items()}
        else:
            raise IllegalAction(
                "form", f"Say “intercept” or “scramble” first, such as “scramble {example(state, request)}”."
            )
    return rising_choice(fighters, risers)


def example(state: GameState, request: Request) -> str:
    """An answer that is possible: "1 fighter from Japan into sz6", "Germany: 1 fighter"."""
    scrambles = ReactionOptions.of(request).scramble
    if not scrambles:
        return _interception(state, request)
    zone, bases = next(iter(scrambles.items()))
    base, units = next(iter(bases.items()))
    return f"1 {state.edition.unit[next(iter(units))].name} from {place(state, base)} into {zone}"


def _interception(state: GameState, request: Request) -> str:
    space, raid = next(iter(ReactionOptions.of(request).intercept.items()))
    return f"{label(state, space)}: 1 {state.edition.unit[next(iter(raid.fighters))].name}"


def _all(state: GameState, request: Request) -> ReactionChoice:
    """All fighters against raids, and all that can scramble where one sea zone alone is in question."""
    offered = ReactionOptions.of(request)
    rising, zones = {space: dict(raid.fighters) for space, raid in offered.intercept.items()}, offered.scramble
    if zones and (rising or len(zones) > 1):
        raise IllegalAction(
            "form", f"Say which aircraft take off from where, such as “scramble {example(state, request)}”."
        )
    if not zones:
        return ReactionChoice(intercept=rising)
    return ReactionChoice(scramble=next(iter(full_scrambles(state, offered))))


def _intercepting(state: GameState, request: Request, text: str) -> dict[SpaceId, Counts]:
    raids = ReactionOptions.of(request).intercept
    only = next(iter(raids)) if len(raids) == 1 else None
    return read_by_space(state.edition, text, _interception(state, request), only)


def _names_a_zone(state: GameState, text: str) -> bool:
    return any(_zone_of(state, word) for word in _PREPOSITION.split(text))


def _zone_of(state: GameState, text: str) -> bool:
    try:
        return state.edition.board.is_sea(find_space(state.edition, text))
    except IllegalAction:
        return False


def _scrambles(state: GameState, request: Request, text: str) -> list[Risers]:
    """ "2 fighters from japan, 1 fighter from korea into sz6", "sz6: 2 fighters japan, 1 fighter korea".

    Aircraft without a sea zone go into the one named for the next.
    """
    before, colon, behind = text.partition(":")
    found: list[Risers] = []
    at_sea: list[SpaceId] = []
    for units, rest in reversed(_groups(state, behind if colon else text)):
        words = [*([before] if colon else []), *_PREPOSITION.split(f" {rest}")]
        named = [find_space(state.edition, word) for word in map(str.strip, words) if word]
        board = state.edition.board
        at_sea = [space for space in named if board.is_sea(space)] or at_sea
        zone, base = _course(state, request, at_sea, [space for space in named if board.is_land(space)])
        found.insert(0, (zone, base, units))
    return found


def _groups(state: GameState, text: str) -> list[tuple[dict[UnitId, int], str]]:
    """Aircraft between commas, all up to a place together, with the words that name the place."""
    found: list[tuple[dict[UnitId, int], str]] = []
    waiting: dict[UnitId, int] = {}
    for entry in parts_of(text):
        units, rest = read_placed(state.edition, entry)
        waiting |= {unit: waiting.get(unit, 0) + count for unit, count in units.items()}
        if rest:
            found.append((waiting, rest))
            waiting = {}
    return [*found, (waiting, "")] if waiting else found


def _course(
    state: GameState, request: Request, at_sea: list[SpaceId], on_land: list[SpaceId]
) -> tuple[SpaceId, SpaceId]:
    """Zone and base; a place that is not named is the only one that it could be."""
    zones = ReactionOptions.of(request).scramble
    bases = {base: zone for zone, each in zones.items() for base in each}
    beside = [zone for zone in zones if not on_land or on_land[0] in zones[zone]]
    zone = _only(state, request, at_sea, beside or zones, "into which sea zone")
    base = _only(state, request, on_land, zones.get(zone, bases), "from where")
    return zone, base


def _only(
    state: GameState, request: Request, named: list[SpaceId], possible: Iterable[SpaceId], question: str
) -> SpaceId:
    could_be = list(possible)
    if len(named) == 1 or (not named and len(could_be) == 1):
        return (named or could_be)[0]
    names = listed((place(state, space) for space in could_be), "or")
    raise IllegalAction("form", f"Say {question} they scramble: {names}, such as “{example(state, request)}”.")
