"""Spaces, units and whole positions in words."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from maps.board import Board
from maps.powers import POWERS, in_order, style_of
from maps.silhouettes import units_in_order

LONGEST_ALT_TEXT = 1000  # Discord's limit
SAME_IN_PLURAL = {"infantry", "artillery", "mechanized_infantry", "aaa", "antiaircraft_artillery"}
SPELLED = {"aaa": "AAA", "antiaircraft_artillery": "antiaircraft artillery"}

Position = Mapping[str, Any]


def listed(parts: Iterable[str]) -> str:
    """ "a, b and c"."""
    names = list(parts)
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def names_of(board: Board, spaces: Iterable[str]) -> str:
    """ "Ukraine, West Russia, sea zones 5, 7"."""
    places = [board.space(space) for space in spaces]
    lands = [place.name for place in places if not place.is_sea]
    zones = [place.lines[0] for place in places if place.is_sea]
    word = "sea zone" if len(zones) == 1 else "sea zones"
    return ", ".join([*lands, *([f"{word} {', '.join(zones)}"] if zones else [])])


def when(position: Mapping[str, Any]) -> str:
    """The moment of a position: "Germany, round 2, combat move"."""
    power, round_number, phase = position.get("power"), position.get("round"), position.get("phase")
    parts = [style_of(power).name if power else "", f"round {round_number}" if round_number else ""]
    return ", ".join(part for part in [*parts, (phase or "").replace("_", " ")] if part)


def units_in_words(units: Mapping[str, int]) -> str:
    """ "3 infantry, 1 tank"."""
    return ", ".join(f"{count} {_noun(unit, count)}" for unit, count in units_in_order(units) if count)


def _noun(unit: str, count: int) -> str:
    name = SPELLED.get(unit, unit.replace("_", " "))
    return name if count == 1 or unit in SAME_IN_PLURAL else f"{name}s"


def sentences_on(board: Board, position: Position, spaces: Sequence[str]) -> list[str]:
    """A sentence for each occupied space, power by power, then the empty territories they hold, then the treasuries."""
    owners, units = position.get("owners", {}), position.get("units", {})
    sentences: list[str] = []
    empty: dict[str, list[str]] = {}
    order = {power: place for place, power in enumerate(POWERS)}
    by_owner = sorted(spaces, key=lambda space: (order.get(owners.get(space) or "", len(order)), space))
    for space in by_owner:
        owner = owners.get(space)
        if units.get(space) or position.get("facilities", {}).get(space):
            sentences.append(_space_sentence(board, position, space))
        elif owner:
            empty.setdefault(owner, []).append(board.spaces[space].name)
    for owner, names in empty.items():
        sentences.append(f"{style_of(owner).name} also holds {', '.join(names)}, all empty of units.")
    ipcs = position.get("ipcs", {})
    told = [f"{style_of(power).name} {ipcs[power]}" for power in in_order(ipcs)]
    return [*sentences, *([f"IPCs in hand: {', '.join(told)}."] if told else [])]


def _space_sentence(board: Board, position: Position, space: str) -> str:
    owner = position.get("owners", {}).get(space)
    held = f" ({style_of(owner).name})" if owner else ""
    facilities = [
        _facility(facility, position.get("damage", {}).get(space, {}).get(facility, 0))
        for facility in position.get("facilities", {}).get(space, ())
    ]
    parts = [", ".join(facilities)] if facilities else []
    stacks = position.get("units", {}).get(space, {})
    for power in in_order(stacks, owner):
        words = units_in_words(stacks[power])
        notes = [_note(position, name, space, power) for name in ("damaged", "submerged")]
        noted = f" ({', '.join(note for note in notes if note)})" if any(notes) else ""
        whose = "" if power == owner else f"{style_of(power).name} "
        if words:
            parts.append(f"{whose}{words}{noted}{_aboard(position, space, power)}")
    return f"{board.spaces[space].name}{held}: {'; '.join(parts)}."


def _note(position: Position, what: str, space: str, power: str) -> str:
    """ "1 battleship damaged", or nothing."""
    key = "damaged_units" if what == "damaged" else what
    units = units_in_words(position.get(key, {}).get(space, {}).get(power, {}))
    return f"{units} {what}" if units else ""


def _aboard(position: Position, space: str, power: str) -> str:
    """ ", aboard its transports 2 infantry, Japan 1 tank", or nothing."""
    aboard: dict[str, Counter[str]] = {}
    for load in position.get("cargo", ()):
        if (load["space"], load["transport_owner"]) == (space, power):
            for owner, units in load["units"].items():
                aboard.setdefault(owner, Counter()).update(units)
    whose = {owner: "" if owner == power else f"{style_of(owner).name} " for owner in aboard}
    told = [f"{whose[owner]}{units_in_words(aboard[owner])}" for owner in in_order(aboard)]
    return f", aboard its transports {', '.join(told)}" if told else ""


def _facility(facility: str, damage: int) -> str:
    name = facility.replace("_", " ")
    return f"{name} with {damage} damage" if damage else name
