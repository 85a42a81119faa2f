"""A bot as two processes, with two shards and one, on one PostgreSQL; one is killed, and the other goes on."""

from __future__ import annotations

import asyncio
import os
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from local import LocalTable, Player
from tests.e2e.playing import begin
from tests.e2e.processes import SKETCHING_BOT, for_table, running
from tests.local.test_shards import server_of
from tests.patience import PATIENCE_SECONDS
from tests.postgresql import VARIABLE
from tests.tables import postgresql_with_tables

pytestmark = pytest.mark.skipif(
    VARIABLE not in os.environ, reason="needs PostgreSQL: python -m tests.postgresql -m pytest starts one for it"
)
CHANNELS = NOUGHT, ONE, TWO = "nought", "one", "two"
"""Each on a server of the shard of that number."""
MOVE: dict[str, Any] = {"from": "russia", "units": "1 infantry", "to": "west russia"}


async def end_purchase(player: Player, channel: str) -> None:
    """End the phase with nothing bought, and confirm it."""
    reply = await player.command(channel, "end-phase")
    await player.press(reply.shown, "End anyway")


async def test_what_a_killed_process_left_is_sent_by_the_other_which_goes_on(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000, shards=3) as table, AsyncExitStack() as processes:
        for shard, channel in enumerate(CHANNELS):
            server_of(table, shard, 3, channel)
        settings = {**for_table(table, tmp_path), "DATABASE_URL": await postgresql_with_tables(), "SHARD_COUNT": "3"}
        first, _ = await asyncio.gather(
            *(
                processes.enter_async_context(running(tmp_path, SKETCHING_BOT, SHARD_IDS=ids, **settings))
                for ids in ("0,1", "2")
            )
        )
        assert table.command_updates == 1
        anna, ben = table.user("Anna"), table.user("Ben")
        for channel in CHANNELS:
            await begin(ben, anna, channel)
        panel = await anna.next_message(
            NOUGHT, lambda message: "purchase" in message.content, patience=PATIENCE_SECONDS
        )
        await end_purchase(anna, ONE)

        failing = table.faults.fail(f"PATCH /channels/{panel.channel_id}/messages/{panel.id}", 503, times=1000)
        await end_purchase(anna, NOUGHT)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not failing.met:  # noqa: ASYNC110  # the bot tries to change the panel
                await asyncio.sleep(0.01)
        first.kill()
        await first.wait()
        table.faults.clear()
        await end_purchase(anna, TWO)
        await ben.wait_until(panel, lambda message: "combat move" in message.content, patience=PATIENCE_SECONDS)

        async with running(tmp_path, SKETCHING_BOT, SHARD_IDS="0,1", **settings):
            for channel in CHANNELS:
                moved = await anna.command(channel, "move", **MOVE)
                assert "West Russia" in moved.content
        assert table.command_updates == 1
        assert table.refusals == []
