"""One line of text for units, orders and positions, and back.

Units: "3 infantry, 1 tank"; of moves and placements also "all infantry" or "all". A move: "3 infantry, 1 tank:
germany > eastern_europe". Positions: "germany: 2 infantry; japan: 1 fighter". Names and order may be typed freely ("3
inf 1 tank eastern europe to ukraine", "russia: infantry 2"); what is written uses the ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Literal, TypedDict

from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.facts.edition import Edition
from engine.facts.unit_types import UnitId, UnitType
from engine.quoting import quoted
from engine.state.names import find_space, find_unit, space_names, spelled_out, unit_names

Counts = dict[UnitId, int]


class MoveAction(TypedDict):
    """The keys of every order to move."""

    type: Literal["move"]
    units: Counts
    path: list[SpaceId]


LONGEST_LINE = 600
"""Characters of one order: all units of a board by their full names, and ten places."""

_ARROW = re.compile(r" ?(?:[-=–]*>|→) ?| to ", re.IGNORECASE)
ALL, ANY_UNIT = -1, ""
"""“All” in place of a number, and what stands in place of a unit where no kind is named."""
_OF_THEM = r"(?: of)?(?: the| my| our)?"
_NUMBER = re.compile(rf"(?:([0-9]{{1,6}}) ?x?|(?:all|every){_OF_THEM}) ", re.IGNORECASE)
_SAYS_ALL = re.compile(r"\b(?:all|every|everything)\b", re.IGNORECASE)
_EVERYTHING = re.compile(rf"(?:everything|all(?:{_OF_THEM} units)?)(?=[ ,;:>]|$)", re.IGNORECASE)
_NUMBER_BEHIND = re.compile(r" ?x?([0-9]{1,6})(?= |[,;:]|$)", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;:]+")
_BEFORE_PLACE = re.compile(r"^(?:from|in|into|to|at|on|for)\b ?", re.IGNORECASE)
_AFTER_UNIT = " ,;&+"
_SHORTEST_BEGINNING = 3  # letters of a unit's name


def write_units(units: Mapping[UnitId, int]) -> str:
    """ "3 infantry, 1 tank"."""
    return ", ".join(f"{count} {unit}" for unit, count in units.items() if count)


def says_all(text: str) -> bool:
    """Whether “all” in a text may stand for a number."""
    return _SAYS_ALL.search(text) is not None


def in_one_go(text: str) -> str:
    """A text with single spaces and nothing that can't be seen, short enough to be one order.

    Raises IllegalAction (`form`).
    """
    line = " ".join("".join(each for each in text if each.isprintable() or each.isspace()).split())
    if len(line) > LONGEST_LINE:
        raise IllegalAction("form", f"That is longer than {LONGEST_LINE} characters. Split it into several orders.")
    return line


def read_units(edition: Edition, text: str, *, may_be_all: bool = False) -> Counts:
    """Counts of units from text, ALL for “all” where that may be said; raises IllegalAction (`form`, `units`)."""
    units, rest = _leading_units(edition, in_one_go(text))
    if rest:
        _complain_about_rest(edition, rest)
    if not units:
        raise IllegalAction("form", "Name the units with their number, such as “3 infantry, 1 tank”.")
    return _checked(units, may_be_all=may_be_all)


def _checked(units: Counts, *, may_be_all: bool) -> Counts:
    if ALL in units.values() and not may_be_all:
        raise IllegalAction("form", "You can write “all” only to move or place units. Write the number here.")
    return units


def _complain_about_rest(edition: Edition, rest: str) -> None:
    number = _NUMBER.match(rest)
    if number and (word := _WORD.search(rest, number.end())):
        find_unit(edition, word[0])
    if unit := _unit_without_number(edition, rest):
        raise IllegalAction("form", f"How many {unit.plural}? Write the number too, such as “{unit.counted(2)}”.")
    raise IllegalAction("form", f"I don't understand {quoted(rest)}. Write units as “3 infantry, 1 tank”.")


def _unit_without_number(edition: Edition, text: str) -> UnitType | None:
    try:
        return edition.unit[find_unit(edition, text)]
    except IllegalAction:
        return None


def _leading_units(edition: Edition, text: str) -> tuple[Counts, str]:
    """The counts at the beginning of a text, and what follows them."""
    units: Counts = {}
    rest = text
    while found := _counted_unit(edition, rest):
        unit, count, rest = found
        units[unit] = ALL if ALL in (count, units.get(unit)) else units.get(unit, 0) + count
        rest = rest.lstrip(_AFTER_UNIT).removeprefix("and ").strip()
    return units, rest


def _counted_unit(edition: Edition, text: str) -> tuple[UnitId, int, str] | None:
    """ "2 infantry", "infantry 2", "all infantry" or "all" at the beginning of a text: unit, number and the rest."""
    if number := _NUMBER.match(text):
        found = _unit_at_start(edition, text[number.end() :]) or _unit_begun(edition, text[number.end() :])
        if found or number[1]:
            return found and (found[0], int(number[1] or ALL), found[1])
    if everything := _EVERYTHING.match(text):
        return ANY_UNIT, ALL, text[everything.end() :]
    found = _unit_at_start(edition, text)
    behind = found and _NUMBER_BEHIND.match(found[1])
    return (found[0], int(behind[1]), found[1][behind.end() :]) if found and behind else None


def _unit_at_start(edition: Edition, text: str) -> tuple[UnitId, str] | None:
    """The unit named by the longest beginning of a text of up to three words, and the rest."""
    words = list(islice(_WORD.finditer(text), 3))
    for length in range(len(words), 0, -1):
        beginning = " ".join(word[0] for word in words[:length])
        if unit := unit_names(edition.setup).ids.get(spelled_out(beginning)):
            return unit, text[words[length - 1].end() :]
    return None


def _unit_begun(edition: Edition, text: str) -> tuple[UnitId, str] | None:
    """The only unit with a name that the first word begins, or is with one slip, and the rest."""
    word = _WORD.match(text)
    if word is None or len(word[0]) < _SHORTEST_BEGINNING:
        return None
    names = unit_names(edition.setup)
    meant = names.meant(word[0]) or names.slipped(word[0])
    return (meant[0], text[word.end() :]) if len(meant) == 1 else None


def read_placed(edition: Edition, text: str, *, may_be_all: bool = False) -> tuple[Counts, str]:
    """Units and the place or way that stands before or behind them: "2 inf: russia", "2 inf in russia", "russia 2 inf".

    Raises IllegalAction (`form`, `units`).
    """
    units, where = _placed(edition, text)
    return _checked(units, may_be_all=may_be_all), where


def _placed(edition: Edition, text: str) -> tuple[Counts, str]:
    line = in_one_go(text)
    units, rest = _leading_units(edition, line)
    if units:
        return units, _bare(rest)
    where, colon, units_text = line.partition(":")
    if colon and _NUMBER.match(where) is None:
        return read_units(edition, units_text.strip(), may_be_all=True), _bare(where)
    for word in _WORD.finditer(line):
        units, rest = _leading_units(edition, line[word.start() :])
        if units and not rest:
            return units, _bare(line[: word.start()])
    if _NUMBER.match(line):
        _complain_about_rest(edition, line)
    raise IllegalAction("form", f"{quoted(text)}: say how many of which units, such as “3 inf 1 tank”.")


def _bare(where: str) -> str:
    return _BEFORE_PLACE.sub("", where.strip(" :,;")).strip()


def _names_space(edition: Edition, text: str) -> bool:
    return bool(space_names(edition.setup).meant(text))


def read_by_space(edition: Edition, text: str, example: str, only: SpaceId | None = None) -> dict[SpaceId, Counts]:
    """Units by space: "japan: 1 fighter; sz5: 1 fighter, 1 bomber", "1 fighter to japan"; `only` where none is named.

    Raises IllegalAction (`form`, `units`, `space`).
    """
    found: dict[SpaceId, Counts] = {}
    space = only
    for part in filter(str.strip, re.split("[;,]", text)):
        units, where = read_placed(edition, part)
        space = find_space(edition, where) if where else space
        if space is None:
            raise IllegalAction("form", f"Say which units and where, such as “{example}”.")
        row = found.setdefault(space, {})
        for unit, count in units.items():
            row[unit] = row.get(unit, 0) + count
    return found


def read_move(
    edition: Edition,
    text: str,
    *,
    may_be_all: bool = False,
    way_of: Callable[[Counts, list[str]], list[SpaceId]] | None = None,
) -> MoveAction:
    """The `move` action for a line; raises IllegalAction (`form`, `units`, `space`).

    way_of: finds the spaces that are named, knowing the units, and says what is missing where only one is; without it
    only the names are used.
    """
    units, way = read_placed(edition, text, may_be_all=may_be_all)
    places = [part.strip() for part in _ARROW.split(way) if part.strip()]
    if _NUMBER.match(way) and _ARROW.search(way) and not places[0].isdecimal():
        _complain_about_rest(edition, way)
    if places and (bare := _unit_at_start(edition, places[0])) and bare[1] and not _names_space(edition, places[0]):
        _complain_about_rest(edition, places[0].removesuffix(bare[1]))
    if len(places) < 2 and not (places and way_of):
        raise IllegalAction("form", f"{quoted(text)}: say where from and where to, such as “germany > eastern europe”.")
    path = way_of(units, places) if way_of else [find_space(edition, place) for place in places]
    return {"type": "move", "units": units, "path": path}
