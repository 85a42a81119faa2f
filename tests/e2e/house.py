"""A whole house for end-to-end tests: the local table, a store in a file, and the bot, through real discord.py."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

from bot import use_server
from cogs.service.client import TableBot
from cogs.service.sending import DiscordSender
from gamemaster.master import GameMaster
from local import LocalTable
from store import Store, StoreError, utc_seconds
from store.maintenance.starting import check_not_lost, take_charge
from tests.e2e.laid_out import AT_WORK, LAYOUTS
from tests.tables import with_tables

PATIENCE_SECONDS = 30.0
"""For commands that are answered, but not quite at their end, when a test is over."""


class KnownCommands:
    """What a bot has registered, for houses after it; a bot that has others registers its own all the same."""

    def __init__(self) -> None:
        self._database = b""
        self._commands: dict[str, dict[str, Any]] = {}

    def lay_out(self, table: LocalTable, database: Path) -> None:
        """Let table and bot know them from before, as Discord and the bot mostly do, where there is no database yet."""
        if self._database and not database.exists():
            database.write_bytes(self._database)
            table.world.commands.update(self._commands)

    async def learn(self, table: LocalTable, bot: TableBot) -> None:
        """Keep what a bot has registered, and a database where it is written down."""
        application = int(table.world.application_id)
        fingerprint = await bot.master.host_reports.registered_commands(application) if table.command_updates else None
        if fingerprint is None:
            return
        with tempfile.TemporaryDirectory() as folder:
            file = with_tables(Path(folder) / "known.db")
            with closing(sqlite3.connect(file)) as connection, connection:
                connection.execute("INSERT INTO registered_commands VALUES (?, ?)", (application, fingerprint))
            self._database = file.read_bytes()
        self._commands = dict(table.world.commands)


KNOWN: defaultdict[tuple[str, ...], KnownCommands] = defaultdict(KnownCommands)
"""By the cogs beside the usual ones."""


@asynccontextmanager
async def bot_at_work(
    table: LocalTable, database: Path | str, also: Sequence[str] = (), *, is_guarded: bool = False
) -> AsyncIterator[TableBot]:
    """The bot, connected and ready, with a file or the URL of a database; `also` are cogs beside the usual ones.

    `is_guarded`: the file is compared with its mark and watched, as by the bot itself.
    """
    await use_server(table.api_url)
    url = database if isinstance(database, str) else f"sqlite+aiosqlite:///{with_tables(database)}"
    store = await _opened_as_by_the_bot(url) if is_guarded else await Store.open(url)
    bot = TableBot(also=also, guild_ready_timeout=0.05)
    bot.master = GameMaster(store, DiscordSender(bot), utc_seconds, edit_pause=0.0)
    bot.master.house.pause_seconds = 0
    running = asyncio.create_task(bot.start(table.bot_token))
    try:
        ready = asyncio.create_task(bot.wait_until_ready()) if bot.loop else None
        await _ready_or_failed(bot, running)
        if ready:
            await ready
        AT_WORK[table.base_url] = table, bot
        yield bot
    finally:
        AT_WORK.pop(table.base_url, None)
        await bot.commands_under_way.end(PATIENCE_SECONDS)
        _keep_modules(bot)
        await bot.close()
        with suppress(asyncio.CancelledError):
            await running
        await store.close()


def _keep_modules(bot: TableBot) -> None:
    """Extensions need not be unloaded, for which all modules are searched for each: a process ends with its bot."""
    bot._BotBase__extensions.clear()  # type: ignore[attr-defined]


async def _opened_as_by_the_bot(url: str) -> Store:
    check_not_lost(url)
    store = await Store.open(url)
    try:
        await take_charge(store)
    except StoreError:
        await store.close()
        raise
    return store


async def _ready_or_failed(bot: TableBot, running: asyncio.Task[Any]) -> None:
    """Wait until the bot is ready; raise what stopped it otherwise."""
    while not bot.is_ready():
        done, _ = await asyncio.wait({running}, timeout=0.01)
        if done:
            await running
            raise AssertionError("the bot stopped before it was ready")


@asynccontextmanager
async def house(tmp_path: Path, also: Sequence[str] = ()) -> AsyncIterator[tuple[LocalTable, TableBot]]:
    """Table and bot together."""
    database, known = tmp_path / "games.db", KNOWN[tuple(also)]
    async with LAYOUTS.with_usual_ids(LocalTable(new_messages=1000)) as table:
        known.lay_out(table, database)
        async with bot_at_work(table, database, also) as bot:
            await known.learn(table, bot)
            yield table, bot
