"""Several servers, and a bot that comes as several shards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import ClientWebSocketResponse

from local import LocalTable, TableClock
from local.wire.gateway import IDENTIFY, INVALID_SESSION, INVALID_SHARD
from tests.local.practice_bot import PracticeBot
from tests.local.raw import Raw

GUILDS_ONLY = 1


def server_of(table: LocalTable, shard: int, count: int, channel: str) -> str:
    """A new server that one of so many shards hears of."""
    assert isinstance(table.clock, TableClock)
    while True:
        table.clock.advance(0.001)
        if (int(table.world.ids.next()) >> 22) % count == (shard - 1) % count:
            table.clock.advance(0.001)
            guild_id = table.add_server(f"Server of {channel}", channel)
            if (int(guild_id) >> 22) % count == shard:
                return guild_id


@asynccontextmanager
async def identified(table: LocalTable, shard: list[int]) -> AsyncIterator[ClientWebSocketResponse]:
    """A shard that has said who it is."""
    async with aiohttp.ClientSession() as session, session.ws_connect(table.gateway_url) as socket:
        await socket.receive_json()
        who = {"token": table.bot_token, "intents": GUILDS_ONLY, "properties": {}, "shard": shard}
        await socket.send_json({"op": IDENTIFY, "d": who})
        yield socket


async def greeted(socket: ClientWebSocketResponse) -> tuple[dict[str, Any], list[str]]:
    """READY, and the ids of the servers that came after it."""
    ready = (await socket.receive_json())["d"]
    created = [(await socket.receive_json())["d"]["id"] for _ in ready["guilds"]]
    return ready, created


async def test_a_shard_is_told_of_its_servers_alone(table: LocalTable) -> None:
    first, second = server_of(table, 0, 2, "even"), server_of(table, 1, 2, "odd")
    async with identified(table, [0, 2]) as even, identified(table, [1, 2]) as odd:
        ready, created = await greeted(even)
        assert (ready["shard"], first in created, second in created) == ([0, 2], True, False)
        ready, created = await greeted(odd)
        assert (ready["shard"], first in created, second in created) == ([1, 2], False, True)
        table.add_channel("new-odd", second)
        table.add_channel("new-even", first)
        assert [(await each.receive_json())["d"]["name"] for each in (even, odd)] == ["new-even", "new-odd"]


async def test_a_shard_beyond_their_number_is_not_let_in(table: LocalTable) -> None:
    async with identified(table, [2, 2]) as socket:
        await socket.receive()
        assert socket.close_code == INVALID_SHARD


async def test_shards_that_come_at_once_are_let_in_one_after_the_other(clock: TableClock) -> None:
    async with (
        LocalTable(clock=clock, identify_pause=60) as table,
        identified(table, [0, 2]) as first,
        identified(table, [1, 2]) as second,
    ):
        assert (await first.receive_json())["t"] == "READY"
        assert await second.receive_json() == {"op": INVALID_SESSION, "d": False}


@pytest.mark.parametrize("shards", [1, 4])
async def test_the_number_of_shards_is_recommended(clock: TableClock, shards: int) -> None:
    async with LocalTable(clock=clock, shards=shards) as table, aiohttp.ClientSession() as session:
        _, answer = await Raw(table, session).ask("GET", "/gateway/bot")
    assert answer["shards"] == shards
    assert answer["session_start_limit"].keys() == {"total", "remaining", "reset_after", "max_concurrency"}


async def test_each_server_has_its_own_channels_and_role_for_everybody(table: LocalTable, raw: Raw) -> None:
    guild_id = table.add_server("Elsewhere", "far-away")
    assert [each["name"] for each in (await raw.ask("GET", f"/guilds/{guild_id}/channels"))[1]] == ["far-away"]
    roles = [each["id"] for each in (await raw.ask("GET", f"/guilds/{guild_id}/roles"))[1]]
    assert guild_id in roles
    assert table.world.guild["id"] not in roles
    table.set_permissions("far-away", "@everyone", deny=1 << 10)
    assert "far-away" not in (await table.user("Ben").channels()).values()
    assert "far-away" in (await table.user("Anna").channels()).values()  # who owns it


async def test_a_command_comes_with_its_own_server(table: LocalTable, bot: PracticeBot) -> None:
    guild_id = table.add_server("Elsewhere", "far-away")
    reply = await table.user("Anna").command("far-away", "count")
    assert reply.shown.raw["channel_id"] == table.world.channel_named("far-away")["id"]
    guild = bot.get_guild(int(guild_id))
    assert guild is not None
    assert [channel.name for channel in guild.text_channels] == ["far-away"]
    thread = await guild.text_channels[0].create_thread(name="There", type=discord.ChannelType.public_thread)
    assert thread.guild.id == int(guild_id)
