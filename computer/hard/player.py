"""The level `hard`: as `normal`, with more plans weighed, and the enemies' replies two deep."""

from __future__ import annotations

from computer.hard.replies import WaryEnemies
from computer.normal.player import NormalPlayer


class HardPlayer(NormalPlayer):
    """Weighs more, and what strikes back at who strikes."""

    enemies = WaryEnemies
    sureties = (0.5, 0.7, 0.85, 0.95, 0.99)
