"""Orders that use national advantages, at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine import GameState
from engine.advantages.uses import usable


def advantage_orders(state: GameState, rng: Random) -> Iterator[dict[str, Any]]:
    """For each advantage that could be used now something that it might be used for, often for a part of it."""
    for name, offers in usable(state).items():
        if rng.random() < 0.7:
            offer = rng.choice(offers)
            yield {"type": "advantage", "name": name, **offer, **_some(offer.get("units"), rng)}


def _some(units: object, rng: Random) -> dict[str, Any]:
    """Some of the units that an order could name."""
    if not isinstance(units, dict) or not units:
        return {}
    unit = rng.choice(sorted(units))
    return rng.choice([{}, {"units": {unit: rng.randint(1, units[unit])}}])
