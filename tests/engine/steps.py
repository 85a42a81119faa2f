"""How much work something is, whatever the machine does meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class TooMuch(AssertionError):
    """A work item took more steps than it may."""


def steps(work: Callable[[], Any], most: int) -> int:
    """The calls of functions that a work item takes; raises TooMuch, without going on, at more than so many."""
    taken = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal taken
        if event in ("call", "c_call"):
            taken += 1
            if taken > most:
                raise TooMuch(f"more than {most} steps")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return taken
