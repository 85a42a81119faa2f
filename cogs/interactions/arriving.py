"""What arrives from Discord, as texts that can be stored, and how it is under way until it is answered.

When the bot is stopped, no new command begins, what is under way has a while to finish, and the rest is answered:
nobody is left with a bot that thinks for ever.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import aiohttp
import discord
from discord import AppCommandOptionType, app_commands

from cogs.interactions.answering import NEVER_SENT, leave_nothing_open, say, take_time_in_place
from cogs.interactions.life import Life, life_of
from gamemaster.unanswered.outcomes import CutOff, CutOffCommands
from store import StoreError

TYPES: dict[AppCommandOptionType, type] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}


def cleaned(data: Any) -> Any:
    """The data of an interaction without control characters and halves of characters in any text."""
    if isinstance(data, str):
        return NEVER_SENT.sub("", data.replace("\t", " "))
    if isinstance(data, dict):
        return {key: cleaned(value) for key, value in data.items()}
    if isinstance(data, list):
        return [cleaned(value) for value in data]
    return data


def fits(command: app_commands.Command[Any, ..., Any], given: app_commands.Namespace) -> bool:
    """Whether the options of a command are those that it has, each with a value of its type, length and range."""
    known = {parameter.display_name: parameter for parameter in command.parameters}
    return all(name in known and _fits(known[name], value) for name, value in given)


def _fits(option: app_commands.Parameter, value: Any) -> bool:
    if option.type not in TYPES:
        return True
    if type(value) is not TYPES[option.type]:
        return False
    if option.choices:
        return value in [choice.value for choice in option.choices]
    size: Any = len(value) if isinstance(value, str) else value
    least, most = option.min_value, option.max_value
    return (least is None or size >= least) and (most is None or size <= most)


def fields_of(components: Any) -> dict[str, str]:
    """The text of every text field of a form by its custom id, whatever it is wrapped in."""
    found: dict[str, str] = {}
    for component in components:
        if "value" in component and "custom_id" in component:
            found[component["custom_id"]] = str(component["value"])
        inner = component.get("components", ()) or ([component["component"]] if "component" in component else ())
        found |= fields_of(inner)
    return found


ANSWER_SECONDS = 0.5
CROWD = 8
"""With more than so many under way, each is acknowledged first of all: its answer may have to wait for theirs."""
STOPPING = "I'm restarting. Nothing changed; try again in a minute."
CUT = {
    CutOff.COUNTED: "I'm restarting. This counted; in a minute /game status and /my-orders show it.",
    CutOff.ROLLS: "I'm restarting. This counts; its dice are posted here in a minute.",
    CutOff.DID_NOT_COUNT: "I'm restarting. This didn't count; try again in a minute.",
    CutOff.ASKED_IN_VAIN: "I'm restarting. Ask again in a minute.",
    None: "I'm restarting. In a minute /game status shows whether this counted.",
}
"""What a player is told whose command was cut off; None: the database does not say in time."""

log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]


class CommandsUnderWay:
    """The commands, presses and forms under way."""

    def __init__(self) -> None:
        self._under_way: dict[asyncio.Task[Any], Interaction] = {}
        self._is_ending = False
        self._is_over = False

    async def run(self, interaction: Interaction, kind: str, command: Callable[[], Awaitable[None]]) -> None:
        """Do what an interaction asks for, in the task that this is called in; `kind` is for the figures."""
        is_form = interaction.type is discord.InteractionType.modal_submit
        if self._is_over and is_form:
            return  # What was typed stays in a form that gets no answer, and can be sent again.
        life = Life(interaction, kind)
        if self._is_ending and not is_form:
            await _answer(interaction, STOPPING)
            return
        is_suggestion = interaction.type is discord.InteractionType.autocomplete
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  # this is a coroutine
        self._under_way[task] = interaction
        if not is_suggestion:
            life.take_time_when_slow(take_time_in_place, is_in_crowd=len(self._under_way) > CROWD)
        try:
            await command()
        except asyncio.CancelledError:
            life.lost()
            raise
        finally:
            del self._under_way[task]
            life.end()

    async def end(self, seconds: float) -> None:
        """Begin nothing more except forms, wait this long for what is under way, then cut off and answer the rest."""
        self._is_ending = True
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        while self._under_way and (left := end - clock()) > 0:
            await asyncio.wait([*self._under_way], timeout=left)
        self._is_over = True
        if self._under_way:
            log.warning("The bot is stopping and cuts off %s commands.", len(self._under_way))
            await asyncio.gather(*(_cut_off(*command) for command in [*self._under_way.items()]))


async def _cut_off(task: asyncio.Task[Any], interaction: Interaction) -> None:
    """Cancel a command and tell whether it counted, as far as that can be known at once."""
    task.cancel()
    await asyncio.wait({task}, timeout=ANSWER_SECONDS)
    if not task.done():  # While it waits for a lock, it cannot be cancelled before it has the lock.
        await _answer(interaction, CUT[None])
    elif task.cancelled():
        await _answer(interaction, CUT[await _outcome(interaction)])


async def _outcome(interaction: Interaction) -> CutOff | None:
    cut_off_commands: CutOffCommands = interaction.client.master.cut_off_commands
    with suppress(StoreError, TimeoutError):
        async with asyncio.timeout(ANSWER_SECONDS):
            return await cut_off_commands.of(
                interaction.channel_id or 0, str(interaction.id), is_order=life_of(interaction).is_order
            )
    return None


async def _answer(interaction: Interaction, text: str) -> None:
    """The last word, if Discord takes it at once."""
    with suppress(discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError):
        async with asyncio.timeout(ANSWER_SECONDS):
            if interaction.type is discord.InteractionType.autocomplete:
                await leave_nothing_open(interaction)
            else:
                await say(interaction, text)
