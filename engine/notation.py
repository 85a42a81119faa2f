"""One line of text for units, orders and positions, and back.

Units: "3 infantry, 1 tank". A move: "3 infantry, 1 tank: germany > eastern_europe". Positions: "germany: 2 infantry;
japan: 1 fighter". Names may be typed freely ("3 inf 1 tank eastern europe > ukraine"); what is written uses the ids.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

from engine.edition import Edition
from engine.errors import IllegalAction
from engine.names import find_power, find_space, find_unit, folded, unit_names
from engine.quoting import quoted
from engine.unit_types import UnitId

Counts = dict[UnitId, int]
LONGEST_LINE = 600
"""Characters of one order: all units of a board by their full names, and ten places."""

_ARROW = re.compile(r" ?(?:>|->|→) ?| to ")
_NUMBER = re.compile(r"([0-9]{1,6}) ?x? ", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;:]+")


def write_units(units: Mapping[UnitId, int]) -> str:
    """ "3 infantry, 1 tank"."""
    return ", ".join(f"{count} {unit}" for unit, count in units.items() if count)


def in_one_go(text: str) -> str:
    """A text with single spaces, short enough to be one order; raises IllegalAction (`form`)."""
    line = " ".join(text.split())
    if len(line) > LONGEST_LINE:
        raise IllegalAction("form", f"That is longer than {LONGEST_LINE} characters: give it as several orders.")
    return line


def read_units(edition: Edition, text: str) -> Counts:
    """Counts of units from text; raises IllegalAction (`form`, `units`)."""
    units, rest = _leading_units(edition, in_one_go(text))
    if rest:
        _complain_about_rest(edition, rest)
    if not units:
        raise IllegalAction("form", "Name the units with their number, such as “3 infantry, 1 tank”.")
    return units


def _complain_about_rest(edition: Edition, rest: str) -> None:
    number = _NUMBER.match(rest)
    if number:
        find_unit(edition, re.split("[,;:>]", rest[number.end() :])[0])
    raise IllegalAction("form", f"{quoted(rest)} is not understood; write units as “3 infantry, 1 tank”.")


def _leading_units(edition: Edition, text: str) -> tuple[Counts, str]:
    """The counts at the beginning of a text, and what follows them."""
    units: Counts = {}
    rest = text
    while number := _NUMBER.match(rest):
        found = _unit_at_start(edition, rest[number.end() :])
        if found is None:
            break
        unit, rest = found
        units[unit] = units.get(unit, 0) + int(number.group(1))
        rest = rest.lstrip(" ,;&+").removeprefix("and ").strip()
    return units, rest


def _unit_at_start(edition: Edition, text: str) -> tuple[UnitId, str] | None:
    """The unit named by the longest beginning of a text of up to three words, and the rest."""
    words = list(islice(_WORD.finditer(text), 3))
    for length in range(len(words), 0, -1):
        beginning = " ".join(word[0] for word in words[:length])
        if unit := unit_names(edition.setup).ids.get(folded(beginning)):
            return unit, text[words[length - 1].end() :]
    return None


def write_move(order: Mapping[str, Any]) -> str:
    """The line for a `move` action."""
    return f"{write_units(order['units'])}: {' > '.join(order['path'])}"


def read_move(edition: Edition, text: str) -> dict[str, Any]:
    """The `move` action for a line; raises IllegalAction (`form`, `units`, `space`)."""
    text = in_one_go(text)
    units, rest = _leading_units(edition, text)
    if not units:
        if _NUMBER.match(rest):
            _complain_about_rest(edition, rest)
        raise IllegalAction(
            "form", f"{quoted(text)}: begin with the units, such as “3 inf 1 tank germany > eastern europe”."
        )
    rest = rest.strip().lstrip(":").strip().removeprefix("from ")
    if _NUMBER.match(rest) and ">" in rest:
        _complain_about_rest(edition, rest)
    places = [part for part in _ARROW.split(rest) if part.strip()]
    if len(places) < 2:
        raise IllegalAction(
            "form", f"{quoted(text)}: name where from and where to, such as “germany > eastern europe”."
        )
    return {"type": "move", "units": units, "path": [find_space(edition, place) for place in places]}


def write_position(units: Mapping[str, Mapping[UnitId, int]]) -> str:
    """ "germany: 2 infantry; japan: 1 fighter" for the units of a space by power."""
    return "; ".join(f"{power}: {write_units(row)}" for power, row in units.items())


def read_position(edition: Edition, text: str) -> dict[str, Counts]:
    """The units of a space by power."""
    found: dict[str, Counts] = {}
    for part in filter(str.strip, text.split(";")):
        power, _, row = part.partition(":")
        found[find_power(edition, power)] = read_units(edition, row)
    return found
