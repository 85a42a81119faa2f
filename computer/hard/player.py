"""The level `hard`: as `normal`, with more plans weighed, replies two deep, and an eye on when victory counts."""

from __future__ import annotations

from computer.hard.replies import WaryEnemies
from computer.normal.player import NormalPlayer


class HardPlayer(NormalPlayer):
    """Weighs more plans, and in them what strikes back at who strikes, and whether the war is decided."""

    enemies = WaryEnemies
    sureties = (0.5, 0.7, 0.85, 0.95, 0.99)
