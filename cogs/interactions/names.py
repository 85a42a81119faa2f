"""Finding what a player means among things with a name."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Protocol

from engine.state.names import LONGEST_NAME, folded
from engine.state.words import listed
from gamemaster.errors import TableRefusal
from gamemaster.narration.phrases import as_plain_text
from maps import region_names


def quoted(text: str) -> str:
    """What a user typed, in quotes and without any effect of its own in a message."""
    return f"“{as_plain_text(text)}”"


class Named(Protocol):
    """Something with an id and a name, such as a technology."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


def id_meant(things: Sequence[Named], text: str) -> str:
    """The id of the thing that a text names, by id or name; the text itself where nothing comes near, to be refused.

    Raises TableRefusal with the nearest names.
    """
    wanted = folded(text)
    found = next((thing.id for thing in things if wanted in (folded(thing.id), folded(thing.name))), None)
    if found is not None:
        return found
    names = {folded(thing.name): thing.name for thing in things}
    near = get_close_matches(wanted[:LONGEST_NAME], names, n=3, cutoff=0.7)
    if near:
        raise TableRefusal(f"There is no {quoted(text)}. Did you mean {listed((names[each] for each in near), 'or')}?")
    return text.strip()


def region_meant(board: str, text: str) -> str:
    """The id of the region of a board that a text names; raises TableRefusal with the nearest names."""
    names = region_names(board)
    wanted = folded(text)
    for region, name in names.items():
        if wanted in (folded(region), folded(name)):
            return region
    near = get_close_matches(text[:LONGEST_NAME], names.values(), n=3, cutoff=0.4) or list(names.values())
    raise TableRefusal(f"There is no region {quoted(text)}. Did you mean {listed(near, 'or')}?")
