"""Waiting for a picture while others have theirs drawn."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cogs.service.client import TableBot
from gamemaster.jobs.board import BoardRequest
from gamemaster.workers import Asker
from local import LocalTable, Message, Reply
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, settled
from tests.gamemaster.workshop.test_workshop import wait_for

pytestmark = [pytest.mark.real_workers, pytest.mark.tells_places]

STRANGERS = 2
AHEAD = STRANGERS + 1


@asynccontextmanager
async def crowded(bot: TableBot, folder: Path) -> AsyncIterator[None]:
    """A worker pool with one piece in hand and wishes of members of other games before all others, until the end."""
    go, quick = folder / "go", bot.master.workers.quick
    ahead = [asyncio.create_task(quick(wait_for, go))]
    ahead += [asyncio.create_task(quick(wait_for, go, asker=Asker(user, 77 + user))) for user in range(1, AHEAD)]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        go.touch()
        await asyncio.gather(*ahead)


async def opened(table: LocalTable, bot: TableBot) -> None:
    await begin(table.user("Ben"), table.user("Anna"))
    await settled(bot)


def place_of(told: Message | Reply, what: str) -> int:
    """How many are ahead of it, as was said."""
    said = re.fullmatch(rf"Your {what}; (\d+) are ahead of it\.", told.content)
    assert said, told.content
    return int(said[1])


def is_drawn(message: Message) -> bool:
    return bool(message.attachments)


async def test_whoever_asks_while_others_wait_is_told_his_place_and_gets_his_map_there(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        await opened(table, bot)
        anna = table.user("Anna")
        async with crowded(bot, tmp_path):
            told = await anna.command(CHANNEL, "map", space="russia")
            assert told.ephemeral
            assert place_of(told, "map is being drawn") >= AHEAD
        shown = await anna.wait_until(told.shown, is_drawn)
        assert shown.content == ""
        assert [button.label for button in shown.buttons][:2] == ["Zoom out", "Whole board"]
        assert (
            len([message for message in await anna.messages(CHANNEL) if message.ephemeral and is_drawn(message)]) == 1
        )
        assert table.refusals == []


async def test_a_map_that_another_will_replace_stays_with_a_word_until_then(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        await opened(table, bot)
        anna = table.user("Anna")
        first = (await anna.command(CHANNEL, "map", space="russia")).shown
        (before,) = first.attachments
        async with crowded(bot, tmp_path):
            await anna.press(first, "Whole board", wait_thinking=False)
            told = await anna.wait_until(first, lambda message: message.content != "")
            assert place_of(told, "map is being drawn") >= AHEAD
            assert [file.url for file in told.attachments] == [before.url]
        after = await anna.wait_until(first, lambda message: message.content == "")
        assert [file.url for file in after.attachments] != [before.url]


def die(_sight: BoardRequest) -> None:
    os._exit(1)


@pytest.mark.whole
async def test_what_goes_wrong_is_told_in_the_place_of_the_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamemaster.views.board.picture_of", die)
    async with house(tmp_path) as (table, bot):
        await opened(table, bot)
        anna = table.user("Anna")
        async with crowded(bot, tmp_path):
            told = await anna.command(CHANNEL, "map", space="russia")
        shown = await anna.wait_until(told.shown, lambda message: message.content != told.content)
        assert shown.content.startswith("That took too long or went wrong.")


async def test_charts_and_words_tell_the_place_too(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        await opened(table, bot)
        anna, ben = table.user("Anna"), table.user("Ben")
        async with crowded(bot, tmp_path):
            chart: Reply = await anna.command(CHANNEL, "charts", post=True)
            assert place_of(chart, "chart is being drawn") >= AHEAD
            words = await ben.command(CHANNEL, "map", words=True)
            assert place_of(words, "map is being put into words") >= AHEAD
        assert "income" in (await anna.wait_until(chart.shown, is_drawn)).content.lower()
        told = await ben.wait_until(words.shown, lambda message: "ahead of it" not in message.content)
        assert "Soviet Union" in told.content
        assert table.refusals == []
