"""Strategic bombing raids and rockets."""

from __future__ import annotations

from typing import Literal

from engine.facts.board import DataModel


class RaidRules(DataModel):
    """What raids do. The air battle before them is one of the battles in `combat`."""

    loss: Literal["ipcs", "damage"] | None = None
    """What bombing raids and rockets cost the enemy (SPC-34); None where there are no raids (SPC-26)."""

    rocket_range: int | None = None
    """Spaces that a rocket flies (SPC-51)."""
