"""A round of 1941 on PostgreSQL, with a start of the bot in between."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from engine import event_from_json, fold, state_from_json
from engine.replay import read_record, replay
from gamemaster.records.exchange import record_of
from local import LocalTable
from tests.e2e.house import bot_at_work
from tests.e2e.playing import CHANNEL, SIDES, Campaign, begin, game, settled, tags
from tests.e2e.processes import SKETCHING_BOT, for_table, refused, running
from tests.patience import PATIENCE_SECONDS
from tests.postgresql import VARIABLE, restartable_server
from tests.tables import postgresql_with_tables

pytestmark = pytest.mark.skipif(
    VARIABLE not in os.environ, reason="needs PostgreSQL: python -m tests.postgresql -m pytest starts one for it"
)

MOVE: dict[str, Any] = {"from": "russia", "units": "1 infantry", "to": "west russia"}
LOCKED = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
LISTENING = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"


async def test_players_do_not_notice_that_the_server_is_started_anew(tmp_path: Path) -> None:
    with restartable_server() as server:
        async with LocalTable(new_messages=1000) as table:
            settings = {**for_table(table, tmp_path), "DATABASE_URL": server.url}
            async with running(tmp_path, SKETCHING_BOT, **settings):
                anna, ben = table.user("Anna"), table.user("Ben")
                await begin(ben, anna)
                await asyncio.to_thread(server.restart)
                reply = await anna.command(CHANNEL, "end-phase")
                await anna.press(reply.shown, "End anyway")
                moved = await anna.command(CHANNEL, "move", **MOVE)
                assert "West Russia" in moved.content
                await until(server.url, LOCKED)
                await until(server.url, LISTENING)
                code, said = await refused(tmp_path, **settings)
                assert code == 1
                assert "A bot already uses the database" in said
        assert table.refusals == []


async def until(url: str, query: str) -> None:
    """Wait until the server finds something."""
    engine = create_async_engine(url)
    async with asyncio.timeout(PATIENCE_SECONDS):
        found = 0
        while not found:
            async with engine.connect() as connection:
                found = (await connection.execute(text(query))).scalar_one()
    await engine.dispose()


async def test_games_get_threads_of_their_own_on_postgresql() -> None:
    database = await postgresql_with_tables()
    async with LocalTable(new_messages=1000) as table, bot_at_work(table, database) as bot:
        anna, ben = table.user("Anna"), table.user("Ben")
        await anna.command(CHANNEL, "game create", edition="aa1941", posts="in a thread")
        await begin(ben, anna)
        await settled(bot)
        await anna.command(CHANNEL, "game move", into="thread")
        await settled(bot)
        threads = [int(thread["id"]) for thread in table.world.threads()]
        assert [(await bot.master.loader.by_id(number)).game.channel_id for number in (1, 2)] == threads
        table.faults.fail("POST /channels/*/messages/*/threads", 403)
        await anna.command(CHANNEL, "game create", edition="revised", posts="in a thread")
        await settled(bot)
        assert (await bot.master.loader.by_id(3)).game.status == "abandoned"


async def test_a_round_is_played_on_postgresql() -> None:
    database = await postgresql_with_tables()
    async with LocalTable(new_messages=1000) as table:
        anna, ben = table.user("Anna"), table.user("Ben")
        players = {power: ben if side == "axis" else anna for side, powers in SIDES.items() for power in powers}
        channel_id = table.world.channel_named(CHANNEL)["id"]
        async with bot_at_work(table, database) as bot:
            await begin(ben, anna)
            campaign = Campaign(bot, players, channel_id)
            for _ in range(2):
                await campaign.play_turn()
            await settled(bot)
        async with bot_at_work(table, database) as bot:
            campaign = Campaign(bot, players, channel_id, campaign.ways)
            while (await campaign.state()).round == 1:
                await campaign.play_turn()
            await settled(bot)
            loaded = await game(bot, channel_id)
            async with bot.master.store.read() as read:
                entries = await read.entries_since(loaded.game.id, 0)
                first = await read.state_at(loaded.game.id, 0)
                rolls = await read.rolls(loaded.game.id)
        told = tags([message for message in await ben.messages(CHANNEL) if not message.ephemeral])
        assert len(told) == len(set(told)) > 10
        assert table.refusals == []
    assert [roll.number for roll in rolls] == list(range(1, len(rolls) + 1))
    events = [event_from_json(event) for entry in entries for event in entry.events]
    assert fold(state_from_json(first.body), events) == loaded.running
    played = replay(read_record(json.dumps(record_of(loaded, entries))))
    assert played.error is None
    assert played.state.treasuries == loaded.running.treasuries
