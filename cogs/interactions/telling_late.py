"""After a start: users who wait for an answer from a bot that has died are told what came of their commands."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, cast

import aiohttp
import discord

from cogs.interactions.answering import say_late
from gamemaster.master import GameMaster
from gamemaster.unanswered.outcomes import CutOff
from store import StoreError
from store.outbox.unanswered import UnansweredCommand

LATE = {
    CutOff.COUNTED: "I restarted in the middle of this. It counted; /game status and /my-orders show it.",
    CutOff.ROLLS: "I restarted in the middle of this. It counts; its dice are posted here.",
    CutOff.DID_NOT_COUNT: "I restarted in the middle of this. It didn't count; try again.",
    CutOff.ASKED_IN_VAIN: "I restarted in the middle of this. Ask again.",
}

PAUSE_SECONDS = 5.0
"""Between two attempts where Discord or the database does not answer."""

log = logging.getLogger(__name__)


async def tell_late(client: discord.Client, master: GameMaster, left_behind: Sequence[UnansweredCommand]) -> None:
    """Tell each, as long as Discord takes it."""
    left, told = list(left_behind), 0
    while left:
        trying, left = left, []
        for command in trying:
            try:
                told += master.waiting.can_be_told(command) and await _tell(client, master, command)
            except (discord.DiscordServerError, StoreError, aiohttp.ClientError, OSError) as failure:
                _log("yet", command, failure)
                left.append(command)
                continue
            except discord.DiscordException as failure:
                _log("any more", command, failure)
            master.waiting.answered(command.interaction_id)
        if left:
            await asyncio.sleep(PAUSE_SECONDS)
    if left_behind:
        log.info("Commands cut off by the last stop: %s; answered now: %s.", len(left_behind), told)


def _log(when: str, command: UnansweredCommand, failure: Exception) -> None:
    """Only by its kind: the text of some failures has the address, and so the token."""
    log.info("Interaction %s cannot be answered %s: %s", command.interaction_id, when, type(failure).__name__)


async def _tell(client: discord.Client, master: GameMaster, command: UnansweredCommand) -> bool:
    """Gives whether somebody was waiting."""
    answer = _answer_to(client, command)
    shown = await answer.fetch_message(cast("int", "@original"))
    if command.is_thinking and not shown.flags.loading:
        return False  # It had been answered, only not been taken off the list.
    outcome = await master.cut_off_commands.of(
        command.channel_id, str(command.interaction_id), is_order=command.is_order
    )
    await say_late(answer, LATE[outcome])
    return True


def _answer_to(client: discord.Client, command: UnansweredCommand) -> discord.Webhook:
    """What discord.py makes for an interaction, of which the token alone is left."""
    data: Any = {"id": command.application_id, "type": discord.WebhookType.application.value, "token": command.token}
    return discord.Webhook.from_state(data, state=client._connection)
