"""A busy outbox: what a claim takes of a backlog after an outage, and how long a post waits beside silent channels."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from gamemaster.master import GameMaster
from gamemaster.outbox.publisher import MOST_CLAIMED
from gamemaster.outbox.sender import Outgoing
from store import NewMessage, Store, utc_seconds
from store.database import tables
from tests.bench.measured import Measured, middle
from tests.bench.nowhere import NowhereSender
from tests.bench.stocked import FIRST_CHANNEL, stock

BACKLOG, CHANNELS, AT_ONCE = 200_000, 2_000, 10_000
CLAIMS = 50
SILENT = 50
CONTENT: dict[str, Any] = {"content": "Now", "rows": [], "ping": []}
LONGEST_SECONDS = 10.0


class SilentSender(NowhereSender):
    """Posts in one channel; in all others it hears nothing from Discord."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[int] = set()
        self.posted = asyncio.Event()

    async def post(self, message: Outgoing) -> int:
        """Post or wait for ever."""
        self.asked.add(message.channel_id)
        if message.channel_id != FIRST_CHANNEL:
            await asyncio.Event().wait()
        self.posted.set()
        return await super().post(message)


async def _fill(store: Store) -> None:
    """Messages in line for many channels, as an outage leaves them."""
    row = {
        "game_id": 1,
        "kind": "post",
        "payload": CONTENT,
        "state": "pending",
        "not_before": 0,
        "attempts": 0,
        "doubtful": False,
        "written_at": 0,
    }
    async with store.write() as write:
        for start in range(0, BACKLOG, AT_ONCE):
            rows = [
                {**row, "channel_id": FIRST_CHANNEL + number % CHANNELS} for number in range(start, start + AT_ONCE)
            ]
            await write.connection.execute(insert(tables.outbox), rows)


async def _claims(path: Path) -> float:
    """Milliseconds of core that a claim takes, in the middle."""
    store = await stock(path, games=1)
    await _fill(store)
    took, after = list[float](), 0
    for _ in range(CLAIMS):
        async with store.write() as write:
            began = time.process_time()
            claimed = await write.outbox.claim("bench", 60, MOST_CLAIMED, after=after)
            took.append((time.process_time() - began) * 1000)
        assert len(claimed.messages) == MOST_CLAIMED
        after = claimed.left_off
    await store.close()
    return middle(took)


async def _beside_the_silent(path: Path) -> float:
    """Seconds until a post is out, written down while so many channels give no answer."""
    store, sender = await stock(path, games=1), SilentSender()
    master = GameMaster(store, sender, utc_seconds)
    await _tell(store, *(FIRST_CHANNEL + 1 + number for number in range(SILENT)))
    master.publisher.start()
    while not sender.asked:  # noqa: ASYNC110  # what is waited for is another's
        await asyncio.sleep(0.01)
    await _tell(store, FIRST_CHANNEL)
    began = time.perf_counter()
    master.publisher.wake()
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_SECONDS):
            await sender.posted.wait()
    waited = time.perf_counter() - began
    await master.publisher.stop()
    await store.close()
    return waited


async def _tell(store: Store, *channels: int) -> None:
    posts = [NewMessage(kind="post", channel_id=channel, payload=CONTENT) for channel in channels]
    async with store.write() as write:
        await write.outbox.enqueue(1, posts)


def measure(folder: Path) -> list[Measured]:
    """The budgets of a busy outbox."""
    claim = asyncio.run(_claims(folder / "backlog.db"))
    waited = asyncio.run(_beside_the_silent(folder / "silent.db"))
    what = f"a claim of {MOST_CLAIMED} posts from a backlog of {BACKLOG:,}: core time"
    return [
        Measured(what, claim, 2, "ms"),
        Measured(f"a post, while {SILENT} other channels give no answer", waited, 2, "s"),
    ]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        for line in measure(Path(name)):
            sys.stdout.write(line.line() + "\n")
