"""What a single rule has to remember of a piece or of the turn, until the turn is over.

Such a value is defined beside the event that brings it about, so that no new rule adds a field to what all share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeAlias, TypeVar

Value: TypeAlias = str | bool | int | tuple[str, ...]
Memories: TypeAlias = tuple[tuple[str, Value], ...]
"""Values by name, in the order of the names; those that say nothing are left out."""

_OF_PIECES = ("dropped_by", "kamikaze", "set_out_from")
_OF_TURNS = ("free_units_by", "moved_complexes", "refuelled")

_Value = TypeVar("_Value", str, bool, int, tuple[str, ...])
_Holder = TypeVar("_Holder", bound="_Remembers")


class _Remembers(Protocol):
    @property
    def memory(self) -> Memories: ...


@dataclass(frozen=True)
class Memory(Generic[_Value]):
    """A value by its name; `nothing` where there is nothing to remember."""

    name: str
    nothing: _Value

    def of(self, holder: _Remembers) -> _Value:
        """What a piece or a turn remembers of it."""
        for name, value in holder.memory:
            if name == self.name:
                return value  # type: ignore[return-value]  # this memory keeps nothing else under its name
        return self.nothing

    def kept_by(self, holder: _Holder, value: _Value) -> _Holder:
        """The piece or the turn, which now remembers this."""
        others: Memories = tuple(each for each in holder.memory if each[0] != self.name)
        memory = others if value == self.nothing else tuple(sorted((*others, (self.name, value))))
        changed: _Holder = replace(holder, memory=memory)  # type: ignore[type-var]
        return changed


def has_old_memories(text: str) -> bool:
    """Whether JSON text is, or may be, from when these memories were fields."""
    return any(f'"{name}":' in text for name in (*_OF_PIECES, *_OF_TURNS))


def with_memories(raw: object) -> object:
    """Raw JSON from when these memories were fields of pieces and turns, as it is written now."""
    if isinstance(raw, list):
        return [with_memories(each) for each in raw]
    if not isinstance(raw, Mapping):
        return raw
    found = {key: with_memories(value) for key, value in raw.items()}
    names = _OF_PIECES if {"unit", "space"} <= set(raw) else _OF_TURNS if "flights" in raw else ()
    if not any(name in raw for name in names):
        return found
    memory = sorted((name, raw[name]) for name in names if raw.get(name))
    return {key: value for key, value in found.items() if key not in names} | {"memory": memory}
