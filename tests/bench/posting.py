"""What a post costs the bot once it waits in the outbox, Discord left out: core time and SQL statements.

`python -m tests.bench.posting`. Posts come one by one, as after single orders, or many at once, as in a busy hour.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from gamemaster.master import GameMaster
from gamemaster.outbox.posts import PANEL
from gamemaster.outbox.sender import Outgoing
from store import NewMessage, utc_seconds
from tests.bench.measured import Measured
from tests.bench.nowhere import NowhereSender
from tests.bench.stocked import FIRST_CHANNEL, stock

POSTS = 100


class CountingSender(NowhereSender):
    """Counts the posts that it sends nowhere."""

    posts = 0

    async def post(self, message: Outgoing) -> int:
        """Count it, too."""
        self.posts += 1
        return await super().post(message)


async def _costs(path: Path) -> tuple[float, float, float]:
    """Statements of a post that comes alone, and of one among many; core milliseconds of one of all."""
    store = await stock(path, games=1)
    sender = CountingSender()
    master = GameMaster(store, sender, utc_seconds)
    statements = 0

    def one_more(*_: Any) -> None:
        nonlocal statements
        statements += 1

    async def post(number: int) -> None:
        """Post so many panels one after the other, and wait until nothing is asked any more."""
        content = {"content": "Now", "rows": [], "ping": []}
        panel = NewMessage(kind="post", channel_id=FIRST_CHANNEL, payload=content, role=PANEL)
        async with store.write() as write:
            await write.outbox.enqueue(1, [panel] * number)
        until = sender.posts + number
        master.publisher.wake()
        while sender.posts < until:  # noqa: ASYNC110  # what wakes it is another's
            await asyncio.sleep(0.001)
        before = -1
        while before != statements:
            before = statements
            await asyncio.sleep(0.01)

    master.publisher.start()
    await post(1)
    event.listen(Engine, "before_cursor_execute", one_more)
    core = time.process_time()
    for _ in range(POSTS):
        await post(1)
    alone, statements = statements, 0
    await post(POSTS)
    core = time.process_time() - core
    event.remove(Engine, "before_cursor_execute", one_more)
    await master.publisher.stop()
    await store.close()
    return alone / POSTS, statements / POSTS, core * 1000 / (2 * POSTS)


def measure(folder: Path) -> list[Measured]:
    """The budgets of a post."""
    alone, among, core = asyncio.run(_costs(folder / "posting.db"))
    what = "a panel from the outbox, put in line and asked for"
    return [
        Measured(f"{what}: SQL statements, alone", alone, 11, ""),
        Measured(f"{what}: SQL statements, among {POSTS}", among, 8, ""),
        Measured(f"{what}: core time", core, 5, "ms"),
    ]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        for line in measure(Path(name)):
            sys.stdout.write(line.line() + "\n")
