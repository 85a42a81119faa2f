"""Time and ids of the local table."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], float]

DISCORD_EPOCH_MS = 1_420_070_400_000


class TableClock:
    """The real time in Unix seconds, which a test can move forward without waiting."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += seconds


class Snowflakes:
    """Discord's ids: milliseconds since 2015 in the upper bits, strictly ascending."""

    def __init__(self, clock: Clock, last: int = 0) -> None:
        self._clock = clock
        self._last = last

    def next(self) -> str:
        wanted = (int(self._clock() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(wanted, self._last + 1)
        return str(self._last)


def created_at(snowflake: str) -> float:
    """When an id was made, in Unix seconds."""
    return ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000


def iso(seconds: float) -> str:
    """A time in Unix seconds as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()
