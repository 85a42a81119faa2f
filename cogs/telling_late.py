"""After a start: those who still see that the bot is thinking, though it died, are told what came of their commands."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import aiohttp
import discord

from cogs.saying import say_late
from gamemaster.fates import Fate
from store import StoreError
from store.under_way import UnderWay

if TYPE_CHECKING:
    from cogs.client import TableBot

LATE = {
    Fate.COUNTED: "I was restarted in the middle of this, and it counted: /game status and /my-orders show it.",
    Fate.ROLLS: "I was restarted in the middle of this. It counts: what its dice bring is posted here.",
    Fate.DID_NOT_COUNT: "I was restarted in the middle of this, and it did not count: please give it once more.",
    Fate.ASKED_IN_VAIN: "I was restarted in the middle of this: please ask for it once more.",
}

log = logging.getLogger(__name__)


async def tell_late(bot: TableBot, left_behind: Sequence[UnderWay]) -> None:
    """Tell each; what can no longer be told is forgotten."""
    if not left_behind:
        return
    await bot.master.waiting.until_all_others_have_ended()
    told = 0
    for command in left_behind:
        try:
            told += bot.master.waiting.can_be_told(command) and await _tell(bot, command)
        except (StoreError, discord.DiscordException, aiohttp.ClientError, OSError) as failure:
            log.info("Interaction %s cannot be answered any more: %r", command.interaction_id, failure)
        bot.master.waiting.answered(command.interaction_id)
    log.info("Commands that the last stop had cut off: %s, answered now: %s.", len(left_behind), told)


async def _tell(bot: TableBot, command: UnderWay) -> bool:
    """Gives whether somebody was waiting."""
    answer = discord.Webhook.partial(command.application_id, command.token, client=bot)
    shown = await answer.fetch_message(cast("int", "@original"))
    if not shown.flags.loading:
        return False  # It had been answered, only not been taken off the list.
    fate = await bot.master.fates.of(command.channel_id, str(command.interaction_id), is_order=command.is_order)
    await say_late(answer, LATE[fate])
    return True
