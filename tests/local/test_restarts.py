"""What outlives a process, a connection and a fault."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from local import LocalTable, NoAnswerError, Player
from tests.local.practice_bot import PracticeBot, at_work, point_discord_at
from tests.local.raw import Raw

Interaction = discord.Interaction[Any]


async def test_old_buttons_pictures_and_threads_work_after_a_restart(tmp_path: Path) -> None:
    state = tmp_path / "table.db"
    async with LocalTable(state) as table, at_work(table):
        anna = table.user("Anna")
        reply = await anna.command("war-room", "count")
        await anna.command("war-room", "thread", name="Game 1")
        own = await anna.command("war-room", "map")
        count_ids = [command["id"] for command in table.world.commands.values()]
    async with LocalTable(state) as table, at_work(table):
        ben = table.user("Ben")
        again = await ben.next_message("war-room", lambda message: message.id == reply.shown.id)
        pressed = await ben.press(again, "Count 1")
        assert (pressed.shown.id, pressed.content) == (reply.shown.id, "counted 1")
        assert "Game 1" in (await ben.channels()).values()
        assert [command["id"] for command in table.world.commands.values()] == count_ids
        assert own.shown.id not in [message.id for message in await table.user("Anna").messages("war-room")]


async def test_the_file_of_a_table_is_for_its_owner_alone(tmp_path: Path) -> None:
    state = tmp_path / "new" / "table.db"
    usual = os.umask(0)
    try:
        async with LocalTable(state) as table:
            await table.user("Anna").say("war-room", "for us alone")
            assert [p.name for p in (state.parent, *state.parent.iterdir()) if p.stat().st_mode & 0o077] == []
            for path in state.parent.iterdir():
                path.chmod(0o644)
        async with LocalTable(state):
            assert [p.name for p in state.parent.iterdir() if p.stat().st_mode & 0o077] == []
    finally:
        os.umask(usual)


async def test_a_killed_table_has_forgotten_nothing(tmp_path: Path) -> None:
    state = tmp_path / "table.db"
    command = [sys.executable, "-m", "local", "--port", "0", "--state", str(state)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: ASYNC220, S603
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        anna = Player(address, "Anna")
        said = await anna.say("war-room", "remember this")
        await anna.close()
        os.kill(process.pid, signal.SIGKILL)
    async with LocalTable(state) as table:
        assert table.world.message(said.channel_id, said.id)["content"] == "remember this"


async def test_a_wrong_token_is_refused_by_rest_and_gateway(table: LocalTable) -> None:
    point_discord_at(table)
    with pytest.raises(discord.LoginFailure):
        await PracticeBot().start("wrong")
    async with aiohttp.ClientSession() as session, session.ws_connect(table.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 1, "properties": {}}})
        await socket.receive()
        assert socket.close_code == 4004


async def test_privileged_intents_are_refused(table: LocalTable) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(table.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": table.bot_token, "intents": 1 << 15, "properties": {}}})
        await socket.receive()
        assert socket.close_code == 4014


async def test_the_bot_resumes_when_it_is_asked_to_reconnect(table: LocalTable, bot: PracticeBot) -> None:
    anna = table.user("Anna")
    await anna.connect()
    table.gateway.ask_to_reconnect()
    await bot.resumed.wait()
    assert (await anna.command("war-room", "count")).content == "counting"


async def test_events_during_a_lost_connection_are_replayed(table: LocalTable, bot: PracticeBot) -> None:
    table.gateway.drop()
    table.add_channel("made-meanwhile")
    assert "made-meanwhile" not in {channel.name for channel in bot.get_all_channels()}
    await bot.resumed.wait()
    assert "made-meanwhile" in {channel.name for channel in bot.get_all_channels()}


async def test_an_invalid_session_makes_the_bot_identify_anew(table: LocalTable, bot: PracticeBot) -> None:
    ready = bot.wait_for("ready")
    table.gateway.invalidate()
    await ready
    assert (await table.user("Anna").command("war-room", "count")).content == "counting"


async def test_a_command_without_a_listening_bot_fails_at_once(table: LocalTable, bot: PracticeBot) -> None:
    anna = table.user("Anna")
    await bot.close()
    with pytest.raises(NoAnswerError, match="did not respond"):
        await anna.command("war-room", "count")


async def test_a_message_may_be_stored_though_the_bot_was_told_otherwise(table: LocalTable, bot: PracticeBot) -> None:
    table.faults.fail("POST /channels/*/messages", 503, stored=True)
    statuses: list[int] = []

    async def ask(interaction: Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        with pytest.raises(discord.DiscordServerError) as caught:
            await interaction.channel.send("perhaps", nonce="p1")
        statuses.append(caught.value.status)
        again = await interaction.channel.send("perhaps", nonce="p1")
        await interaction.response.send_message(str(again.id))

    bot.ask = ask
    anna = table.user("Anna")
    reply = await anna.command("war-room", "do")
    found = [message for message in await anna.messages("war-room") if message.content == "perhaps"]
    assert statuses == [503]
    assert [message.id for message in found] == [reply.content]


async def test_a_rate_limited_request_is_tried_again_by_the_bot(table: LocalTable, bot: PracticeBot) -> None:
    table.faults.fail("POST /channels/*/messages", 429, retry_after=0.01)

    async def ask(interaction: Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.channel.send("in the end")
        await interaction.response.send_message("sent")

    bot.ask = ask
    anna = table.user("Anna")
    await anna.command("war-room", "do")
    assert (await anna.next_message("war-room")).content == "in the end"


async def test_the_bot_waits_where_it_is_limited_over_all_routes() -> None:
    """The clock stands still until the bot has been too fast."""
    opened: list[LocalTable] = []
    clock = partial(_time_after_refusals, opened)
    async with LocalTable(clock=clock) as table, at_work(table) as bot, aiohttp.ClientSession() as session:
        opened.append(table)

        async def ask(interaction: Interaction) -> None:
            assert isinstance(interaction.channel, discord.TextChannel)
            raw = Raw(table, session)
            while (await raw.ask("GET", f"/channels/{raw.channel}"))[0] != 429:
                pass
            table.rate_limited.clear()
            await interaction.response.send_message("is not held up")
            await interaction.channel.send("in the end")

        bot.ask = ask
        anna = table.user("Anna")
        assert (await anna.command("war-room", "do")).content == "is not held up"
        await anna.next_message("war-room", lambda message: message.content == "in the end")
        assert table.rate_limited == [f"POST /channels/{table.world.channel_named('war-room')['id']}/messages"]


def _time_after_refusals(opened: list[LocalTable]) -> float:
    return 1_800_000_000.0 + sum(2 * len(table.rate_limited) for table in opened)


async def test_a_cut_connection_reaches_the_bot_as_an_error(table: LocalTable, bot: PracticeBot) -> None:
    table.faults.cut("POST /channels/*")

    async def ask(interaction: Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        with pytest.raises(aiohttp.ClientError):
            await interaction.channel.send("lost")
        await interaction.response.send_message("noticed")

    bot.ask = ask
    assert (await table.user("Anna").command("war-room", "do")).content == "noticed"
