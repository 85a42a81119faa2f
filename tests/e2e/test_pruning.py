"""The bot forgets what it has sent while it runs, and misses none of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from cogs.service.client import TableBot
from gamemaster.upkeep import pruning
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, has_button
from tests.patience import PATIENCE_SECONDS


async def forgotten(bot: TableBot) -> None:
    """Wait until the outbox is empty."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            async with bot.master.store.read() as read:
                if not (await read.connection.execute(text("SELECT count(*) FROM outbox"))).scalar():
                    return
            await asyncio.sleep(0.02)


async def test_a_game_goes_on_where_every_post_is_forgotten_as_soon_as_it_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(pruning, "SENT_KEPT_SECONDS", -1)
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        for _ in range(3):
            await forgotten(bot)
            posts = [post for post in await anna.messages(CHANNEL) if not post.ephemeral]
            panels = [post for post in posts if has_button(post, "end")]
            assert len(panels) == 1, "each took away the one before"
            await anna.command(CHANNEL, "end-phase")
