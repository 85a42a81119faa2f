"""Finding what a player means among things with a name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.names import folded


class Named(Protocol):
    """Something with an id and a name, such as a technology."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


def id_meant(things: Iterable[Named], text: str) -> str:
    """The id of the thing that a text names, by id or name; the text itself where nothing fits, to be refused."""
    wanted = folded(text)
    return next((thing.id for thing in things if wanted in (folded(thing.id), folded(thing.name))), text.strip())
