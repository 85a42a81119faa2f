"""Answers that a player has given ahead for single battles of a phase (ASY-61)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.ask import Orders
from engine.facts.board import PowerId, SpaceId
from engine.queries.standing_orders import in_place_of

AHEAD = "ahead"
"""Where they are kept beside a power's standing orders."""


@dataclass(frozen=True)
class AheadLine:
    """An answer of a power: by which standing order, in which space, what a line says there; "" takes it back."""

    power: PowerId
    name: str
    space: SpaceId
    line: str


@dataclass(frozen=True)
class Ahead:
    """What one power has answered for the phase with this key: by standing order and space a line that names it."""

    phase: str
    lines: Mapping[tuple[str, SpaceId], str] = field(default_factory=dict)

    @classmethod
    def of(cls, kept: Sequence[str], phase: str) -> Ahead:
        """What was kept for a phase, nothing where it was for another one."""
        if kept[:1] != [phase]:
            return cls(phase)
        named = ((*each.split(" ", 2), each.partition(" ")[2]) for each in kept[1:])
        return cls(phase, {(name, space.removeprefix("space=")): line for name, space, _, line in named})

    @property
    def stored(self) -> list[str] | None:
        """As it is kept; None for nothing."""
        return [self.phase, *(f"{name} {line}" for (name, _), line in self.lines.items())] if self.lines else None

    def with_line(self, name: str, space: SpaceId, line: str) -> Ahead:
        """The same with this line, none for "", which leaves it to the standing orders."""
        kept = {key: text for key, text in self.lines.items() if key != (name, space)}
        return replace(self, lines={**kept, (name, space): f"space={space} {line}"} if line else kept)

    def line_in(self, name: str, space: SpaceId) -> str:
        """What is answered for a space, "" where nothing is."""
        return self.lines.get((name, space), "").removeprefix(f"space={space} ")

    def with_standing(self, orders: Orders) -> Orders:
        """A power's standing orders with these answers before those for the same spaces."""
        found = dict(orders)
        for name in dict.fromkeys(name for name, _ in self.lines):
            given = [line for (of, _), line in self.lines.items() if of == name]
            found[name] = in_place_of(name, orders.get(name, ()), given)
        return found
