"""Battles that are fought without a press for each round: in which order, how, and what was answered ahead."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from engine.ask import Orders
from engine.facts.board import PowerId, SpaceId
from engine.queries.standing_orders import in_place_of
from engine.state.battles import PendingBattle
from store import JsonObject

PRESS = "retreat"
"""The standing orders that say how attackers fight on."""


def name_of(battle: PendingBattle) -> str:
    """What a battle is called in the order of them: its space, of a raid with its kind."""
    return battle.space if battle.kind == "combat" else f"{battle.space}.{battle.kind}"


@dataclass(frozen=True)
class FightAll:
    """What holds until the phase with this key ends, its battles are over, or its player stops it.

    battles: the names of those to be fought first, the first one first; others follow as they come. lines: how the
    player presses on in single spaces, as in standing orders, in place of those.
    """

    phase: str
    battles: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()

    @classmethod
    def of(cls, kept: JsonObject | None) -> FightAll | None:
        """What was kept."""
        return FightAll(kept["phase"], tuple(kept["battles"]), tuple(kept["lines"])) if kept else None

    @property
    def stored(self) -> JsonObject:
        """As it is kept."""
        return asdict(self)

    @property
    def mark(self) -> str:
        """By which a button knows the plan that it stands below: another may have been made since, on another sheet."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]

    def with_first(self, name: str) -> FightAll:
        """The same with this battle before all others."""
        return replace(self, battles=(name, *(each for each in self.battles if each != name)))

    def with_line(self, space: SpaceId, line: str) -> FightAll:
        """The same with this line for a space, none for "", which leaves it to the standing orders."""
        begin = f"space={space} "
        kept = tuple(each for each in self.lines if not each.startswith(begin))
        return replace(self, lines=(*kept, begin + line) if line else kept)

    def line_in(self, space: SpaceId) -> str:
        """What a line says of a space, "" where there is none."""
        begin = f"space={space} "
        return next((each.removeprefix(begin) for each in self.lines if each.startswith(begin)), "")

    def in_order(self, battles: Sequence[PendingBattle]) -> list[PendingBattle]:
        """These battles, those that come first at first."""
        place = {name: number for number, name in enumerate(self.battles)}
        return sorted(battles, key=lambda battle: place.get(name_of(battle), len(place)))

    def with_lines(self, power: PowerId, orders: Mapping[str, Orders]) -> Mapping[str, Orders]:
        """Everybody's standing orders, those of its player with these lines."""
        own = orders.get(power, {})
        return {**orders, power: {**own, PRESS: in_place_of(PRESS, own.get(PRESS, ()), self.lines)}}


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
