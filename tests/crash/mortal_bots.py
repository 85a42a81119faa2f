"""A bot that dies at a chosen point, as a process of its own.

A point is the moment before or after a SQL statement, a commit, or a request to Discord. Once the file CRASH_AT holds a
number, that many points later the bot is killed (kill -9), and a file beside it says where. Pictures are not drawn.
"""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import aiohttp
from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect

import bot
from gamemaster import master
from gamemaster.jobs.chances import worked_out
from gamemaster.jobs.threats import threats_to_capitals
from gamemaster.orders import unsettled_rolls
from gamemaster.outbox import publisher
from gamemaster.upkeep import deadlines
from gamemaster.workers import Asker
from maps import Picture
from tests.sketches import AtOnce

DISCORD_SECONDS = 0.01
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000000000500"
    "01a5f645400000000049454e44ae426082"
)


class Points:
    """Counts them, and dies."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._left = 0

    def passed(self, what: str) -> None:
        try:
            doomed = int(self._file.read_text())
        except FileNotFoundError:  # not doomed, or pardoned
            self._left = 0
            return
        self._left = (self._left or doomed) - 1
        if not self._left:
            self._die(what)

    def _die(self, what: str) -> None:
        """Unless it is pardoned in this moment: who has taken the file away decides."""
        place = self._file.with_suffix(".died")
        try:
            self._file.rename(place)
        except FileNotFoundError:
            return
        place.write_text(what)
        os.kill(os.getpid(), signal.SIGKILL)


class Sketches(AtOnce):
    """The same picture whatever was to be drawn."""

    async def quick(self, work: Any, *arguments: Any, asker: Asker | None = None) -> Any:  # type: ignore[override]
        if work in (worked_out, threats_to_capitals):
            return work(*arguments)
        return Picture(PIXEL, "picture.png", "a picture", (1, 1))


def watch(points: Points) -> None:
    """Count what the bot does from now on."""

    @event.listens_for(Engine, "before_cursor_execute")
    def before(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        points.passed(f"before {statement[:60]}")

    @event.listens_for(Engine, "after_cursor_execute")
    def after(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        points.passed(f"after {statement[:60]}")

    commit, request = DefaultDialect.do_commit, aiohttp.ClientSession._request

    def do_commit(self: DefaultDialect, connection: Any) -> None:
        points.passed("before COMMIT")
        commit(self, connection)  # type: ignore[no-untyped-call]
        points.passed("after COMMIT")

    async def _request(self: aiohttp.ClientSession, method: str, url: Any, **more: Any) -> aiohttp.ClientResponse:
        points.passed(f"before {method} {url}"[:90])
        response = await request(self, method, url, **more)
        if str(url).endswith("/callback") or "/callback?" in str(url):
            await asyncio.sleep(DISCORD_SECONDS)  # The real one is not as near.
        points.passed(f"after {method} {url}"[:90])
        return response

    replace = {"do_commit": (DefaultDialect, do_commit), "_request": (aiohttp.ClientSession, _request)}
    for name, (where, what) in replace.items():
        setattr(where, name, what)


def take_up_soon(*, is_one_of_many: bool) -> None:
    """What the dead have left is taken up at once, or by others after a second, as it might be a slow one's."""
    publisher.LEASE_SECONDS, publisher.RENEWAL_SECONDS = (2, 0.3) if is_one_of_many else (0, 0.3)
    publisher.FIRST_WAIT, publisher.IDLE_SECONDS = 0.2, 1.0  # type: ignore[assignment]
    unsettled_rolls.LOOK_SECONDS = 0.5
    deadlines.Deadlines.look_seconds = 0.5


def main() -> int:
    """The exit code of the bot, unless it dies."""
    settings = os.environ
    with Path(settings["CRASH_LOG"]).open("ab") as log:
        os.dup2(log.fileno(), 2)
        os.dup2(log.fileno(), 1)
    watch(Points(Path(settings["CRASH_AT"])))
    take_up_soon(is_one_of_many="SHARD_IDS" in settings)
    sketches = Sketches()
    for module in (bot, master):
        vars(module)["shared_workers"] = lambda: sketches
    return bot.main()
