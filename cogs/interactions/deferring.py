"""More time for a slow answer: Discord gives up on an interaction after three seconds.

Most answers come at once and need nothing before them. If none has come after a second and a half, whatever delays it
(a slow disk, another process at the database, a crowd), the bot says that it is thinking.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import discord

PATIENCE_SECONDS = 1.5
_DEFER = "patience"  # in the extras of an interaction

log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]


class _DeferWhenSlow:
    """Waits for the first answer of an interaction."""

    def __init__(self, interaction: Interaction, ask_for_time: Callable[[Interaction], Awaitable[None]]) -> None:
        self._interaction = interaction
        self._ask_for_time = ask_for_time
        self._asking: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(PATIENCE_SECONDS, self._lose)

    def _lose(self) -> None:
        self._asking = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        try:
            await self._ask_for_time(self._interaction)
        except discord.HTTPException as error:
            log.warning("There was no more time for an answer: %s", error.text)

    async def end(self) -> None:
        """An answer comes: if the bot is just asking for more time, that goes first."""
        self._timer.cancel()
        if self._asking is not None:
            await self._asking

    def forget(self) -> None:
        """Nobody is waiting."""
        self._timer.cancel()


@contextmanager
def defer_when_slow(interaction: Interaction, ask_for_time: Callable[[Interaction], Awaitable[None]]) -> Iterator[None]:
    """Ask for more time while the block runs, if it goes on for long without an answer."""
    waiting = interaction.extras[_DEFER] = _DeferWhenSlow(interaction, ask_for_time)
    try:
        yield
    finally:
        waiting.forget()


async def is_answered(interaction: Interaction) -> bool:
    """Whether the first answer has been given, even if only that it takes time; after this, none comes by itself."""
    waiting = interaction.extras.pop(_DEFER, None)
    if waiting is not None:
        await waiting.end()
    return interaction.response.is_done()
