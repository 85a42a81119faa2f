"""Emoji of units and powers, which belong to the bot's application: made once, some time after the start.

Words stand beside each, so menus do without until they are there, and for good where Discord takes none.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import aiohttp
import discord
from discord.ext import commands

from cogs.service.client import TableBot
from gamemaster.upkeep.routine import BackgroundTask
from gamemaster.workers import Asker
from maps import draw_signs

AFTER_SECONDS = 10.0
"""What players wait for comes first."""
NOBODY = Asker(0, 0)

log = logging.getLogger(__name__)


class MakingEmoji(BackgroundTask):
    """One task that looks which emoji there are, and makes those that are missing, once."""

    def __init__(self, bot: TableBot, after: float = AFTER_SECONDS) -> None:
        self._bot = bot
        self._after = after

    async def _run(self) -> None:
        await self._bot.wait_until_ready()
        await asyncio.sleep(self._after)
        try:
            await self.make()
        except discord.HTTPException as refused:
            log.info("Discord takes no more emoji, so menus show words alone: %s", refused.text)
        except (aiohttp.ClientError, OSError) as failure:
            log.info("The emoji could not be made, so menus show words alone until the next start: %s", failure)
        except Exception:
            log.exception("The emoji could not be made, so menus show words alone until the next start.")
        await asyncio.Event().wait()

    async def make(self) -> None:
        """Show those that are there, and each other one once Discord has it; only one process makes them."""
        for emoji in await self._bot.fetch_application_emojis():
            self._show(emoji)
        if not self._bot.does_what_is_for_all:
            return
        signs = await self._bot.master.workers.quick(draw_signs, asker=NOBODY)
        for name, image in signs.items():
            if name not in self._bot.signs:
                self._show(await self._bot.create_application_emoji(name=name, image=image))

    def _show(self, emoji: discord.Emoji) -> None:
        self._bot.signs = {**self._bot.signs, emoji.name: discord.PartialEmoji(name=emoji.name, id=emoji.id)}


class Emoji(commands.Cog):
    """Makes the emoji beside all else."""

    def __init__(self, bot: TableBot, **options: Any) -> None:
        self.making = MakingEmoji(bot, **options)

    async def cog_load(self) -> None:
        """Begin."""
        self.making.start()

    async def cog_unload(self) -> None:
        """Stop."""
        await self.making.stop()


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(Emoji(bot))
