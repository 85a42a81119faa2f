"""Where a player means to bring units, and which: plain values that survive in a custom id or a draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine import GameState
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from gamemaster.orders.drafts import JsonAction

SEPARATOR = "~"

Manner = Literal["", "escort", "cargo", "sea"]
"""What units do there: go by themselves, escort a raid, come ashore from a transport, fight in the zone before it."""

MANNERS: tuple[Manner, ...] = ("", "escort", "cargo", "sea")


@dataclass(frozen=True)
class Purpose:
    """What units are brought to a place for: with which word the deeds of its sheets begin, and what these say."""

    word: str
    where: str
    title: str
    asked: str
    button: str


ATTACK = Purpose("attack", "Attack where?", "Attack on", "Who attacks?", "Attack with")
BRING = Purpose("bring", "Move where?", "Move to", "Who goes there?", "Move")


@dataclass(frozen=True)
class Target:
    """Where units are to come: a space, or the facility there that is raided; `zone`: from where others land in it."""

    space: SpaceId
    raid: UnitId | None = None
    zone: SpaceId | None = None

    @property
    def name(self) -> str:
        """By which it is chosen."""
        return SEPARATOR.join((self.space, self.raid or "", self.zone or "")).rstrip(SEPARATOR)

    @classmethod
    def named(cls, name: str) -> Target:
        """The target that was chosen."""
        space, raid, zone, *_ = (*name.split(SEPARATOR), "", "")
        return cls(space, raid or None, zone or None)


@dataclass(frozen=True, order=True)
class Stack:
    """Own units of one kind in a space that can come to a target by themselves, or beside others from there.

    Cargo may be aboard already; its origin then is a sea zone.
    """

    origin: SpaceId
    unit: UnitId
    count: int
    manner: Manner = ""

    @property
    def name(self) -> str:
        """By which it is chosen."""
        return f"{self.origin}.{self.unit}{f'.{self.manner}' if self.manner else ''}"

    @classmethod
    def named(cls, name: str, count: int) -> Stack:
        """So many of the stack that was chosen."""
        origin, unit, manner, *_ = (*name.split("."), "", "")
        return cls(origin, unit, count, next((each for each in MANNERS if each == manner), ""))


@dataclass(frozen=True)
class Gathered:
    """Orders that bring units to a target, the position after them, who had to stay, with why, and who comes.

    kept: who stays chosen, even where they can't come with what else is chosen; of cargo no more than there are ships
    for.
    """

    orders: tuple[JsonAction, ...]
    state: GameState
    left_out: tuple[str, ...]
    coming: tuple[Stack, ...]
    kept: tuple[Stack, ...]


def some_of(stacks: Iterable[Stack], counts: Mapping[str, int]) -> tuple[Stack, ...]:
    """The stacks with as many units as are wanted of each, by name; never more than there are."""
    wanted = ((stack, min(counts.get(stack.name, 0), stack.count)) for stack in stacks)
    return tuple(replace(stack, count=count) for stack, count in wanted if count > 0)
