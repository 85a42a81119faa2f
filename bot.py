"""Communiqué: the entry point. With a token it goes to Discord, without one it opens the local table."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import platform
import signal
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

gc.disable()  # All that is imported stays: searching it again and again for garbage takes a sixth of the time.

import aiohttp
import discord
from yarl import URL

from cogs.service.client import ShardedTableBot, TableBot
from cogs.service.failures import DEVELOPERS, NOT_SET_UP, CannotStart, CannotStartNow, exit_code, explained
from cogs.service.log_lines import JsonLines, TextLines
from cogs.service.monitoring import watched
from cogs.service.sending import DiscordSender
from engine import load_setup, setup_faults, setup_names
from engine.facts.rulebook import load_rulebook
from gamemaster.lobby.demos import Demo, demos
from gamemaster.master import GameMaster
from gamemaster.upkeep.backups import BackingUp
from gamemaster.version import ENGINE_VERSION
from gamemaster.workers import shared_workers
from maps import is_drawn, is_known_power
from settings import Settings, WrongSetting, doubts, read_settings
from store import Clock, Store, is_shared, make_folder, settings_file, utc_seconds
from store.database.alone import FIRST_SHARD, alone_with
from store.maintenance.backups import Backups
from store.maintenance.starting import check_not_lost, take_charge
from store.outbox.unanswered import UnansweredFile, file_of_process

if TYPE_CHECKING:
    from local import Shortcut

gc.enable()
TALKATIVE = ("aiosqlite", "asyncio", "discord.gateway", "discord.http", "discord.webhook", "matplotlib", "PIL")
"""What would write orders, answers and keys to the log where everything is to be logged."""

WIND_UP_SECONDS, LAST_SECONDS = 3.5, 4.7
"""For what is under way when a signal comes, and for all of the way out."""

COLLECT_AFTER = (5_000, 20, 20)
"""New objects until a search among the youngest, and searches until the next among older ones, and among all.

A command leaves some forty objects of garbage, which the first two find.
"""

TURN_SECONDS = 0.001
"""For so long a thread beside the event loop may keep Python to itself; by default five times as long.

The loop waits for that whenever it has heard something, several times for each answer.
"""

EMOJI = "cogs.service.emoji"
"""What makes Discord's application emoji, of which tests that play at many tables need none."""

log = logging.getLogger("communique")


async def use_server(api_url: str) -> None:
    """Point discord.py at another Discord-compatible server; must happen before login."""
    base = api_url.rstrip("/")
    try:
        async with aiohttp.ClientSession() as session, session.get(f"{base}/gateway") as answer:
            gateway = (await answer.json())["url"]
    except (aiohttp.ClientError, OSError, KeyError, ValueError) as error:
        raise CannotStartNow(f"No Discord-compatible server answers at {api_url}. Check DISCORD_API_URL.") from error
    discord.http.Route.BASE = base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)
    discord.asset.Asset.BASE = f"{URL(base).origin()}/cdn"


def keep_start_out_of_collections() -> None:
    """What is loaded at the start stays for good: searching it for garbage would hold up everybody for 0.1 s.

    Games that are read are thousands of objects and hardly ever garbage, so they are not searched at each command.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def keep_threads_from_holding_up() -> None:
    """Let the event loop go on soon while threads work things out beside it."""
    sys.setswitchinterval(TURN_SECONDS)


def check_setups() -> None:
    """Say which setups cannot be played as their files are wrong; raises CannotStart where none is left."""
    for setup, fault in setup_faults().items():
        log.error(
            "The setup %s is left out and its games have to wait, because one of its files is wrong: %s", setup, fault
        )
    for setup in setup_names():
        _check_pictures(setup)
    if not setup_names():
        raise CannotStart(
            "No setup can be played because their files are wrong. Put back the files that came with the bot."
        )


def _check_pictures(setup: str) -> None:
    """Say what a setup lacks to be drawn: it can be played without."""
    edition = load_setup(setup)
    if not is_drawn(edition.board.board):
        log.warning(
            "Games of the setup %s have no maps: draw its board with `make boards BOARD=%s` (docs/boards.md).",
            setup,
            edition.board.board,
        )
    if plain := [power.id for power in edition.powers if not is_known_power(power.id)]:
        log.warning(
            "In the setup %s these powers look alike on maps, because no file in data/looks lists them: %s.",
            setup,
            ", ".join(plain),
        )


def check_shards(settings: Settings, database_url: str) -> None:
    """Raise CannotStart where other processes have shards, but could not share the database."""
    if settings.is_one_of_many and not is_shared(database_url):
        raise CannotStart(
            f"This process has {len(settings.shards)} of {settings.shard_count} shards, but several processes can "
            "share games only on PostgreSQL. Set DATABASE_URL to one, or leave out SHARD_IDS."
        )


def made(settings: Settings, also: Sequence[str] = ()) -> TableBot:
    """The bot with its shards."""
    if settings.shard_count is None:
        return TableBot(also=(EMOJI, *also))
    return ShardedTableBot(also=(EMOJI, *also), shard_count=settings.shard_count, shard_ids=settings.shards)


async def play(
    settings: Settings, token: str, database_url: str, clock: Clock = utc_seconds, also: Sequence[str] = ()
) -> None:
    """Run the bot until it is stopped; `also` are cogs beside the usual ones."""
    check_setups()
    load_rulebook().search("infantry")  # What is found once for all searches is found before anybody waits.
    keep_start_out_of_collections()
    keep_threads_from_holding_up()
    check_not_lost(database_url)
    check_shards(settings, database_url)
    async with alone_with(database_url, settings.shards or FIRST_SHARD):
        await _play_alone(settings, token, database_url, clock, also)


async def _play_alone(settings: Settings, token: str, database_url: str, clock: Clock, also: Sequence[str]) -> None:
    store = await Store.open(database_url)
    log.info("Games are kept in %s%s.", store.place, ", which is new and empty" if store.is_new else "")
    backing_up = BackingUp(Backups(database_url, settings.backup_every, settings.backup_keep), store)
    try:
        await take_charge(store)
        backing_up.start()
        bot = made(settings, also)
        folder, shards = settings.local_state_file.parent, settings.shards or FIRST_SHARD
        bot.master = GameMaster(
            store,
            DiscordSender(bot),
            clock,
            edit_pause=settings.edit_pause,
            under_way=UnansweredFile(file_of_process(database_url, folder, shards[0])),
        )
        async with _watched(bot, settings.watch_port), bot:
            await _until_stopped(bot, token)
    finally:
        await backing_up.stop()
        shared_workers().close()
        await store.close()


async def _until_stopped(bot: TableBot, token: str) -> None:
    """Stay connected until a signal comes, and then while what is under way finishes."""
    connected = asyncio.create_task(bot.start(token))
    try:
        await asyncio.shield(connected)
    except asyncio.CancelledError:
        if bot.master.publisher.is_at_work:
            await bot.wind_up(WIND_UP_SECONDS)
        connected.cancel()
        await asyncio.gather(connected, return_exceptions=True)
        raise


@asynccontextmanager
async def _watched(bot: TableBot, port: int | None) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(watched(bot, port))
        except OSError as error:
            raise CannotStartNow(f"Port {port} is taken or may not be used. Set WATCH_PORT to another.") from error
        yield


async def play_locally(settings: Settings) -> None:
    """Open the local table and play there."""
    from local import LocalTable  # Who plays in Discord needs neither the memory nor the time that it takes.

    state = settings.local_state_file
    try:
        make_folder(state.parent)
        table = LocalTable(state, shortcuts=[_to_try(demo) for demo in demos().values()])
    except sqlite3.OperationalError as error:
        raise CannotStart(f"{state} cannot be written ({error}). Set LOCAL_STATE to another file.") from error
    except sqlite3.DatabaseError as error:
        raise CannotStart(f"{state} is not a file of the local table. Move it away, or set LOCAL_STATE.") from error
    except FileNotFoundError as error:
        raise CannotStart(
            f"There is no folder {state.parent} for the local table. Correct LOCAL_STATE, or make the folder first."
        ) from error
    except OSError as error:
        raise CannotStart(f"{state} cannot be written ({error.strerror}). Set LOCAL_STATE to another file.") from error
    try:
        await table.start(port=settings.local_port)
    except OSError as error:
        why = "may not be used by this user" if isinstance(error, PermissionError) else "is taken"
        raise CannotStartNow(f"Port {settings.local_port} {why}. Set LOCAL_PORT to another.") from error
    sys.stdout.write(f"The local table is open: {table.base_url}\n")
    sys.stdout.flush()
    try:
        await use_server(table.api_url)
        clock = table.clock
        await play(settings, table.bot_token, settings.local_database_url, lambda: int(clock()), ["cogs.table.demo"])
    finally:
        await table.stop()


def _to_try(demo: Demo) -> Shortcut:
    from local import Shortcut

    channel = f"try-{demo.id.replace('_', '-')}"
    return Shortcut(demo.edition, demo.stage.capitalize(), channel, "demo", {"game": demo.id}, other_person="opponent")


async def run(settings: Settings) -> None:
    """Run until done or stopped by a signal."""
    if settings.discord_token:
        if settings.discord_api_url:
            await use_server(settings.discord_api_url)
        work = asyncio.ensure_future(play(settings, settings.discord_token.get_secret_value(), settings.database_url))
    elif settings.discord_api_url:
        raise CannotStart(
            f"DISCORD_API_URL is set but DISCORD_TOKEN is not. Get a token at {DEVELOPERS}, or unset both."
        )
    else:
        log.info("There is no DISCORD_TOKEN, so the local table opens with its own games.")
        work = asyncio.ensure_future(play_locally(settings))

    def stop() -> None:
        log.info("Stopping: no new commands start; those under way finish first.")
        in_the_end = threading.Timer(LAST_SECONDS, _end_at_once)
        in_the_end.daemon = True
        in_the_end.start()
        work.cancel()

    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop)
    with suppress(asyncio.CancelledError):
        await work


def _end_at_once() -> None:
    """End as by a kill, which loses nothing, where something will not finish: a lock, a disk, a network."""
    log.warning("Something is taking too long, so the bot stops without waiting for it. No game is lost.")
    logging.shutdown()
    os._exit(0)


def warn_of_settings() -> None:
    """A line in the log for all that is odd about the file of settings; never what a token may be."""
    file, other = settings_file(), Path(".env").resolve()
    log.info("Settings are read from %s%s.", file, "" if file.is_file() else ", which does not exist")
    if other.is_file() and not (file.is_file() and other.samefile(file)):
        log.warning("%s is not read. Move it to %s.", other, file)
    if not file.is_file():
        return
    for doubt in doubts():
        log.warning("%s", doubt)
    if os.name == "posix" and file.stat().st_mode & 0o077:
        log.warning(
            "Other users of this machine can read %s, which may hold the bot's token. Run chmod 600 on it.", file
        )


def begin_log(level: str, form: str = "text") -> None:
    """Write to the log from now on, and first what is run; nothing in it is secret, at any level."""
    formatter = JsonLines() if form == "json" else TextLines()
    discord.utils.setup_logging(level=logging.getLevelNamesMapping()[level], formatter=formatter)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
    logging.getLogger("alembic").setLevel(logging.WARNING)  # says at every start what nobody can do anything about
    python = platform.python_version()
    log.info("Communiqué %s on Python %s with discord.py %s.", ENGINE_VERSION, python, discord.__version__)


def main() -> int:
    """The exit code: 0 when stopped, otherwise one with a sentence why the bot cannot run."""
    try:
        settings = read_settings()
    except WrongSetting as error:
        sys.stderr.write(f"{error}\n")
        return NOT_SET_UP
    begin_log(settings.log_level, settings.log_format)
    warn_of_settings()
    try:
        asyncio.run(run(settings))
    except Exception as error:
        sentence = explained(error)
        if sentence is None:
            raise
        log.error("%s", sentence)  # noqa: TRY400  # the way here says nothing
        return exit_code(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
