"""Registering the commands with Discord, which allows 200 new ones a day: only when they have changed."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Any

import aiohttp
import discord
from discord import app_commands

from gamemaster.master import GameMaster

PATIENCE_SECONDS = 20.0

log = logging.getLogger(__name__)


def fingerprint(tree: app_commands.CommandTree[Any]) -> str:
    """The same for the same commands, whatever order their modules were loaded in."""
    payload = sorted((command.to_dict(tree) for command in tree.get_commands()), key=lambda each: str(each["name"]))
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


async def register_commands(tree: app_commands.CommandTree[Any], application_id: int, master: GameMaster) -> None:
    """Register the commands unless Discord has them already; where it refuses, the bot goes on with those from before.

    Raises discord.LoginFailure.
    """
    present = fingerprint(tree)
    if await master.host_reports.registered_commands(application_id) == present:
        return
    try:
        await asyncio.wait_for(tree.sync(), PATIENCE_SECONDS)
    except discord.LoginFailure:
        raise
    except (discord.HTTPException, app_commands.AppCommandError, aiohttp.ClientError, OSError, TimeoutError) as error:
        log.warning(
            "The commands could not be registered with Discord, so the old ones stay until the next start (%s). If "
            "this keeps happening, invite the bot again with the link in the README.",
            " ".join(str(error).split()) or "no answer",
        )
        return
    await master.host_reports.remember_registered_commands(application_id, present)
