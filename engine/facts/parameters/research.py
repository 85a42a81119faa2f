"""Weapons development."""

from __future__ import annotations

from typing import Literal

from engine.facts.board import DataModel


class ResearchRules(DataModel):
    """What dice for technologies cost and find."""

    price: int | None = None
    """IPCs for each die (RES-02); None without research (RES-01, OPT-03)."""

    goal: Literal["technology", "chart"] = "technology"
    """The technology is named before the dice, or rolled for on a chart after a breakthrough (RES-04, RES-05)."""

    tokens_kept: bool = False
    """Dice that failed are rolled again in later turns (RES-07)."""
