"""Stacks that are asked only for the way to some spaces: where else they could go is not looked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from computer.greedy.stacks import Stack
from engine import ask
from engine.facts.board import SpaceId


@dataclass(frozen=True)
class AimedStack(Stack):
    """A stack, and the spaces to which it may be sent."""

    among: frozenset[SpaceId]

    @cached_property
    def ends(self) -> dict[SpaceId, tuple[SpaceId, ...]]:
        """Where of these it can go, and the path."""
        found = ask.destinations(self.state, self.space, self.unit.id, among=self.among)
        return {way.space: tuple(way.path) for way in found}


def aimed(stack: Stack, among: frozenset[SpaceId]) -> AimedStack:
    """A stack, for these spaces."""
    return AimedStack(stack.state, stack.space, stack.unit, stack.pieces, among)
