"""Why the bot cannot run: a sentence for its host, and the exit code by which a service starts it again or not."""

from __future__ import annotations

import aiohttp
import discord

from engine import InvalidData
from store import DatabaseDamaged, DatabaseNotSetUp, DatabaseTooNew, StoreError

DEVELOPERS = "https://discord.com/developers/applications"

FAILED, NOT_SET_UP = 1, 78
"""Exit codes: a start may go better a moment later, or not until the host has mended something (EX_CONFIG)."""

TOKEN_INVALID, WRONG_SHARDS = 4004, (4010, 4011)
"""Codes with which Discord ends a connection for good."""


class CannotStart(Exception):
    """The bot cannot run; the text is one sentence that says what to do."""


class CannotStartNow(CannotStart):
    """The same, where it may become possible by itself."""


NOBODY_ELSE_MENDS = (
    CannotStart,
    InvalidData,
    DatabaseNotSetUp,
    DatabaseTooNew,
    DatabaseDamaged,
    discord.LoginFailure,
    discord.ConnectionClosed,
    discord.PrivilegedIntentsRequired,
    discord.Forbidden,
    PermissionError,
)
"""What comes again however often the bot is started, until its host does something."""


def explained(error: Exception) -> str | None:
    """One sentence for a failure to start that the host can mend, or None."""
    if isinstance(error, CannotStart | StoreError | InvalidData):
        return str(error)
    code = error.code if isinstance(error, discord.ConnectionClosed) else None
    if isinstance(error, discord.LoginFailure) or code == TOKEN_INVALID:
        return (
            f"Discord doesn't know this token. Make a new one at {DEVELOPERS} (your application, Bot, Reset Token) and "
            "set DISCORD_TOKEN."
        )
    if code in WRONG_SHARDS:
        return "Discord wants this bot to have other shards. Set SHARD_COUNT and SHARD_IDS; see docs/hosting.md."
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return f"Discord refuses an intent, though this bot needs no privileged one. Check it at {DEVELOPERS} (Bot)."
    if isinstance(error, discord.Forbidden):
        return (
            f"The bot lacks a permission ({error.text}). Invite it again with the link in the README (scopes bot and "
            "applications.commands)."
        )
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename} cannot be read or written by this user ({error.strerror})."
    if isinstance(error, aiohttp.ClientError | OSError | discord.GatewayNotFound):
        return "Discord cannot be reached. Check the network connection and start again. No game is lost."
    if isinstance(error, discord.DiscordServerError):
        return "Discord is having trouble. Start again in a few minutes. No game is lost."
    return None


def exit_code(error: Exception) -> int:
    """By which a service starts the bot again, or leaves it down: endless logins with a wrong token help nobody."""
    waits = isinstance(error, CannotStartNow) or not isinstance(error, NOBODY_ELSE_MENDS)
    return FAILED if waits else NOT_SET_UP
