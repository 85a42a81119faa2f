"""The time, as the store keeps it."""

import time
from collections.abc import Callable
from typing import TypeAlias

Clock: TypeAlias = Callable[[], int]


def utc_seconds() -> int:
    """Seconds since 1970-01-01 00:00 UTC."""
    return int(time.time())
