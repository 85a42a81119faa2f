"""Names and counts for the sentences that players read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.facts.board import SpaceId
from engine.facts.edition import Edition
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Piece


def listed(parts: Iterable[str], last: str = "and") -> str:
    """ "a, b and c"."""
    names = list(parts)
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def counted(state: GameState, units: Mapping[UnitId, int]) -> str:
    """ "3 infantry and 1 tank", in the order of the unit table."""
    table = state.edition.unit
    return listed(table[unit].counted(units[unit]) for unit in table if units.get(unit))


def counts_of(pieces: Iterable[Piece]) -> dict[UnitId, int]:
    """How many pieces there are of each unit."""
    return dict(Counter(piece.unit for piece in pieces))


def pieces_in_words(state: GameState, pieces: Iterable[Piece]) -> str:
    """ "3 infantry and 1 tank" for these pieces."""
    return counted(state, counts_of(pieces))


def place(state: GameState, space: SpaceId) -> str:
    """The name of a space inside a sentence: "Ukraine", "the United Kingdom", "sea zone 5"."""
    return state.edition.board.called(space)


_OF_SEVERAL = {"is": "are", "was": "were", "has": "have", "goes": "go"}


def place_and(verb: str, state: GameState, space: SpaceId) -> str:
    """The name of a space with what it does, inside a sentence: "Ukraine is", "the Philippines are", "Malaya holds"."""
    several = state.edition.board.is_plural(space)
    return f"{place(state, space)} {_OF_SEVERAL.get(verb, verb.removesuffix('s')) if several else verb}"


def label(state: GameState, space: SpaceId) -> str:
    """The name of a space in a list or before a colon, without an article: "United Kingdom", "sea zone 5"."""
    return place(state, space).removeprefix("the ")


def route(state: GameState, path: Iterable[SpaceId]) -> str:
    """ "Caucasus to Ukraine to the Balkans"."""
    start, *way = path
    return " to ".join([label(state, start), *(place(state, space) for space in way)])


def first_upper(text: str) -> str:
    """The text with a capital letter, as at the start of a sentence."""
    return text[:1].upper() + text[1:]


def number(count: int, one: str, many: str = "") -> str:
    """ "1 move", "3 moves"; `many` where the plural takes more than an s, as in "2 dice"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def ipcs(amount: int) -> str:
    """ "12 IPCs"."""
    return number(amount, "IPC")


def with_article(name: str) -> str:
    """ "a tank", "an aircraft carrier"."""
    return f"{'an' if name[:1].lower() in 'aeio' else 'a'} {name}"


def whose(name: str) -> str:
    """ "Japan's", "the United States'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def called(edition: Edition, word: str) -> tuple[UnitId, ...]:
    """The facilities for which players have one word: "industrial_complex" is a minor or a major one (UNI-36)."""
    lines = ((unit.id, unit.facility) for unit in edition.units if unit.facility)
    return tuple(unit for unit, line in lines if line.word == word and line.upgrade is None)


def phase_name(phase: str) -> str:
    """The words for a phase: "combat move"."""
    return phase.replace("_", " ")
