"""Whatever people do in a game, the bot never asks Discord for anything that Discord refuses."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from local import LocalTable
from tests.e2e.house import bot_at_work
from tests.e2e.playing import CHANNEL, tags
from tests.e2e.random_table import KINDS, RandomTable, play

ORDERS = 40
FEW = 30


@pytest.mark.parametrize("kind", KINDS)
async def test_a_random_game_trips_no_limit_of_discord(tmp_path: Path, kind: str) -> None:
    played = await play(kind, ORDERS, 41, tmp_path)
    assert played.table.refusals == []
    assert played.failures == []
    assert sum(played.counts.values()) >= ORDERS


async def test_a_random_game_goes_on_while_discord_fails_now_and_then(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table, bot_at_work(table, tmp_path / "games.db") as bot:
        table.faults.fail("POST /channels/*/messages", 503, times=2, every=4)
        table.faults.fail("POST /channels/*/messages", 500, times=2, every=5, stored=True)
        table.faults.fail("PATCH /channels/*", 429, times=3, every=2)
        played = RandomTable(table, bot, Random(5))
        await played.play(KINDS["aa1941"], FEW)
        table.gateway.ask_to_reconnect()
        await bot.wait_for("resumed", timeout=20)
        posts = tags([message for message in await played.allies.messages(CHANNEL) if not message.ephemeral])
        numbers = [int(tag.partition("·")[2]) for tag in posts]
        assert numbers == sorted(set(numbers))
        assert len(numbers) > 2
        assert table.refusals == []
