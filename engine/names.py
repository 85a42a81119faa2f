"""Finding spaces, units and powers by what players type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from engine.board import PowerId, SpaceId
from engine.edition import Edition, load_setup
from engine.errors import IllegalAction
from engine.quoting import quoted
from engine.unit_types import UnitId

LONGEST_NAME = 40
"""Characters of a text that are compared with names; no name is longer."""

_WORDS = re.compile(r"[a-z0-9]+")


def folded(text: str) -> str:
    """The text without case, accents of punctuation and double spaces: "sz 5" and "SZ5" are one."""
    words = " ".join(_WORDS.findall(text.lower()))
    return re.sub(r"\b(sz|sea zone|zone) ?(\d+)", r"sz\2", words)


@dataclass(frozen=True)
class NameList:
    """Ids by every folded name that means them."""

    ids: dict[str, str]

    def find(self, text: str) -> str | None:
        """The id meant by a text: an id, a name or an alias, or the only name that begins so."""
        wanted = folded(text)
        if wanted in self.ids:
            return self.ids[wanted]
        beginning = {found for name, found in self.ids.items() if wanted and name.startswith(wanted)}
        return beginning.pop() if len(beginning) == 1 else None

    def nearest(self, text: str, count: int = 3) -> tuple[str, ...]:
        """Ids whose names look most like a text."""
        close = get_close_matches(folded(text[:LONGEST_NAME]), self.ids, n=count * 2, cutoff=0.5)
        return tuple(dict.fromkeys(self.ids[name] for name in close))[:count]


def _name_list(entries: Iterable[tuple[str, Sequence[str]]]) -> NameList:
    return NameList({folded(name): found for found, names in entries for name in (found, *names)})


@cache
def space_names(setup: str) -> NameList:
    """Names of all spaces."""
    board = load_setup(setup).board
    lands = [(t.id, (t.name, *t.aliases, *([t.city] if t.city else []))) for t in board.territories]
    return _name_list([*lands, *((z.id, (z.name, *z.aliases)) for z in board.sea_zones)])


@cache
def unit_names(setup: str) -> NameList:
    """Names of all units."""
    return _name_list((u.id, (u.name, u.plural, *u.aliases)) for u in load_setup(setup).units)


@cache
def power_names(setup: str) -> NameList:
    """Names of all powers."""
    return _name_list((p.id, (p.name, p.adjective, *p.aliases)) for p in load_setup(setup).powers)


def find_space(edition: Edition, text: str) -> SpaceId:
    """The space that a text means; raises IllegalAction (`space`) with the nearest names."""
    names = space_names(edition.setup)
    found = names.find(text)
    if found is None:
        near = [edition.board.name(space) for space in names.nearest(text)]
        raise IllegalAction("space", f"There is no space {quoted(text)}.{_did_you_mean(near)}")
    return found


def find_unit(edition: Edition, text: str) -> UnitId:
    """The unit that a text means; raises IllegalAction (`units`) with the nearest names."""
    names = unit_names(edition.setup)
    found = names.find(text)
    if found is None:
        near = [edition.unit[unit].name for unit in names.nearest(text)]
        raise IllegalAction("units", f"There is no unit {quoted(text)}.{_did_you_mean(near)}")
    return found


def find_power(edition: Edition, text: str) -> PowerId:
    """The power that a text means; raises IllegalAction (`power`) with the nearest names."""
    names = power_names(edition.setup)
    found = names.find(text)
    if found is None:
        near = [edition.power[power].name for power in names.nearest(text)] or [p.name for p in edition.powers]
        raise IllegalAction("power", f"There is no power {quoted(text)}.{_did_you_mean(near)}")
    return found


def _did_you_mean(names: Sequence[str]) -> str:
    return f" Did you mean {', '.join(names[:-1])}{' or ' if len(names) > 1 else ''}{names[-1]}?" if names else ""
