"""Theatres: other boards on which the shared examples of the rule book are played, translated name by name.

The examples of `rules/common` name places that the boards of 1941, Revised and Anniversary share: London and the zones
around it, Berlin, the Caucasus. A theatre says which places, powers and units stand for them on a board without these
names. What an example tells the table goes there in the names of that board, and what it asks comes back in its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache, cached_property
from itertools import combinations, takewhile
from typing import Any

from engine import load_setup
from engine.state.words import first_upper, with_article

USUAL_SETUP = "aa1941"
"""What the names that examples use are called, in the sentences of the engine."""

_A_SPACE = ("space", "path", "complex", "retreat", "zone", "territory", "began", "came_from", "way")
_BY_ACCOUNT = ("ipcs", "purchased")
_BY_SPACE = ("spaces", "cargo", "repairs", "facilities", "damaged_units", "submerged")

Names = Mapping[str, str]


class AsWritten:
    """Where an example means the spaces and powers that it names."""

    def there(self, order: Any, key: str = "") -> Any:
        """An order, or a part of it, as it is given on the board; key: under which it stands there."""
        return order

    def back(self, told: Any, key: str = "") -> Any:
        """What the engine told, in the names of the example; key: under which it stands there."""
        return told

    def in_words(self, sentence: str) -> str:
        """A sentence of the engine in the names of the example."""
        return sentence


AS_WRITTEN = AsWritten()


@dataclass(frozen=True, eq=False)
class Theatre(AsWritten):
    """What stands for the spaces, powers and units of the examples on the board of a setup.

    facilities and owners are those of its board that differ from the start; no other facility is there, all powers of
    different sides are at war, and nobody has kamikaze tokens.
    """

    setup: str
    powers: Names
    spaces: Names
    owners: Names
    facilities: Mapping[str, tuple[str, ...]]
    units: Names = field(default_factory=dict)
    also_told_as: Names = field(default_factory=dict)
    """Units that examples meet under another's name: there are two complexes where they know one."""
    accounts: Names = field(default_factory=dict)
    """Where the IPCs and bought units lie of powers that have several treasuries there."""

    def ground(self) -> dict[str, Any]:
        """The correction that makes the start of the setup this theatre."""
        edition = load_setup(self.setup)
        spaces: dict[str, Any] = {space: {"facilities": []} for space in edition.start.facilities}
        for space, facilities in self.facilities.items():
            spaces.setdefault(space, {})["facilities"] = list(facilities)
        for space, owner in self.owners.items():
            spaces.setdefault(space, {})["owner"] = owner
        players = [power for power in edition.powers if not power.bystander]
        wars = [[one.id, other.id, "war"] for one, other in combinations(players, 2) if one.side != other.side]
        tokens = dict.fromkeys(edition.parameters.combat.kamikaze_strikes.tokens, 0)
        return {"type": "edit", "clear_units": True, "spaces": spaces, "relations": wars, "kamikaze_tokens": tokens}

    def there(self, order: Any, key: str = "") -> Any:
        others = {**self.powers, **self.units}
        found = _translated(order, self._space_there, lambda name: others.get(name, name), key)
        if key in _BY_ACCOUNT:
            return self.accounts.get(found, found)
        if isinstance(found, Mapping) and not found.keys().isdisjoint(_BY_ACCOUNT):
            rows = {each: found[each] for each in _BY_ACCOUNT if each in found}
            paid = {name: {self.accounts.get(p, p): row[p] for p in row} for name, row in rows.items()}
            return {**found, **paid}
        return found

    def back(self, told: Any, key: str = "") -> Any:
        spaces, others = self._names_back
        return _translated(told, lambda name: spaces.get(name, name), lambda name: others.get(name, name), key)

    def in_words(self, sentence: str) -> str:
        words, pattern = self._words
        told = pattern.sub(lambda found: _like(found[0], words[found[0].lower()]), sentence)
        return first_upper(told) if sentence[:1].isupper() else told

    def _space_there(self, space: str) -> str:
        if space in self.spaces:
            return self.spaces[space]
        both = (load_setup(name).board.neighbours for name in (USUAL_SETUP, self.setup))
        if all(space in board for board in both):
            raise LookupError(f"{space} is on both boards: the theatre must say what it means")
        return space

    @cached_property
    def _names_back(self) -> tuple[dict[str, str], dict[str, str]]:
        """Of spaces, and of powers and units."""
        return _turned(self.spaces), {**_turned(self.powers), **_turned(self.units), **self.also_told_as}

    @cached_property
    def _words(self) -> tuple[dict[str, str], re.Pattern[str]]:
        here, there = load_setup(USUAL_SETUP), load_setup(self.setup)
        words: dict[str, str] = {}
        for ours, theirs in self.spaces.items():
            if ours in here.board.neighbours:
                words[there.board.name(theirs).lower()] = here.board.name(ours)
                words[there.board.called(theirs).lower()] = here.board.called(ours)
        for ours, theirs in self.powers.items():
            words.setdefault(there.power[theirs].name.lower(), here.power[ours].name)
        for ours, theirs in [*self.units.items(), *((ours, theirs) for theirs, ours in self.also_told_as.items())]:
            if ours in here.unit:
                ours, theirs = here.unit[ours].name, there.unit[theirs].name
                words |= {theirs.lower(): ours, with_article(theirs).lower(): with_article(ours)}
        longest_first = sorted(words, key=len, reverse=True)
        return words, re.compile("|".join(rf"\b{re.escape(word)}\b" for word in longest_first), re.IGNORECASE)


_PACIFIC: Any = {
    "setup": "pacific_1940",
    "units": {
        "bomber": "strategic_bomber",
        "industrial_complex": "minor_industrial_complex",
        "anti_aircraft_gun": "aaa",
    },
    "also_told_as": {"major_industrial_complex": "industrial_complex"},
}
MAJOR, MINOR = ("major_industrial_complex",), ("minor_industrial_complex",)

_NORTH_PACIFIC = Theatre(
    powers={
        "germany": "japan",
        "united_kingdom": "united_states",
        "united_states": "united_kingdom",
        "soviet_union": "anzac",
    },
    spaces={
        "germany": "aleutian_islands",
        "sz5": "sz8",
        "sz6": "sz2",
        "united_kingdom": "alaska",
        "sz8": "sz1",
        "sz9": "sz9",
        "sz10": "sz12",
        "sz13": "sz14",
        "sz14": "sz13",
        "sz3": "sz3",
        "western_europe": "mexico",
        "russia": "new_south_wales",
        "caucasus": "queensland",
        "ukraine": "northern_territory",
        "west_russia": "south_australia",
        "archangel": "victoria",
        "eastern_united_states": "india",
        "eastern_canada": "burma",
        "alaska": "malaya",
        "sz42": "sz37",
        "switzerland": "himalayas",
    },
    owners={
        "aleutian_islands": "japan",
        "mexico": "japan",
        "northern_territory": "japan",
        "south_australia": "japan",
        "burma": "united_states",
    },
    facilities={
        "aleutian_islands": MAJOR,
        "alaska": MAJOR,
        "india": MAJOR,
        "new_south_wales": MAJOR,
        "queensland": MINOR,
    },
    **_PACIFIC,
)
"""Alaska stands for London, an island of Japan beside it for Berlin; Australia with Sydney for Russia with Moscow."""

_AUSTRALIA = Theatre(
    powers={
        "germany": "japan",
        "united_kingdom": "anzac",
        "united_states": "united_states",
        "soviet_union": "united_kingdom",
    },
    spaces={
        "united_kingdom": "western_australia",
        "sz8": "sz56",
        "sz3": "sz56",
        "sz6": "sz61",
        "sz7": "sz61",
        "sz5": "sz62",
        "sz9": "sz57",
        "germany": "victoria",
        "eastern_europe": "new_south_wales",
        "western_europe": "south_australia",
        "southern_europe": "northern_territory",
        "caucasus": "burma",
    },
    owners=dict.fromkeys(
        ("victoria", "new_south_wales", "south_australia", "northern_territory", "queensland"), "japan"
    ),
    facilities={"victoria": MINOR},
    **_PACIFIC,
)
"""An Australia that Japan has taken, for landings on a continent, and for what marches on it."""

_JAPAN = Theatre(
    powers={"japan": "japan", "united_states": "united_states", "soviet_union": "anzac"},
    spaces={
        "japan": "japan",
        "sz45": "sz6",
        "sz44": "sz7",
        "russia": "new_south_wales",
        "urals": "south_australia",
        "hawaiian_islands": "hawaiian_islands",
        "new_zealand": "fiji",
        "east_indies": "new_zealand",
    },
    owners={},
    facilities={"japan": MAJOR, "new_south_wales": MAJOR},
    **_PACIFIC,
)
"""Japan and the United States as themselves."""

_AMERICA = Theatre(
    powers={"germany": "united_states", "japan": "united_kingdom", "united_kingdom": "japan"},
    spaces={
        "germany": "western_united_states",
        "eastern_europe": "mexico",
        "sz8": "sz1",
        "sz9": "sz9",
        "sz10": "sz12",
    },
    owners={},
    facilities={"western_united_states": MAJOR},
    **_PACIFIC,
)
"""Sides turned round, for examples in which Germany and Japan stand together."""

_OF_PACIFIC = {
    "north pacific": _NORTH_PACIFIC,
    "cruisers": replace(_NORTH_PACIFIC, units={**_NORTH_PACIFIC.units, "aircraft_carrier": "cruiser"}),
    "capitals": replace(_NORTH_PACIFIC, spaces={**_NORTH_PACIFIC.spaces, "germany": "japan"}),
    "australia": _AUSTRALIA,
    "japan": _JAPAN,
    "america": _AMERICA,
}

THEATRES: Mapping[str, Mapping[str, Theatre]] = {
    "pacific_1940": _OF_PACIFIC,
    "global_1940": {
        name: replace(
            theatre,
            setup="global_1940",
            spaces={**theatre.spaces, "karelia": "karelia"},
            accounts={"united_kingdom": "united_kingdom/pacific"},
        )
        for name, theatre in _OF_PACIFIC.items()
    },
}
"""The theatres of a setup by name; examples that name none are played in the first."""


def _turned(names: Names) -> dict[str, str]:
    return {theirs: ours for ours, theirs in names.items()}


def _like(found: str, word: str) -> str:
    """The word, begun as the found one is: "sea zone 5" within a sentence, "Sea zone 5" before it."""
    alike = sum(1 for _ in takewhile(lambda pair: pair[0].lower() == pair[1].lower(), zip(found, word, strict=False)))
    return found[:alike] + word[alike:]


def _translated(value: Any, space: Callable[[str], str], other: Callable[[str], str], key: str = "") -> Any:
    """A value with its names translated; the key under which it stands says whether it names spaces."""
    if isinstance(value, str):
        return space(value) if key in _A_SPACE else other(value)
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, (list, tuple, set, frozenset)):
        below = "" if key in _BY_SPACE else key
        return type(value)([_translated(each, space, other, below) for each in value])
    if names := _fields_of(value.__class__):
        return replace(value, **{name: _translated(getattr(value, name), space, other, name) for name in names})
    if isinstance(value, Mapping) and key in _BY_SPACE:
        return {space(each): _translated(inner, space, other) for each, inner in value.items()}
    if isinstance(value, Mapping):
        return {other(each): _translated(inner, space, other, each) for each, inner in value.items()}
    return value


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    """The names of the fields of a dataclass, none of anything else."""
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()
