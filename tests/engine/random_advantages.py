"""Orders that use national advantages, at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine import GameState
from engine.advantages.uses import usable


def advantage_orders(state: GameState, rng: Random) -> Iterator[dict[str, Any]]:
    """For each advantage that could be used now something that it might be used for."""
    for name, offers in usable(state).items():
        if rng.random() < 0.7:
            yield {"type": "advantage", "name": name, **rng.choice(offers)}
