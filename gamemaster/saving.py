"""Saving while others save too: what was decided on an older state of the game is decided anew."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from gamemaster.errors import TooBusy
from store import StaleVersion

TRIES = 3
T = TypeVar("T")


async def until_saved(attempt: Callable[[], Awaitable[T]]) -> T:
    """Load, check and save; again where somebody else saved in between. Raises TooBusy after three tries."""
    for _ in range(TRIES):
        try:
            return await attempt()
        except StaleVersion:
            continue
    raise TooBusy
