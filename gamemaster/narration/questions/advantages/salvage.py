"""Salvage: a tank after tanks of the enemy were destroyed."""

from __future__ import annotations

from gamemaster.narration.questions.advantages.free_units import about_free_units

TELLING = about_free_units("salvage")
