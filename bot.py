"""Communiqué: the entry point. With a token it goes to Discord, without one it opens the local table."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import aiohttp
import discord
from pydantic import ValidationError
from yarl import URL

from cogs.client import TableBot
from cogs.sending import DiscordSender
from engine import InvalidData, load_setup, setup_names
from engine.rulebook import load_rulebook
from gamemaster.demos import Demo, demos
from gamemaster.master import GameMaster
from gamemaster.workshop import shared_workshop
from local import LocalTable, Shortcut
from settings import SETTINGS_FILE, Settings
from store import Clock, Store, StoreError, utc_seconds

DEVELOPERS = "https://discord.com/developers/applications"
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)

log = logging.getLogger("communique")


class CannotStart(Exception):
    """The bot cannot run; the text is one sentence that says what to do."""


async def use_server(api_url: str) -> None:
    """Point discord.py at another Discord-compatible server; must happen before login."""
    base = api_url.rstrip("/")
    try:
        async with aiohttp.ClientSession() as session, session.get(f"{base}/gateway") as answer:
            gateway = (await answer.json())["url"]
    except (aiohttp.ClientError, OSError, KeyError, ValueError) as error:
        raise CannotStart(f"No Discord-compatible server answers at {api_url}: check DISCORD_API_URL.") from error
    discord.http.Route.BASE = base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)
    discord.asset.Asset.BASE = f"{URL(base).origin()}/cdn"


def keep_start_out_of_collections() -> None:
    """What is loaded at the start stays for good: searching it for garbage would hold up everybody for 0.1 s."""
    gc.collect()
    gc.freeze()


async def play(settings: Settings, token: str, clock: Clock = utc_seconds, also: Sequence[str] = ()) -> None:
    """Run the bot until it is stopped; `also` are cogs beside the usual ones."""
    for setup in setup_names():
        load_setup(setup)
    load_rulebook()
    keep_start_out_of_collections()
    store = await Store.open(settings.database_url)
    try:
        bot = TableBot(also=also)
        bot.master = GameMaster(store, DiscordSender(bot), clock, edit_pause=settings.edit_pause)
        async with bot:
            await bot.start(token)
    finally:
        shared_workshop().close()
        await store.close()


async def play_locally(settings: Settings) -> None:
    """Open the local table and play there."""
    state = Path(settings.local_state)
    try:
        table = LocalTable(state, shortcuts=[_to_try(demo) for demo in demos().values()])
    except sqlite3.DatabaseError as error:
        raise CannotStart(f"{state} is no file of the local table: move it away, or set LOCAL_STATE.") from error
    try:
        await table.start(port=settings.local_port)
    except OSError as error:
        raise CannotStart(f"Port {settings.local_port} is taken: stop what uses it, or set LOCAL_PORT.") from error
    sys.stdout.write(f"The local table is open: {table.base_url}\n")
    sys.stdout.flush()
    try:
        await use_server(table.api_url)
        await play(settings, table.bot_token, lambda: int(table.clock()), ["cogs.demo"])
    finally:
        await table.stop()


def _to_try(demo: Demo) -> Shortcut:
    channel = f"try-{demo.id.replace('_', '-')}"
    return Shortcut(demo.edition, demo.stage.capitalize(), channel, "demo", {"game": demo.id}, other_person="opponent")


def explained(error: Exception) -> str | None:
    """One sentence for a failure to start that the host can mend, or None."""
    if isinstance(error, CannotStart | StoreError | InvalidData):
        return str(error)
    if isinstance(error, discord.LoginFailure):
        return (
            f"Discord does not know this token: make a new one at {DEVELOPERS} (your application, Bot, Reset Token) "
            "and set DISCORD_TOKEN."
        )
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return f"Discord refuses an intent, though this bot needs no privileged one: check it at {DEVELOPERS} (Bot)."
    if isinstance(error, discord.Forbidden):
        return (
            f"The bot lacks a permission ({error.text}): invite it again with the link in the README "
            "(scopes bot and applications.commands)."
        )
    if isinstance(error, aiohttp.ClientError | OSError | discord.GatewayNotFound):
        return "Discord cannot be reached: check the network connection and start again; no game is lost."
    if isinstance(error, discord.DiscordServerError):
        return "Discord has trouble at the moment: start again in a few minutes; no game is lost."
    return None


async def run(settings: Settings) -> None:
    """Run until done or stopped by a signal."""
    token = settings.discord_token.get_secret_value().strip() if settings.discord_token else ""
    if token:
        if settings.discord_api_url:
            await use_server(settings.discord_api_url)
        work = asyncio.ensure_future(play(settings, token))
    elif settings.discord_api_url:
        raise CannotStart(
            f"DISCORD_API_URL is set but DISCORD_TOKEN is not: get a token at {DEVELOPERS}, or unset both."
        )
    else:
        work = asyncio.ensure_future(play_locally(settings))
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, work.cancel)
    with suppress(asyncio.CancelledError):
        await work


def warn_of_open_settings() -> None:
    """One line in the log where others on this machine can read the bot's token."""
    file = Path(SETTINGS_FILE)
    if os.name == "posix" and file.is_file() and file.stat().st_mode & 0o077:
        log.warning("Other users of this machine can read %s, which may hold the bot's token: chmod 600 it.", file)


def main() -> int:
    """The exit code: 0 when stopped, 1 with one sentence when the bot cannot run."""
    try:
        settings = Settings()
    except ValidationError as error:
        problem = error.errors()[0]
        sys.stderr.write(f"The setting {str(problem['loc'][0]).upper()} is wrong: {problem['msg']}.\n")
        return 1
    discord.utils.setup_logging(level=logging.getLevelNamesMapping().get(settings.log_level.upper(), logging.INFO))
    warn_of_open_settings()
    try:
        asyncio.run(run(settings))
    except Exception as error:
        sentence = explained(error)
        if sentence is None:
            raise
        sys.stderr.write(f"{sentence}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
