"""The connection to Discord: sought again every few seconds after it was lost, and the host told of it once."""

from __future__ import annotations

import logging
import time
from collections import deque

import discord
from discord.backoff import ExponentialBackoff

LONGEST_WAIT_SECONDS = 8.0
MOST_SHORT_WAITS, DAY_SECONDS = 500, 86_400
ATTEMPT = "Attempting a reconnect"

log = logging.getLogger(__name__)


class ShortWaits(ExponentialBackoff[bool]):
    """Waits as discord.py does between attempts to connect, but not for minutes: nobody is heard meanwhile.

    After 500 attempts in a day it waits as long as discord.py: Discord takes away the token of a bot that introduces
    itself 1,000 times a day.
    """

    def __init__(self) -> None:
        super().__init__()
        self._attempts: deque[float] = deque(maxlen=MOST_SHORT_WAITS)

    def delay(self) -> float:
        """The seconds until the next attempt."""
        wait, now = super().delay(), time.monotonic()
        is_many = len(self._attempts) == MOST_SHORT_WAITS and now - self._attempts[0] < DAY_SECONDS
        self._attempts.append(now)
        return wait if is_many else min(wait, LONGEST_WAIT_SECONDS)


class FailedAttempts(logging.Filter):
    """Keeps from the log what discord.py says of every attempt, with a traceback each."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is to be logged."""
        return not str(record.msg).startswith(ATTEMPT)


def seek_soon_and_quietly() -> None:
    """Have discord.py seek a lost connection in this way from now on."""
    for module in (discord.client, discord.shard):
        module.ExponentialBackoff = ShortWaits  # type: ignore[attr-defined]
        logging.getLogger(module.__name__).addFilter(FailedAttempts())
