"""Enemies who may decide the war: what they can take counts by how much nearer it brings each side to victory, too."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

from computer.normal.replies import NOWHERE, Enemies, Held
from computer.normal.victory.deciding import Deciding
from engine import GameState
from engine.facts.board import PowerId, SpaceId


class Rivals(Enemies):
    """Enemies as a power sees them that knows when it is looked at who has won."""

    def __init__(self, state: GameState, power: PowerId) -> None:
        super().__init__(state, power)
        self._state, self._power = state, power

    def decides(
        self, held: Collection[Held], gone: Collection[SpaceId] = (), wins: Mapping[SpaceId, float] = NOWHERE
    ) -> float:
        """How much nearer the enemies come to winning before the power moves again, in IPCs."""
        return self._deciding.fears(held, gone, wins)

    def won(self, wins: Mapping[SpaceId, float]) -> float:
        """How likely the war is won before any enemy moves."""
        return self._deciding.won(wins)

    @cached_property
    def _deciding(self) -> Deciding:
        return Deciding(self._state, self._power, self)
