"""A state that writes down which of its fields are read."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engine import GameState
from engine.state.turn import Turn

FIELDS = {each.name for each in fields(GameState)}


class Watched:
    """Stands for a state, or for its turn, and writes down in `read` which of its fields are read."""

    def __init__(self, watched: GameState | Turn, read: set[str], within: str = "") -> None:
        self.__dict__["_watched"], self.__dict__["_read"], self.__dict__["_within"] = watched, read, within

    def __getattr__(self, name: str) -> Any:
        if name == "turn":
            return Watched(self._watched.turn, self._read, "turn.")
        if self._within or name in FIELDS:
            self._read.add(self._within + name)
            return getattr(self._watched, name)
        found = getattr(GameState, name)
        if hasattr(found, "func"):  # a cached property: found anew, and then kept
            self.__dict__[name] = found.func(self)
            return self.__dict__[name]
        return found.__get__(self)
