"""What holds for all tests of the game master."""

from __future__ import annotations

from tests.sketching import pictures_are_sketched

__all__ = ["pictures_are_sketched"]
