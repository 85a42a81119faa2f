"""Channels that are slow, limited or many keep no other waiting."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gamemaster.outbox.sender import Outgoing
from maps import Picture
from tests.gamemaster.desk import desk
from tests.gamemaster.test_publisher import ELSEWHERE, told, until, write_down


async def test_a_channel_is_heard_at_once_while_fifty_others_get_no_answer_or_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        post, drawing = table.mailbox.post, asyncio.Event()

        async def posting(message: Outgoing) -> int:
            if message.channel_id != ELSEWHERE:
                await asyncio.Event().wait()
            return await post(message)

        async def drawn(*_: Any) -> Picture | None:
            drawing.set()
            await asyncio.Event().wait()
            raise AssertionError("it is never drawn")

        monkeypatch.setattr(table.mailbox, "post", posting)
        monkeypatch.setattr("gamemaster.outbox.delivering.drawn", drawn)
        for number in range(50):
            picture = {"board": "aa1941"} if number % 2 else None
            await write_down(table, "slow", channel_id=ELSEWHERE + 1 + number, picture=picture)
        table.master.publisher.start()
        await drawing.wait()
        await write_down(table, "elsewhere", channel_id=ELSEWHERE)
        table.master.publisher.wake()
        await until(lambda: told(table.mailbox.all_posted)[-1] == "elsewhere")
        await table.master.publisher.stop()


async def test_a_line_of_many_channels_is_looked_through_to_its_end_and_from_its_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamemaster.outbox.publisher.MOST_CLAIMED", 3)
    async with desk(tmp_path) as table:
        await table.send()
        before = len(table.mailbox.all_posted)
        for number in range(20):
            await write_down(table, f"first {number}", f"second {number}", channel_id=ELSEWHERE + number)
        table.master.publisher.start()
        await until(lambda: len(table.mailbox.all_posted) >= before + 40)
        await table.master.publisher.stop()
        posted = told(table.mailbox.all_posted)[before:]
        assert sorted(posted) == sorted(f"{which} {number}" for which in ("first", "second") for number in range(20))
