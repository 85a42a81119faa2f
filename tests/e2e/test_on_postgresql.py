"""A round of 1941 on PostgreSQL, with a start of the bot in between."""

from __future__ import annotations

import json
import os

import pytest

from engine import event_from_json, fold, state_from_json
from engine.replay import read_record, replay
from gamemaster.records import record_of
from local import LocalTable
from tests.e2e.house import bot_at_work
from tests.e2e.playing import CHANNEL, SIDES, Campaign, begin, game, settled, tags
from tests.postgresql import VARIABLE
from tests.tables import postgresql_with_tables

pytestmark = pytest.mark.skipif(
    VARIABLE not in os.environ, reason="needs PostgreSQL: python -m tests.postgresql -m pytest starts one for it"
)


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
