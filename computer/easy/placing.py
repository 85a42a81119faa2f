"""Placing what was bought, as near to the front as can be."""

from __future__ import annotations

from computer.ending import placings
from computer.greedy import ground
from computer.greedy.buying import PLACE
from computer.playing import Hand
from engine.state.known import of_land

ways = of_land(ground.ways)
"""How far each space is from the nearest goal of a power, found once for all who ask about the same ground."""
FAR = 99.0


def place_all(hand: Hand) -> None:
    """Place what was bought where it is nearest to the enemy."""
    for _ in range(200):
        far = ways(hand.state, hand.power)
        able = sorted(placings(hand.state), key=lambda order: far.get(str(order["space"]), FAR))
        if not any(hand.offer(order, PLACE) for order in able):
            return
