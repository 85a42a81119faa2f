"""French Resistance: infantry where its territory was freed."""

from __future__ import annotations

from gamemaster.narration.questions.advantages.free_units import about_free_units

TELLING = about_free_units("french_resistance")
