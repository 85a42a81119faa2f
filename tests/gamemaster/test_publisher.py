"""What waits in the outbox gets out, whatever happens to single messages, to Discord, or to the clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from gamemaster.outbox.publisher import LEASE_SECONDS, MOST_FAULTS, Publisher
from gamemaster.outbox.sender import NotDelivered, Outgoing
from store import NewMessage, WriteTransaction, utc_seconds
from tests.gamemaster.desk import CHANNEL, Desk, Mailbox, desk
from tests.patience import PATIENCE_SECONDS
from tests.store.conftest import HandSetClock

ELSEWHERE = CHANNEL + 1
MINUTES = 60


async def write_down(
    table: Desk, *contents: str, channel_id: int = CHANNEL, picture: dict[str, Any] | None = None
) -> tuple[int, ...]:
    """Posts that wait to be sent."""
    payloads = ({"content": content, "rows": [], "ping": []} for content in contents)
    posts = [NewMessage(kind="post", channel_id=channel_id, payload=each, picture=picture) for each in payloads]
    async with table.master.store.write() as write:
        return await write.outbox.enqueue(table.game_id, posts)


async def spoil(table: Desk, number: int, column: str, value: str) -> None:
    """As a disk or a host may do to a row."""
    async with table.master.store.write() as write:
        await write.connection.execute(
            text(f"UPDATE outbox SET {column} = :value WHERE id = :id"),  # noqa: S608
            {"value": value, "id": number},
        )


def told(posts: list[Outgoing]) -> list[str]:
    return [post.content.partition("\n")[0] for post in posts]


async def send_all(table: Desk) -> list[str]:
    """What is posted until nothing more can be, through rows that cannot be read too."""
    before = len(table.mailbox.all_posted)
    for _ in range(10):
        await table.send()
    return told(table.mailbox.all_posted[before:])


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("payload", '{"content": "sec'),
        ("payload", "[1, 2]"),
        ("payload", '{"content": null}'),
        ("picture", "{'board'"),
        ("kind", "song"),
        ("attempts", "many"),
    ],
)
async def test_a_row_that_cannot_be_read_is_set_aside_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, column: str, value: str
) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        first, *_ = await write_down(table, "first", "second")
        await write_down(table, "elsewhere", channel_id=ELSEWHERE)
        await spoil(table, first, column, value)
        assert sorted(await send_all(table)) == ["elsewhere", "second"]
        (aside,) = await table.master.host_reports.set_aside_messages()
        assert (aside.tag, aside.channel_id) == (f"#{table.game_id}·{first}", CHANNEL)
        (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
        assert aside.tag in line


async def test_a_post_whose_picture_cannot_be_had_says_where_to_see_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        return None

    monkeypatch.setattr("gamemaster.outbox.delivering.drawn", never)
    async with desk(tmp_path) as table:
        (posted,) = [post for post in await table.send() if "draw the map" in post.content]
        assert posted.pictures == ()
        told, hint, tag = posted.content.rsplit("\n", 2)
        assert told.startswith("**Test** begins.")
        assert hint == "-# I couldn't draw the map this time; `/map` shows the board."
        assert tag.startswith(f"-# #{table.game_id}·")


async def test_an_order_of_which_nothing_is_told_has_the_outbox_looked_at_only_while_something_waits_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        publisher, looks = table.master.publisher, list[bool]()

        async def looked(*, at_once: bool = False) -> list[asyncio.Task[None]]:
            looks.append(at_once)
            return []

        monkeypatch.setattr(publisher, "_begin", looked)
        publisher.start()
        await asyncio.sleep(0)
        publisher.wake(is_new=False)
        await asyncio.sleep(0)
        assert len(looks) == 1
        publisher.wake()
        await asyncio.sleep(0)
        assert len(looks) == 2
        monkeypatch.setattr(publisher, "discord_is_away", True)
        publisher.wake(is_new=False)
        await asyncio.sleep(0)
        assert len(looks) == 3
        await publisher.stop()


async def test_a_message_that_fails_for_no_known_reason_is_tried_a_few_times_and_then_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HandSetClock()
    async with desk(tmp_path, clock=clock) as table:
        await table.send()
        tries, post = [], table.mailbox.post

        async def posting(message: Outgoing) -> int:
            if message.content.startswith("first"):
                tries.append(clock.now)
                raise ZeroDivisionError
            return await post(message)

        monkeypatch.setattr(table.mailbox, "post", posting)
        await write_down(table, "first", "second")
        for _ in range(60):
            clock.now += 1
            await table.send()
        assert len(tries) == MOST_FAULTS
        assert told(table.mailbox.all_posted)[-1] == "second"
        assert [each.reason for each in await table.master.host_reports.set_aside_messages()] == ["ZeroDivisionError()"]


async def test_ten_minutes_without_discord_end_fifteen_seconds_after_its_return_with_nothing_lost_or_doubled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = HandSetClock()
    async with desk(tmp_path, clock=clock) as table:
        await table.send()
        posted_at, post, end = list[int](), table.mailbox.post, clock.now + 10 * MINUTES

        async def posting(message: Outgoing) -> int:
            if clock.now < end:
                raise NotDelivered("Discord answered 503", doubtful=True)
            posted_at.append(clock.now)
            return await post(message)

        monkeypatch.setattr(table.mailbox, "post", posting)
        everywhere = [CHANNEL + number for number in range(2)]
        for channel_id in everywhere:
            await write_down(table, "first", "second", channel_id=channel_id)
        while clock.now < end + 15:
            clock.now += 1 if clock.now >= end - 10 else 5
            await table.send()
        by_channel = {each: [p for p in table.mailbox.all_posted if p.channel_id == each] for each in everywhere}
        assert all(told(posts)[-2:] == ["first", "second"] for posts in by_channel.values())
        assert len(posted_at) == 4
        assert await send_all(table) == []
        warnings = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
        assert len(warnings) == 1, "one line for the host, however many posts wait"


async def test_whoever_gives_an_order_has_what_waits_tried_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HandSetClock()
    async with desk(tmp_path, clock=clock) as table:
        await table.send()
        outage, post = asyncio.Event(), table.mailbox.post
        failed, posted = asyncio.Event(), asyncio.Event()

        async def posting(message: Outgoing) -> int:
            if not outage.is_set():
                failed.set()
                raise NotDelivered("Discord cannot be reached", doubtful=False)
            posted.set()
            return await post(message)

        monkeypatch.setattr(table.mailbox, "post", posting)
        monkeypatch.setattr("gamemaster.outbox.publisher.HURRY_PAUSE_SECONDS", 0)
        await write_down(table, "first")
        publisher = table.master.publisher
        publisher.start()
        await failed.wait()
        outage.set()
        while not posted.is_set():  # the clock stands still, so its time never comes
            publisher.wake()
            await asyncio.sleep(0)
        await publisher.stop()


async def held_up(table: Desk, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """The posts of the usual channel get no answer from now on; gives what says that one waits for it."""
    waiting, post = asyncio.Event(), table.mailbox.post

    async def posting(message: Outgoing) -> int:
        if message.channel_id == CHANNEL:
            waiting.set()
            await asyncio.Event().wait()
        return await post(message)

    monkeypatch.setattr(table.mailbox, "post", posting)
    return waiting


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not is_so():  # noqa: ASYNC110  # what is waited for is in the mailbox or the store
            await asyncio.sleep(0.001)


async def test_a_channel_without_answer_holds_up_no_other_and_goes_on_when_discord_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        with monkeypatch.context() as broken:
            waiting = await held_up(table, broken)
            await write_down(table, "first")
            table.master.publisher.start()
            await waiting.wait()
            await write_down(table, "elsewhere", channel_id=ELSEWHERE)
            table.master.publisher.wake()
            await until(lambda: told(table.mailbox.all_posted)[-1] == "elsewhere")
        monkeypatch.setattr("gamemaster.outbox.publisher.USUAL_SECONDS", 0)
        table.master.publisher.reconnected()
        await until(lambda: told(table.mailbox.all_posted)[-1] == "first")
        await table.master.publisher.stop()


async def test_what_is_under_way_at_the_end_is_left_to_the_next_process_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        with monkeypatch.context() as broken:
            broken.setattr("gamemaster.outbox.publisher.LAST_SECONDS", 0)
            waiting = await held_up(table, broken)
            await write_down(table, "first")
            table.master.publisher.start()
            await waiting.wait()
            await table.master.publisher.stop()
        mailbox = Mailbox()
        following = Publisher(table.master.store, mailbox, utc_seconds, table.master.workers)
        assert await following.send_batch()
        assert told(mailbox.all_posted) == ["first"]


async def test_whoever_writes_down_that_a_post_is_out_takes_the_next_one_with_him(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        posts = [f"post {number}" for number in range(10)]
        await write_down(table, *posts)
        write, transactions = table.master.store.write, 0

        def counting() -> AbstractAsyncContextManager[WriteTransaction]:
            nonlocal transactions
            transactions += 1
            return write()

        monkeypatch.setattr(table.master.store, "write", counting)
        table.master.publisher.start()
        await until(lambda: told(table.mailbox.all_posted)[-1] == posts[-1])
        await table.master.publisher.stop()
        assert told(table.mailbox.all_posted)[-10:] == posts
        assert transactions < 2 * len(posts)


async def test_before_a_stop_all_that_waits_is_sent_as_far_as_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        waiting = await held_up(table, monkeypatch)
        await write_down(table, "first", "second")
        await write_down(table, "there", "elsewhere", channel_id=ELSEWHERE)
        publisher, loop = table.master.publisher, asyncio.get_running_loop()
        publisher.start()
        flushing = asyncio.create_task(publisher.flush(PATIENCE_SECONDS))
        await waiting.wait()
        await until(lambda: told(table.mailbox.all_posted)[-1] == "elsewhere")
        time = loop.time
        monkeypatch.setattr(loop, "time", lambda: time() + PATIENCE_SECONDS)
        await flushing
        assert not publisher.is_at_work
        assert told(table.mailbox.all_posted)[-2:] == ["there", "elsewhere"]
        async with table.master.store.read() as read:
            left = await read.unsent_messages(table.game_id)
        assert [(each.payload["content"], each.state) for each in left] == [("first", "pending"), ("second", "pending")]


async def test_what_is_being_claimed_as_the_bot_stops_is_sent_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        await write_down(table, "first")
        publisher, write, claimed = table.master.publisher, table.master.store.write, asyncio.Event()

        @asynccontextmanager
        async def writing() -> AsyncIterator[WriteTransaction]:
            async with write() as transaction:
                yield transaction
            claimed.set()
            await asyncio.sleep(0)

        monkeypatch.setattr(table.master.store, "write", writing)
        publisher.start()
        await claimed.wait()
        await publisher.flush(PATIENCE_SECONDS)
        assert told(table.mailbox.all_posted)[-1] == "first"


async def test_what_takes_long_is_kept_from_other_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandSetClock()
    async with desk(tmp_path, clock=clock) as table:
        await table.send()
        monkeypatch.setattr("gamemaster.outbox.publisher.FIRST_WAIT", 600)
        monkeypatch.setattr("gamemaster.outbox.publisher.RENEWAL_SECONDS", 0.001)
        monkeypatch.setattr("gamemaster.outbox.publisher.LAST_SECONDS", 0)
        waiting = await held_up(table, monkeypatch)
        (number,) = await write_down(table, "first")
        table.master.publisher.start()
        await waiting.wait()
        clock.now += LEASE_SECONDS - 1
        lease = text("SELECT lease_until FROM outbox WHERE id = :id")
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                async with table.master.store.read() as read:
                    if (await read.connection.execute(lease, {"id": number})).scalar() == clock.now + LEASE_SECONDS:
                        break
        await table.master.publisher.stop()


async def test_a_clock_that_was_put_back_stops_no_post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandSetClock()
    async with desk(tmp_path, clock=clock) as table:
        await table.send()
        with monkeypatch.context() as broken:

            async def failing(message: Outgoing) -> int:
                raise NotDelivered("Discord answered 500", doubtful=True)

            broken.setattr(table.mailbox, "post", failing)
            await write_down(table, "first")
            await write_down(table, "elsewhere", channel_id=ELSEWHERE)
            await table.send()
            async with table.master.store.write() as write:
                await write.outbox.claim("a process that died", 10, 1, at_once=True)
        clock.now -= 3600
        assert sorted(await send_all(table)) == ["elsewhere", "first"]


async def test_a_fault_ends_no_task_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        monkeypatch.setattr("gamemaster.upkeep.routine.PAUSE_AFTER_FAULT_SECONDS", 0)
        write, faults = table.master.store.write, [ZeroDivisionError(), RuntimeError()]

        def writing() -> object:
            if faults:
                raise faults.pop()
            return write()

        await write_down(table, "first")
        monkeypatch.setattr(table.master.store, "write", writing)
        table.master.publisher.start()
        await until(lambda: told(table.mailbox.all_posted)[-1:] == ["first"])
        await table.master.publisher.stop()
        assert caplog.text.count("The publisher failed and is starting again.") == 2
