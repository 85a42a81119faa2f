"""The bot dies around the two bids that it keeps from each other (OPT-10, ASY-64)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.judging import faults_of_posts
from tests.crash.table import CrashTable, crash_table

BIDS = {"Ben": "1 infantry in Germany", "Anna": "1 infantry in Russia"}
POINTS = (1, 4, 8, 12, 16, 20, 26, 32)
"""Before and after commits, answers and posts of one order."""


async def bid(table: CrashTable, name: str, channel: str, point: int) -> None:
    """Place a bid with a bot that dies at a point of it, if it gets there; where it did not count, again."""
    channel_id = table.table.world.channel_named(channel)["id"]
    version = (await table.game(channel_id)).game.version
    table.bot.doom(point)
    await table.command(table.players[name], channel, "decide", choice=BIDS[name])
    await table.bot.pardon()
    if not table.bot.death.done():
        await table.bot.kill()
    await table.bot.start()
    if (await table.game(channel_id)).game.version == version:
        assert await table.command(table.players[name], channel, "decide", choice=BIDS[name]) is not None


@pytest.mark.whole
@pytest.mark.rule("ASY-64")
@pytest.mark.parametrize("point", POINTS)
async def test_both_bids_count_once_and_are_told_once_wherever_the_bot_dies(point: int, tmp_path: Path) -> None:
    async with crash_table(tmp_path) as table:
        channel_id = await table.begin("bids", bid="both 9")
        before = (await table.game(channel_id)).running
        await bid(table, "Ben", "bids", point)
        await table.settled()
        anna = table.players["Anna"]
        assert (await table.game(channel_id)).running.pieces == before.pieces
        assert not [post for post in await anna.messages("bids") if "adds 1 infantry in" in post.content]
        await bid(table, "Anna", "bids", point)
        await table.settled()
        state = (await table.game(channel_id)).running
        assert (state.requests, len(state.pieces)) == ((), len(before.pieces) + 2)
        told = [
            post.content
            for post in await anna.messages("bids")
            if "adds 1 infantry in" in post.content and not post.ephemeral
        ]
        assert len(told) == 1
        assert [fault async for fault in faults_of_posts(table, channel_id)] == []
