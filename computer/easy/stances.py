"""How much a player dares: the same judgement, with other bounds of what is sure enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Stance:
    """What is sure enough.

    safe: capitals are guarded until they fall less often. holds: land units go where they are lost no more often.
    enough: attacks are won so often at least; wanted, surer: a force grows until it wins about so often, or so often.
    fear: so much of what the enemy strikes back counts.
    """

    safe: float = 0.18
    holds: float = 0.5
    enough: float = 0.6
    wanted: float = 0.85
    surer: float = 0.97
    fear: float = 1.0


BALANCED = Stance()
STANCES: Mapping[str, Stance] = {
    "careful": Stance(safe=0.06, holds=0.25, enough=0.8, wanted=0.92, surer=0.99, fear=1.6),
    "balanced": BALANCED,
    "bold": Stance(safe=0.35, holds=0.75, enough=0.45, wanted=0.7, surer=0.9, fear=0.5),
}
