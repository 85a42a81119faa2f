"""Keeps a mortal bot alive at a table, and lets it die."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from local import LocalTable
from settings import Settings
from store.place import OTHER_SETTINGS
from tests.e2e.forks import Forked, forked

START_SECONDS = 90.0
IN_USE = "Stop it first"


class Keeper:
    """The bot of a table that hears of a server, alive or dead: `death` is done once it has died."""

    def __init__(self, table: LocalTable, folder: Path, settings: Mapping[str, str], guild_id: str) -> None:
        self._table, self._folder, self._settings, self._guild_id = table, folder, settings, guild_id
        self._crash_at = Path(settings["CRASH_AT"])
        self._bot: Forked | None = None
        self._is_doomed = False
        self.death: asyncio.Task[int] = asyncio.create_task(_never())
        self.alive = asyncio.Event()

    async def start(self) -> None:
        """A new bot, which is at work when this returns."""
        async with asyncio.timeout(START_SECONDS):
            while not await self._is_started():
                # PostgreSQL may not have noticed yet that the one before is gone.
                assert IN_USE in self.log()[-1000:], self.log()[-3000:]
        self.alive.set()

    async def die_young(self, seconds: float) -> None:
        """A new bot, which is killed so soon after it was begun."""
        await self._begin()
        await asyncio.sleep(seconds)
        await self.kill()

    async def _begin(self) -> None:
        self._crash_at.unlink(missing_ok=True)
        self._is_doomed = False
        self._bot = await forked("tests.crash.mortal_bots", self._folder, self._settings)
        self.death.cancel()
        self.death = asyncio.create_task(self._dead(self._bot))

    async def _is_started(self) -> bool:
        """Begin one; gives whether it comes to work."""
        await self._begin()
        while not self._is_heard():
            if self.death.done():
                return False
            await asyncio.sleep(0.01)
        return True

    def doom(self, points: int) -> None:
        """Have the bot die so many points from now on."""
        written = self._crash_at.with_suffix(".new")
        written.write_text(str(points))
        written.rename(self._crash_at)
        self._is_doomed = True

    async def pardon(self) -> None:
        """Let it live; where it has come to its point already, this returns once it is dead."""
        try:
            self._crash_at.unlink()
        except FileNotFoundError:
            if self._is_doomed:
                await self.death
        self._is_doomed = False

    def place_of_death(self) -> str:
        """Where the last that was doomed has died."""
        return self._crash_at.with_suffix(".died").read_text()

    async def kill(self) -> None:
        """At once, without warning."""
        assert self._bot is not None
        self._bot.kill()
        await self.death

    async def stop(self) -> int:
        """Politely; gives the exit code."""
        assert self._bot is not None
        self._bot.terminate()
        return await self.death

    def log(self) -> str:
        """What all the bots have said."""
        return Path(self._settings["CRASH_LOG"]).read_text()

    async def _dead(self, bot: Forked) -> int:
        code = await bot.wait()
        self.alive.clear()
        while self._is_heard():  # noqa: ASYNC110  # until the table has noticed it too
            await asyncio.sleep(0.001)
        return code

    def _is_heard(self) -> bool:
        return self._table.gateway.is_heard("INTERACTION_CREATE", {"guild_id": self._guild_id})


async def _never() -> int:
    await asyncio.Event().wait()
    return 0


@asynccontextmanager
async def keeper(
    table: LocalTable, folder: Path, database_url: str, guild_id: str, shard: tuple[int, int]
) -> AsyncIterator[Keeper]:
    """A bot at a table, its shard and how many there are; it is killed at the end."""
    known = [*(name.upper() for name in Settings.model_fields), "PYTHONDONTWRITEBYTECODE"]
    environment = {key: value for key, value in os.environ.items() if key not in known}
    number, count = shard
    settings = environment | {
        "DISCORD_TOKEN": table.bot_token,
        "DISCORD_API_URL": table.api_url,
        "DATABASE_URL": database_url,
        "EDIT_PAUSE": "0.01",
        "BACKUP_EVERY": "0",
        "LOCAL_STATE": str(folder / "table.sqlite3"),
        OTHER_SETTINGS: str(folder / ".env"),
        "CRASH_AT": str(folder / f"crash-{number}"),
        "CRASH_LOG": str(folder / f"log-{number}"),
    }
    if count > 1:
        settings |= {"SHARD_COUNT": str(count), "SHARD_IDS": str(number)}
    kept = Keeper(table, folder, settings, guild_id)
    try:
        await kept.start()
        yield kept
    finally:
        if kept.alive.is_set():
            await kept.kill()
        kept.death.cancel()
