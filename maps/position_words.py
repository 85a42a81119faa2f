"""Spaces, units and whole positions in words."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from maps.board.assets import Board, Space
from maps.board.facts import facility_name, is_disabled
from maps.board.names import called, name_of
from maps.board.powers import in_order
from maps.looks.reading import looks
from maps.signs.silhouettes import units_in_order
from maps.stacks.aboard import LadenShips, afloat, laden_ships

LONGEST_ALT_TEXT = 1000  # Discord's limit
SAME_IN_PLURAL = {"infantry", "artillery", "mechanized_infantry", "aaa", "antiaircraft_artillery"}
NEUTRALS = {"strict": "Strict neutrals", "pro_allies": "Pro-Allies neutrals", "pro_axis": "Pro-Axis neutrals"}
SPELLED = {"aaa": "AAA", "anti_aircraft_gun": "antiaircraft gun"}

Position = Mapping[str, Any]


def listed(parts: Iterable[str]) -> str:
    """ "a, b and c"."""
    names = list(parts)
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def sentence(text: str) -> str:
    """The text with a full stop at its end, and not two after "Ukraine S.S.R."."""
    return text if text.endswith(".") else f"{text}."


def names_of(board: Board, spaces: Iterable[str]) -> str:
    """ "Ukraine, West Russia, sea zones 5, 7 to 9"."""
    places = [board.space(space) for space in spaces]
    lands = [place.name for place in places if not place.is_sea]
    zones = [place.lines[0] for place in places if place.is_sea]
    word = "sea zone" if len(zones) == 1 else "sea zones"
    return ", ".join([*lands, *([f"{word} {', '.join(_in_runs(zones))}"] if zones else [])])


def _in_runs(zones: Sequence[str]) -> list[str]:
    """The names of zones; three or more numbers that follow one another as one, such as "7 to 9"."""
    numbers = sorted(int(zone) for zone in zones if zone.isdecimal())
    told: list[str] = []
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        following = [str(number) for _, number in run]
        told += [f"{following[0]} to {following[-1]}"] if len(following) > 2 else following
    return [*told, *(zone for zone in zones if not zone.isdecimal())]


def when(position: Mapping[str, Any]) -> str:
    """The moment of a position: "Germany, round 2, combat move"."""
    power, round_number, phase = position.get("power"), position.get("round"), position.get("phase")
    parts = [name_of(power) if power else "", f"round {round_number}" if round_number else ""]
    return ", ".join(part for part in [*parts, (phase or "").replace("_", " ")] if part)


def units_in_words(units: Mapping[str, int]) -> str:
    """ "3 infantry, 1 tank"."""
    return ", ".join(f"{count} {_noun(unit, count)}" for unit, count in units_in_order(units) if count)


def _noun(unit: str, count: int) -> str:
    name = SPELLED.get(unit, unit.replace("_", " "))
    return name if count == 1 or unit in SAME_IN_PLURAL else f"{name}s"


def sentences_on(board: Board, position: Position, spaces: Sequence[str]) -> list[str]:
    """A sentence for each occupied space, power by power; then the empty territories they hold, the treasuries,
    conquered territories by the power that had them first, and neutrals.
    """
    return [tell() for tell in told_on(board, position, spaces)]


def told_on(board: Board, position: Position, spaces: Sequence[str]) -> list[Callable[[], str]]:
    """The same, each put into words when it is asked for."""
    owners, units = position.get("owners", {}), position.get("units", {})
    laden = laden_ships(position)
    told: list[Callable[[], str]] = []
    empty: dict[str, list[str]] = {}
    order = {power: place for place, power in enumerate(looks().powers)}
    by_owner = sorted(spaces, key=lambda space: (order.get(owners.get(space) or "", len(order)), space))
    for space in by_owner:
        owner = owners.get(space)
        if units.get(space) or position.get("facilities", {}).get(space):
            told.append(partial(_space_sentence, board, position, space, laden.get(space, ())))
        elif owner:
            empty.setdefault(owner, []).append(board.spaces[space].name)
    rest = [f"Held by {called(owner)} without units: {', '.join(names)}." for owner, names in empty.items()]
    ipcs = position.get("ipcs", {})
    in_hand = [f"{name_of(power)} {ipcs[power]}" for power in in_order(ipcs)]
    rest += [f"IPCs in hand: {', '.join(in_hand)}."] if in_hand else []
    places = [board.spaces[space] for space in spaces]
    rest += [*_former_sentences(places, owners), *_neutral_sentences(places, owners)]
    return [*told, *(text.__str__ for text in rest)]


def _former_sentences(places: Sequence[Space], owners: Mapping[str, str | None]) -> list[str]:
    """Whose emblem the territories bear that others hold."""
    taken: dict[str, list[str]] = {}
    for place in places:
        if place.emblem and owners.get(place.id) not in (None, place.emblem):
            taken.setdefault(place.emblem, []).append(place.name)
    return [f"Held by others, originally by {called(power)}: {', '.join(taken[power])}." for power in in_order(taken)]


def _neutral_sentences(places: Sequence[Space], owners: Mapping[str, str | None]) -> list[str]:
    """The neutrals by leaning, with the infantry that would stand up in them."""
    neutrals: dict[str, list[str]] = {}
    for place in places:
        if place.neutral and not owners.get(place.id):
            army = f" {place.standing_army}" if place.standing_army else ""
            neutrals.setdefault(NEUTRALS[place.neutral], []).append(f"{place.name}{army}")
    return [f"{kind}, with their infantry: {', '.join(names)}." for kind, names in neutrals.items()]


def _space_sentence(board: Board, position: Position, space: str, laden: Sequence[LadenShips]) -> str:
    owner = position.get("owners", {}).get(space)
    place, holder = board.spaces[space].name, name_of(owner) if owner else ""
    held = f" ({holder})" if holder not in ("", place) else ""
    facilities = [
        _facility(position, space, facility, position.get("damage", {}).get(space, {}).get(facility, 0))
        for facility in position.get("facilities", {}).get(space, ())
    ]
    parts = [", ".join(facilities)] if facilities else []
    counts = afloat(position, space, laden)
    for power in in_order(counts, owner):
        words = _force_in_words(position, space, power, counts[power], laden)
        if words:
            parts.append(words if power == owner else f"{name_of(power)} {words}")
    return sentence(f"{place}{held}: {'; '.join(parts)}")


def _force_in_words(
    position: Position, space: str, power: str, counts: Mapping[str, int], laden: Sequence[LadenShips]
) -> str:
    """ "1 destroyer, 2 submarines (1 submarine submerged), 2 transports carrying 1 infantry, 1 tank"."""
    own = [ships for ships in laden if ships.owner == power]
    others = Counter(counts)
    others.subtract({ships.ship: ships.count for ships in own})
    notes = [_note(position, name, space, power) for name in ("damaged", "submerged")]
    noted = f" ({', '.join(note for note in notes if note)})" if any(notes) else ""
    parts = [f"{units_in_words(others)}{noted}", *(laden_in_words(ships) for ships in own)]
    return ", ".join(part for part in parts if part)


def laden_in_words(ships: LadenShips) -> str:
    """ "2 transports carrying 1 infantry, 1 tank and United Kingdom 2 infantry"."""
    holds = [(name_of(hold.power) + " " if hold.power else "", dict(hold.units)) for hold in ships.holds]
    cargo = " and ".join(f"{whose}{units_in_words(units)}" for whose, units in holds)
    return f"{units_in_words({ships.ship: ships.count})} carrying {cargo}"


def _note(position: Position, what: str, space: str, power: str) -> str:
    """ "1 battleship damaged", or nothing."""
    key = "damaged_units" if what == "damaged" else what
    units = units_in_words(position.get(key, {}).get(space, {}).get(power, {}))
    return f"{units} {what}" if units else ""


def _facility(position: Position, space: str, facility: str, damage: int) -> str:
    """ "air base with 3 damage, out of action"."""
    name = facility_name(position["setup"], facility)
    if not damage:
        return name
    disabled = ", out of action" if is_disabled(position["setup"], space, facility, damage) else ""
    return f"{name} with {damage} damage{disabled}"
