"""Strategic bombing raids and rockets."""

from __future__ import annotations

from typing import Literal

from engine.facts.board import DataModel


class RaidRules(DataModel):
    """What raids do. The air battle before them is one of the battles in `combat`."""

    loss: Literal["ipcs", "damage"] | None = None
    """What bombing raids and rockets cost the enemy (SPC-34); None where there are no raids (SPC-26)."""

    flak_losses: Literal["rolled_for", "attacker_chooses"] = "rolled_for"
    """Who falls to the own guns of a facility: the aircraft that a die was for, or whom the attacker names (SPC-33)."""

    rocket_range: int | None = None
    """Spaces that a rocket flies (SPC-51)."""
