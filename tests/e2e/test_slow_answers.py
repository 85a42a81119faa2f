"""Answers that are slow in coming: Discord is told in time, and the player gets them all the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cogs.service.client import TableBot
from gamemaster.orders.loading import LoadedGame
from local import LocalTable, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, has_button, settled


@asynccontextmanager
async def slow_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[LocalTable, TableBot, Player, Player]]:
    """A game that has begun, and little patience."""
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        await settled(bot)
        monkeypatch.setattr("cogs.interactions.life.SLOW_SECONDS", 0.01)
        yield table, bot, anna, ben
        assert table.refusals == []


def hold_up(bot: TableBot, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Nothing is read of a game before this is set."""
    go, loader = asyncio.Event(), bot.master.loader

    def late(read: Callable[..., Awaitable[LoadedGame]]) -> Callable[..., Awaitable[LoadedGame]]:
        async def reading(number: int, cause: str | None = None) -> LoadedGame:
            await go.wait()
            return await read(number, cause)

        return reading

    monkeypatch.setattr(loader, "in_channel", late(loader.in_channel))
    monkeypatch.setattr(loader, "by_id", late(loader.by_id))
    return go


async def test_a_command_that_only_reads_is_acknowledged_before_it_has_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with slow_house(tmp_path, monkeypatch) as (_, bot, anna, _ben):
        go = hold_up(bot, monkeypatch)
        thinking = await anna.command(CHANNEL, "game status", wait_thinking=False)
        assert thinking.status == "thinking"
        assert thinking.ephemeral
        go.set()
        told = await anna.wait_until(thinking.shown, lambda message: message.content != "")
        assert "Soviet Union" in told.content


async def test_what_is_refused_late_is_still_refused_for_the_player_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with slow_house(tmp_path, monkeypatch) as (_, bot, _anna, ben):
        go = hold_up(bot, monkeypatch)
        thinking = await ben.command(CHANNEL, "my-orders", wait_thinking=False)
        go.set()
        told = await ben.wait_until(thinking.shown, lambda message: message.content != "")
        assert told.content == "It is the Soviet Union's turn. You'll see its orders when it ends the phase."
        assert told.ephemeral


async def test_a_press_on_the_panel_gets_its_answer_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with slow_house(tmp_path, monkeypatch) as (_, bot, anna, _ben):
        await anna.press((await anna.command(CHANNEL, "end-phase")).shown, "End anyway")
        panel = await found(anna, lambda message: not message.ephemeral and has_button(message, "combat_move:move"))
        go = hold_up(bot, monkeypatch)
        thinking = await anna.press(panel, "Type orders", wait_thinking=False)
        assert thinking.status == "thinking"
        go.set()
        told = await anna.wait_until(thinking.shown, lambda message: message.content != "")
        assert told.content == "That took too long to open a form. Try again."


async def test_what_all_are_to_see_is_seen_by_all_however_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await anna.command(CHANNEL, "game create", edition="aa1941", name="First")
        monkeypatch.setattr("cogs.interactions.life.SLOW_SECONDS", 0.01)
        go = hold_up(bot, monkeypatch)
        thinking = await ben.command(CHANNEL, "game join", powers="axis", wait_thinking=False)
        assert thinking.status == "thinking"
        go.set()
        told = await ben.wait_until(thinking.shown, lambda message: message.content != "")
        seat = f"<@{table.world.user_named('Ben')['id']}>"
        assert (told.content, told.ephemeral) == ("Done.", True)
        lobby = await anna.next_message(CHANNEL, lambda message: seat in message.content)
        assert not lobby.ephemeral
        assert table.refusals == []


async def test_an_answer_that_comes_at_once_comes_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        await settled(bot)
        assert (await anna.command(CHANNEL, "game status", wait_thinking=False)).status == "answered"
        assert table.refusals == []


@asynccontextmanager
async def crowd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[LocalTable, TableBot, Player, Player]]:
    """A game that has begun, in a bot that has a lot to do, and that never acknowledges out of impatience."""
    async with slow_house(tmp_path, monkeypatch) as house_in_crowd:
        monkeypatch.setattr("cogs.interactions.life.SLOW_SECONDS", 1000)
        monkeypatch.setattr("cogs.interactions.arriving.CROWD", 0)
        yield house_in_crowd


async def test_in_a_crowd_commands_and_presses_are_acknowledged_before_all_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with crowd(tmp_path, monkeypatch) as (_, bot, anna, _ben):
        panel = await found(anna, lambda message: has_button(message, ":buy"))
        go = hold_up(bot, monkeypatch)
        looking = await anna.command(CHANNEL, "game status", wait_thinking=False)
        buying = await anna.command(CHANNEL, "buy", wait_thinking=False, units="1 infantry")
        pressing = await anna.press(panel, "My orders", wait_thinking=False)
        assert [each.status for each in (looking, buying, pressing)] == ["thinking"] * 3
        go.set()
        for each, words in ((looking, "Soviet Union"), (buying, "1 infantry"), (pressing, "Purchase")):
            told = await anna.wait_until(each.shown, lambda message: message.content != "")
            assert words.casefold() in told.content.casefold()


async def test_in_a_crowd_forms_still_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with crowd(tmp_path, monkeypatch) as (_, _bot, anna, _ben):
        panel = await found(anna, lambda message: has_button(message, ":buy"))
        sheet = await anna.wait_until((await anna.press(panel, "Buy units")).shown, lambda now: bool(now.labels))
        assert (await anna.press(sheet, "Type it")).modal is not None
        assert (await anna.command(CHANNEL, "orders")).modal is not None
